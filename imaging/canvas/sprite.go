package canvas

import (
	"image"
	"image/color"
	"math"
	"runtime/debug"
	"slices"
	"sync"
)

// A Key identifies a sprite: sprites of equal keys have equal pixels.
type Key struct {
	of   *shades    // the table of colours
	Kind string     // the kind of element
	Args [4]int     // anything that tells it from others of its kind; never a score or a name
	at   Box        // its size
	Ink  color.RGBA // its colour, if it has one alone
}

// Bits returns a number for some flags, for [Key.Args].
func Bits(flags ...bool) (bits int) {
	for i, is := range flags {
		if is {
			bits |= 1 << i
		}
	}
	return bits
}

// A sprite is an element of a picture that was drawn once: runs of opaque pixels of one colour,
// and translucent pixels at its edges; or a tile.
type sprite struct {
	runs  []run       // placed from the corner of the sprite
	edges []edge      // placed likewise
	tile  []byte      // the bytes of its rows, if it is a tile
	w, h  int         // its size
	off   image.Point // from the place where the sprite is put to its corner
	wide  float64     // for a letter: from it to the next
}

// A run is n opaque pixels side by side in one colour, an index into the palette.
type run struct {
	x, y, n int16
	ink     uint8
}

// An edge is a translucent pixel: an index into the palette, which covers by a step of thin.
type edge struct {
	x, y       int16
	ink, cover uint8
}

// Stamp draws an element in a box, whose corner is moved to the nearest pixel. It copies the
// element's sprite, which draw makes when it is first needed; on a canvas that draws shape by
// shape it calls draw. What has no kind is not kept, because no other picture has it.
//
// draw draws with the pen, or puts other elements on the canvas, within the box that it is
// given, which for a sprite lies at 0, 0. What it draws depends on the key and that box alone.
func (c *Canvas) Stamp(k Key, b Box, draw func(*Pen, Box)) {
	b.X, b.Y = math.Round(b.X), math.Round(b.Y)
	k.at = Box{W: b.W, H: b.H}
	switch {
	case c.pen == nil:
	case c.pen.vectors != nil && k.Kind != "":
		k.of = c.many
		c.pen.vectors.element(k, b, func() { draw(c.pen, k.at) })
		return
	default:
		draw(c.pen, b)
		return
	}
	k.of = c.out.shades
	s := sprites.get(k)
	if s == nil {
		c.pen = newPen(int(math.Ceil(b.W)), int(math.Ceil(b.H)))
		draw(c.pen, k.at)
		s = c.out.shades.sprite(c.pen.image())
		c.pen = nil
		if k.Kind != "" {
			sprites.put(k, s)
		}
	}
	c.out.put(s, int(b.X)+s.off.X, int(b.Y)+s.off.Y)
}

// Tile puts a part of a board with all that stands on it, in a box of whole pixels that lies on a flat ground. It
// copies the pixels that compose drew when they were first needed; compose puts elements on the canvas within the box
// alone. What it puts depends on the key and the size of the box.
func (c *Canvas) Tile(k Key, b Box, ground color.RGBA, compose func(Box)) {
	x, y, w, h := int(b.X), int(b.Y), int(b.W), int(b.H)
	if c.pen != nil || !c.out.shows(x, y, w, h) {
		compose(b)
		return
	}
	k.of, k.at = c.out.shades, Box{W: b.W, H: b.H}
	s := sprites.get(k)
	if s == nil {
		c.out.rect(x, y, w, h, c.out.shades.index(ground))
		compose(b)
		s = &sprite{w: w, h: h, tile: make([]byte, 0, w*h)}
		for row := range h {
			s.tile = append(s.tile, c.out.block(x, y+row, w)...)
		}
		sprites.put(k, s)
		return
	}
	for row := range h {
		copy(c.out.block(x, y+row, w), s.tile[row*w:])
	}
}

// sprite converts pixels to the runs and edges of a sprite.
func (t *shades) sprite(im *image.RGBA) *sprite {
	s := &sprite{w: im.Rect.Dx(), h: im.Rect.Dy()}
	var last color.RGBA
	index := t.index(last)
	for y := range s.h {
		for x := range s.w {
			col := im.RGBAAt(x, y)
			if col.A == 0 {
				continue
			}
			cover := col.A
			if col = solid(col); col != last {
				last, index = col, t.index(col)
			}
			s.add(x, y, index, cover)
		}
	}
	s.runs, s.edges = slices.Clone(s.runs), slices.Clone(s.edges) // which are kept, without room to grow
	return s
}

// add adds a pixel in an ink, which covers by so much of 255. Pixels are added row by row.
func (s *sprite) add(x, y int, ink, cover uint8) {
	last := len(s.runs) - 1
	switch {
	case cover == 0:
	case cover < 0xff:
		s.edges = append(s.edges, edge{int16(x), int16(y), ink, cover / (256 / thin)})
	case last >= 0 && s.runs[last] == run{s.runs[last].x, int16(y), int16(x) - s.runs[last].x, ink}:
		s.runs[last].n++
	default:
		s.runs = append(s.runs, run{int16(x), int16(y), 1, ink})
	}
}

// solid returns the opaque colour of a translucent one, which is premultiplied.
func solid(c color.RGBA) color.RGBA {
	a := uint32(c.A)
	whole := func(v uint8) uint8 { return uint8(min(255, (uint32(v)*255+a/2)/a)) }
	return color.RGBA{whole(c.R), whole(c.G), whole(c.B), 0xff}
}

// size estimates the bytes that a sprite takes.
func (s *sprite) size() int { return 350 + len(s.tile) + 8*len(s.runs) + 6*len(s.edges) }

// Room returns the most that all sprites take, in bytes: 16 MB hold those of all games at a few sizes. Where the
// collector keeps to little memory, it is a small part of that.
func Room() int { return int(min(16<<20, debug.SetMemoryLimit(-1)/32)) }

// sprites keeps the sprites of all pictures.
var sprites spriteCache

// A spriteCache keeps sprites in two generations. When the young ones fill half of [Room]
// they become old, and the old ones, which were not used since, are dropped. It is safe for
// concurrent use.
type spriteCache struct {
	mu         sync.RWMutex
	young, old map[Key]*sprite
	size       int // of the young ones
}

// ForgetSprites drops all sprites, as if no picture had been drawn. Tests draw from none.
func ForgetSprites() {
	sprites.mu.Lock()
	defer sprites.mu.Unlock()
	sprites.young, sprites.old, sprites.size = nil, nil, 0
}

// CountSprites returns the number of sprites that are kept and were used of late.
func CountSprites() int {
	sprites.mu.RLock()
	defer sprites.mu.RUnlock()
	return len(sprites.young)
}

// get returns a sprite, which becomes young again, or nil.
func (c *spriteCache) get(k Key) *sprite {
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
func (c *spriteCache) put(k Key, s *sprite) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young[k] != nil {
		return
	}
	if c.young == nil || c.size+s.size() > Room()/2 {
		c.young, c.old, c.size = make(map[Key]*sprite), c.young, 0
	}
	c.young[k] = s
	c.size += s.size()
}
