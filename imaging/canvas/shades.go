package canvas

import (
	"image/color"
	"slices"
)

// mostShades is the number of colours of a picture, which has 4 bits a pixel.
const mostShades = 16

// A Gamut is the colours of the pictures of a game: flat ones, and those pairs of them that meet
// at edges, the most frequent first.
type Gamut struct {
	Flat []color.RGBA // the ground first
	Meet [][2]color.RGBA
}

// Gamut returns the gamut of pictures that have some flat colours besides those that all have.
func (p *Palette) Gamut(meet [][2]color.RGBA, more ...color.RGBA) Gamut {
	return Gamut{append([]color.RGBA{p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial}, more...), meet}
}

// A shades is the table of colours of a game's pictures: those of a gamut, and a step half
// way between two that meet, as many as there is room for.
type shades struct {
	list []color.RGBA // at most mostShades; the first is the ground
	rgb  []byte       // the same in the layout of a PNG
	over [mostShades][mostShades][thin]uint8
}

// thin is the number of steps of opacity of a pixel at the edge of a sprite.
const thin = 16

// newShades makes the table of a gamut.
func newShades(g Gamut) *shades {
	t := &shades{}
	for _, col := range g.Flat {
		t.add(col)
	}
	for _, m := range g.Meet {
		if half := mixed(m[0], m[1], 0.5); t.far(half) {
			t.add(half)
		}
	}
	for _, col := range t.list {
		t.rgb = append(t.rgb, col.R, col.G, col.B)
	}
	for under, below := range t.list {
		for ink, above := range t.list {
			for a := range thin {
				t.over[under][ink][a] = t.index(mixed(below, above, (float64(a)+0.5)/thin))
			}
		}
	}
	return t
}

// add adds a colour unless it is there or the table is full.
func (t *shades) add(col color.RGBA) {
	if !slices.Contains(t.list, col) && len(t.list) < mostShades {
		t.list = append(t.list, col)
	}
}

// far reports whether the table has no colour that could stand for another as a step.
func (t *shades) far(col color.RGBA) bool {
	const close = 3 * 18 * 18 // 18 of 255 in each channel
	return distance(t.list[t.index(col)], col) > close
}

// index returns the index of an opaque colour, or of the nearest one.
func (t *shades) index(col color.RGBA) uint8 {
	best, least := 0, 1<<30
	for i, o := range t.list {
		if d := distance(o, col); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// distance returns the square of the distance of two colours.
func distance(a, b color.RGBA) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return red*red + green*green + blue*blue
}

// mixed returns a mixture of two colours, of which part is the second.
func mixed(a, b color.RGBA, part float64) color.RGBA {
	mix := func(v, w uint8) uint8 { return uint8(float64(v) + part*(float64(w)-float64(v)) + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}
