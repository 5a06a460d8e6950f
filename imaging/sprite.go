package imaging

import (
	"image"
	"image/color"
	"math"
	"sync"
)

// A key identifies a sprite: sprites of equal keys have equal pixels.
type key struct {
	pal  *palette
	what string     // the kind of element
	text [4]string  // its texts
	args [4]int     // anything else that tells it from others of its kind
	at   box        // its size; for a label its style and room
	ink  color.RGBA // its colour, if it has one alone
}

// A sprite is an element of a picture that was drawn once: runs of opaque pixels, which are
// copied, and translucent pixels at its edges.
type sprite struct {
	pix   []uint8     // palette indices of all runs, one run after the other
	runs  []run       // placed from the corner of the sprite
	edges []edge      // placed likewise
	off   image.Point // from the place where the sprite is put to its corner
	wide  float64     // for a label: its width
}

// A run is n opaque pixels side by side.
type run struct{ x, y, n int32 }

// An edge is a translucent pixel.
type edge struct {
	x, y   int32
	colour color.RGBA // premultiplied
}

// stamp draws an element in a box, whose corner is moved to the nearest pixel. It copies the
// element's sprite, which draw makes when it is first needed; on a canvas that draws shape by
// shape it calls draw.
//
// draw stays within the box that it is given, which for a sprite lies at 0, 0. What it draws
// depends on the key and that box alone.
func (c *canvas) stamp(k key, b box, draw func(box)) {
	b.x, b.y = math.Round(b.x), math.Round(b.y)
	if c.pen != nil {
		draw(b)
		return
	}
	at := box{w: b.w, h: b.h}
	c.put(k, at, int(b.x), int(b.y), func() { draw(at) })
}

// overlay is [canvas.stamp] for an element with a fixed place: draw draws within b.
func (c *canvas) overlay(k key, b box, draw func()) {
	if c.pen != nil {
		draw()
		return
	}
	c.put(k, b, 0, 0, draw)
}

// put copies the sprite of what draw draws in a box, moved by x and y.
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

// sprite makes a sprite of what draw draws within a part of the picture.
func (c *canvas) sprite(part image.Rectangle, draw func()) *sprite {
	c.pen = newPen(part)
	draw()
	s := c.pal.shades.sprite(c.pixels())
	c.pen = nil
	return s
}

// sprite converts pixels to the runs and edges of a sprite.
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

// size estimates the bytes that a sprite takes.
func (s *sprite) size() int { return 300 + len(s.pix) + 12*len(s.runs) + 12*len(s.edges) }

// spriteRoom is the most that all sprites take, in bytes. It holds those of a few dozen
// tables with different boards and names.
const spriteRoom = 64 << 20

// sprites keeps the sprites of all pictures.
var sprites spriteCache

// A spriteCache keeps sprites in two generations. When the young ones fill half of spriteRoom
// they become old, and the old ones, which were not used since, are dropped. It is safe for
// concurrent use.
type spriteCache struct {
	mu         sync.RWMutex
	young, old map[key]*sprite
	size       int // of the young ones
}

// get returns a sprite, which becomes young again, or nil.
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
