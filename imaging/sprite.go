package imaging

import (
	"image"
	"image/color"
	"math"
	"sync"

	"github.com/fogleman/gg"
)

// A key names what a sprite shows: equal keys are equal pixels.
type key struct {
	pal  *palette
	what string     // the kind of element
	text [4]string  // what is written on it
	args [4]int     // whatever else sets it apart
	at   box        // its size; of a label how it is set
	ink  color.RGBA // the colour of a single one
}

// A sprite is an element of a picture, drawn once: runs of whole colours, which
// are copied, and single pixels at its edges, through which the ground is seen.
type sprite struct {
	pix   []uint8     // palette indices of the runs, one after the other
	runs  []run       // from the sprite's corner
	edges []edge      // likewise
	off   image.Point // from the place that is named to the corner
	wide  float64     // of a label: how wide it came out
}

// A run is pixels of whole colours beside each other.
type run struct{ x, y, n int32 }

// An edge is a pixel that covers a part of what is under it.
type edge struct {
	x, y   int32
	colour color.RGBA // premultiplied
}

// stamp draws an element in a box whose corner is at the nearest pixel: shape by
// shape where all is drawn so, else by copying its sprite, which is made of the same
// drawing when it is first needed. All that draw draws lies within the box that it
// gets, which is at 0, 0 for a sprite, and depends on nothing but the key and that box.
func (c *canvas) stamp(k key, b box, draw func(box)) {
	b.x, b.y = math.Round(b.x), math.Round(b.y)
	if c.dc != nil {
		draw(b)
		return
	}
	at := box{w: b.w, h: b.h}
	c.put(k, at, int(b.x), int(b.y), func() { draw(at) })
}

// overlay is stamp for what has its place on the picture: draw draws within b, there.
func (c *canvas) overlay(k key, b box, draw func()) {
	if c.dc != nil {
		draw()
		return
	}
	c.put(k, b, 0, 0, draw)
}

// put copies a sprite, made of what is drawn in a box, to so far from there.
func (c *canvas) put(k key, b box, x, y int, draw func()) {
	k.pal, k.at = c.pal, b
	s := sprites.get(k)
	if s == nil {
		part := image.Rect(int(math.Floor(b.x)), int(math.Floor(b.y)), int(math.Ceil(b.x+b.w)), int(math.Ceil(b.y+b.h)))
		s = c.sprite(part, draw)
		s.off = part.Min
		sprites.put(k, s)
	}
	c.out.put(s, x+s.off.X, y+s.off.Y)
}

// sprite makes a sprite of what is drawn within a part of the picture.
func (c *canvas) sprite(part image.Rectangle, draw func()) *sprite {
	c.plain(part)
	draw()
	s := c.pal.shades.sprite(c.pixels())
	c.dc, c.origin = nil, image.Point{}
	return s
}

// plain has all that follows drawn shape by shape, in a part of the picture.
func (c *canvas) plain(part image.Rectangle) {
	c.dc, c.origin = gg.NewContext(part.Dx(), part.Dy()), part.Min
	c.dc.Translate(-float64(part.Min.X), -float64(part.Min.Y))
}

// sprite takes a drawing apart into runs and edges.
func (t *shades) sprite(im *image.RGBA) *sprite {
	s := &sprite{}
	for y := range im.Rect.Dy() {
		open := false
		for x := range im.Rect.Dx() {
			col := im.RGBAAt(x, y)
			switch {
			case col.A < 0xff && col.A > 0:
				s.edges = append(s.edges, edge{int32(x), int32(y), col})
			case col.A == 0xff && !open:
				s.runs = append(s.runs, run{int32(x), int32(y), 0})
				fallthrough
			case col.A == 0xff:
				s.runs[len(s.runs)-1].n++
				s.pix = append(s.pix, t.index(col))
			}
			open = col.A == 0xff
		}
	}
	return s
}

// size is how many bytes a sprite takes, about.
func (s *sprite) size() int { return 300 + len(s.pix) + 12*len(s.runs) + 12*len(s.edges) }

// spriteRoom is the most that sprites take together, in bytes: those of a few dozen
// tables with different boards and names.
const spriteRoom = 64 << 20

// sprites are those of all pictures.
var sprites spriteCache

// A spriteCache keeps sprites in two generations: when the young ones fill half the
// room, the old ones, for which nobody asked since, are dropped.
type spriteCache struct {
	mu         sync.RWMutex
	young, old map[key]*sprite
	size       int // of the young ones
}

// get finds a sprite, or nil.
func (c *spriteCache) get(k key) *sprite {
	c.mu.RLock()
	s, young := c.young[k]
	if !young {
		s = c.old[k]
	}
	c.mu.RUnlock()
	if s != nil && !young {
		c.put(k, s)
	}
	return s
}

// put keeps a sprite among the young ones.
func (c *spriteCache) put(k key, s *sprite) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young[k] != nil {
		return
	}
	if c.young == nil || c.size+s.size() > spriteRoom/2 {
		c.young, c.old, c.size = make(map[key]*sprite), c.young, 0
	}
	c.young[k] = s
	c.size += s.size()
}
