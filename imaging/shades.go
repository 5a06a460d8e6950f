package imaging

import (
	"image/color"
	"sync/atomic"
)

// A shades is the table of colours of a game's pictures: the colours of a palette, and steps
// between those that meet at an edge, as many as there is room for.
type shades struct {
	list  []color.NRGBA // at most 256; the first is transparent
	exact map[color.RGBA]uint8
	veil  [256]uint8             // by opacity: the edge of the card, behind which there is nothing
	rgb   []byte                 // the colours of list, in the layout of a PNG
	alpha []byte                 // the opacity of the first colours of list, the transparent ones
	steps int                    // between two colours that meet
	near  [1 << 16]atomic.Uint32 // a cache by colour in 5, 6 and 5 bits: the nearest index plus 1, or 0
}

// newShades makes a table. veil is the colour of the edge of the card.
func newShades(whole []color.RGBA, veil color.RGBA, meet [][2]color.RGBA) *shades {
	t := &shades{exact: make(map[color.RGBA]uint8), list: []color.NRGBA{{}}}
	const thin = 7 // steps of opacity of the veil
	for i := 1; i <= thin; i++ {
		t.list = append(t.list, color.NRGBA{veil.R, veil.G, veil.B, uint8(i * 255 / (thin + 1))})
	}
	for i := range t.veil {
		t.veil[i] = uint8((i*(thin+1) + 127) / 255) // thin+1 is the opaque veil, which is added next
	}
	t.add(veil)
	for _, col := range whole {
		t.add(col)
	}
	t.steps = min(3, (256-len(t.list))/max(1, len(meet)))
	for _, m := range meet {
		for i := range t.steps {
			t.add(mixed(m[0], m[1], float64(i+1)/float64(t.steps+1)))
		}
	}
	for _, col := range t.list[:thin+1] {
		t.alpha = append(t.alpha, col.A)
	}
	for _, col := range t.list {
		t.rgb = append(t.rgb, col.R, col.G, col.B)
	}
	return t
}

// add adds an opaque colour unless it is there or the table is full.
func (t *shades) add(col color.RGBA) {
	if _, ok := t.exact[col]; ok || len(t.list) == 256 {
		return
	}
	t.exact[col] = uint8(len(t.list))
	t.list = append(t.list, color.NRGBA{col.R, col.G, col.B, 0xff})
}

// index returns the index of an opaque colour, or of the nearest one.
func (t *shades) index(col color.RGBA) uint8 {
	if i, ok := t.exact[col]; ok {
		return i
	}
	return t.about(col)
}

// about returns the index of the colour nearest to col, which is rounded to fit the cache.
func (t *shades) about(col color.RGBA) uint8 {
	at := &t.near[uint(col.R>>3)<<11|uint(col.G>>2)<<5|uint(col.B>>3)]
	if i := at.Load(); i > 0 {
		return uint8(i - 1)
	}
	i := t.nearest(color.RGBA{col.R&^7 | 4, col.G&^3 | 2, col.B&^7 | 4, 0xff})
	at.Store(uint32(i) + 1)
	return i
}

// nearest returns the index of the nearest opaque colour.
func (t *shades) nearest(col color.RGBA) uint8 {
	best, least := 0, 1<<30
	for i, o := range t.list {
		if o.A != 0xff {
			continue
		}
		r, g, b := int(o.R)-int(col.R), int(o.G)-int(col.G), int(o.B)-int(col.B)
		if d := r*r + g*g + b*b; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// over returns the index of a pixel that a translucent one covers.
func (t *shades) over(under uint8, col color.RGBA) uint8 {
	u := t.list[under]
	if u.A != 0xff {
		return t.veil[max(u.A, col.A)]
	}
	left := 255 - uint32(col.A)
	mix := func(v, w uint8) uint8 { return v + uint8((uint32(w)*left+127)/255) }
	return t.about(color.RGBA{mix(col.R, u.R), mix(col.G, u.G), mix(col.B, u.B), 0xff})
}
