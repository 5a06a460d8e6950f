// Package canvas has what pictures of games are made of, and knows no game: a [Canvas] with a
// [Palette], on which shapes, text and marks are put, and which becomes a PNG, or with others
// the GIF of an [Animation].
//
// Its policy: what is drawn depends on what is put on the canvas alone, never on what was drawn
// before, and no text breaks a picture. Lengths are pixels of the picture, and places are
// counted from its upper left corner. Those of the design are pixels of a picture of [Size] by
// [Size], in which 28 pixels of text are 12 as Discord's desktop shows it; [Canvas.Px] and
// [Canvas.Box] convert them.
//
// A picture has at most 16 colours, in 4 bits a pixel, or 64 in 8: those of a [Gamut], and steps between
// those that meet. It is composed of sprites. An element is drawn once, by a [Pen], and kept as
// runs of indices into the table of colours; after that [Canvas.Stamp] copies it. A letter is a
// sprite too, so a line of text costs its letters, and no sprite holds a text or a number that
// a game makes. The sprites of all pictures take at most [Room] bytes.
package canvas

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"slices"

	"parlour/games"
)

// Size is the width and height in pixels of the design, by which elements are placed on a
// picture of any size.
const Size = 800

// A Canvas is a picture being drawn, on which elements are put as sprites and letters. One
// goroutine at a time uses it, for one picture after the other.
type Canvas struct {
	*Palette      // of the picture
	Moving   bool // whether the picture is one of a GIF, in which no seat is marked as being to move

	pen    *Pen // draws a sprite, or a whole picture shape by shape; nil when sprites are copied
	out    raster
	inner  raster // of insets, as large as the picture
	fonts  fonts
	scale  float64     // pixels of the picture to one of the design
	places []Place     // of the choices, as they are drawn
	cut    []Shortened // the labels that had to be made to fit

	lettered Lettered // is told of letters in place of drawing them; nil to draw them

	encoded bytes.Buffer // the PNG of the picture
}

// New returns a canvas. Each picture on it begins with [Canvas.Begin].
func New() *Canvas { return &Canvas{fonts: make(fonts)} }

// NewPlain returns a canvas that draws the upper left size by size pixels of a picture shape by
// shape, without sprites, as tests do to compare. Its [Canvas.Pixels] are transparent until a
// picture begins, and its palettes need no table of colours.
func NewPlain(size int) *Canvas {
	c := New()
	c.pen = newPen(size, size)
	return c
}

// Lettered is told where a letter stands: the mask, from a point on, covers a part of the picture.
type Lettered func(r rune, part image.Rectangle, mask image.Image, from image.Point)

// NewBare returns a canvas that draws no letters, but tells where they would stand.
func NewBare(letters Lettered) *Canvas {
	c := New()
	c.lettered = letters
	return c
}

// Begin begins a picture of size by size pixels in a palette, of few colours or many. It has the colour of the ground,
// and neither places nor text.
func (c *Canvas) Begin(size int, p *Palette, many bool) {
	c.scale = float64(size) / Size
	c.Palette = p
	c.places, c.cut = c.places[:0], c.cut[:0]
	if c.out.shades = p.few; many {
		c.out.shades = p.many
	}
	c.out.clear(size)
	if c.pen != nil {
		c.Rect(Box{0, 0, float64(size), float64(size)}, p.Ground)
	}
}

// Cut cuts off what lies below a height of the design.
func (c *Canvas) Cut(height float64) { c.out.high = min(int(math.Round(c.Px(height))), c.out.size) }

// low is the height of the design at which the picture ends.
func (c *Canvas) low() float64 { return float64(c.out.high) * Size / float64(c.out.size) }

// PNG returns the picture as an opaque PNG.
func (c *Canvas) PNG() ([]byte, error) {
	c.encoded.Reset()
	if err := c.out.png(&c.encoded); err != nil {
		return nil, err
	}
	return bytes.Clone(c.encoded.Bytes()), nil
}

// Raw returns the colours and the rows of pixels that the PNG of the picture has, without their frame.
func (c *Canvas) Raw() []byte {
	rows, _ := c.out.kept()
	return slices.Concat(c.out.table(), rows)
}

// Pixels returns what is drawn on a canvas of [NewPlain].
func (c *Canvas) Pixels() *image.RGBA { return c.pen.image() }

// High returns the height of the picture in pixels.
func (c *Canvas) High() int { return c.out.high }

// Scale returns the width in pixels of the picture of one pixel of the design.
func (c *Canvas) Scale() float64 { return c.scale }

// Px converts a length of the design to pixels of the picture.
func (c *Canvas) Px(v float64) float64 { return v * c.scale }

// Box returns a box of the design, at whole pixels of the picture.
func (c *Canvas) Box(x, y, w, h float64) Box {
	left, top := math.Round(c.Px(x)), math.Round(c.Px(y))
	return Box{left, top, math.Round(c.Px(x+w)) - left, math.Round(c.Px(y+h)) - top}
}

// A Place is where on a picture a choice lies: a rectangle in pixels, which can be touched.
type Place struct {
	Value      string // tells which choice
	X, Y, W, H int
}

// Place notes where the choice with a value lies.
func (c *Canvas) Place(value string, b Box) {
	x, y := math.Ceil(b.X), math.Ceil(b.Y)
	c.places = append(c.places, Place{value, int(x), int(y), int(b.X + b.W - x), int(b.Y + b.H - y)})
}

// Places returns the places that were noted on the picture, in their order.
func (c *Canvas) Places() []Place { return slices.Clone(c.places) }

// A Box is a rectangle in pixels, from its upper left corner.
type Box struct{ X, Y, W, H float64 }

// NewBox returns the box with a corner at x, y that is w wide and h high.
func NewBox(x, y, w, h float64) Box { return Box{x, y, w, h} }

// Around returns the box with its middle at a point and sides of 2r.
func Around(x, y, r float64) Box { return Box{x - r, y - r, 2 * r, 2 * r} }

// Mid returns the middle of a box.
func (b Box) Mid() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// Grow returns the box, larger by d on every side.
func (b Box) Grow(d float64) Box { return Box{b.X - d, b.Y - d, b.W + 2*d, b.H + 2*d} }

// whole returns the box with its edges at whole pixels.
func (b Box) whole() Box {
	x, y := math.Round(b.X), math.Round(b.Y)
	return Box{x, y, math.Round(b.X+b.W) - x, math.Round(b.Y+b.H) - y}
}

// Rect fills a rectangle, whose edges are moved to whole pixels.
func (c *Canvas) Rect(b Box, col color.RGBA) {
	b = b.whole()
	if c.pen != nil {
		c.pen.Rectangle(b)
		c.pen.Fill(col)
		return
	}
	c.out.rect(int(b.X), int(b.Y), int(b.W), int(b.H), c.out.shades.index(col))
}

// Within draws what lies in a box of whole pixels, and leaves out what lies outside.
func (c *Canvas) Within(b Box, draw func()) {
	if c.pen != nil {
		c.pen.Rectangle(b)
		c.pen.Clipped(draw)
		return
	}
	all := c.out.clip
	c.out.clip = all.Intersect(image.Rect(int(b.X), int(b.Y), int(b.X+b.W), int(b.Y+b.H)))
	draw()
	c.out.clip = all
}

// RoundRect fills a box with rounded corners, at whole pixels. Its corners are sprites, and all else are rectangles, so
// that boxes of any size share them.
func (c *Canvas) RoundRect(b Box, r float64, col color.RGBA) { c.roundRect(b, r, false, col) }

// roundRect fills a box with rounded corners, or of a hollow one only what lies within a radius from its edges, because
// the rest is covered.
func (c *Canvas) roundRect(b Box, r float64, hollow bool, col color.RGBA) {
	b = b.whole()
	r = min(r, b.W/2, b.H/2)
	if c.pen != nil {
		c.pen.RoundRect(b, r)
		c.pen.Fill(col)
		return
	}
	side := math.Ceil(r)
	wide, tall := min(side, math.Floor(b.W/2)), min(side, math.Floor(b.H/2))
	if hollow {
		c.Rect(Box{b.X, b.Y + tall, wide, b.H - 2*tall}, col)
		c.Rect(Box{b.X + b.W - wide, b.Y + tall, wide, b.H - 2*tall}, col)
	} else {
		c.Rect(Box{b.X, b.Y + tall, b.W, b.H - 2*tall}, col)
	}
	c.Rect(Box{b.X + wide, b.Y, b.W - 2*wide, tall}, col)
	c.Rect(Box{b.X + wide, b.Y + b.H - tall, b.W - 2*wide, tall}, col)
	for corner := range 4 {
		right, low := corner%2 == 1, corner/2 == 1
		at := Box{b.X, b.Y, wide, tall}
		if right {
			at.X = b.X + b.W - wide
		}
		if low {
			at.Y = b.Y + b.H - tall
		}
		c.Stamp(Key{Kind: "corner", Args: [4]int{int(64 * r), corner}, Ink: col}, at, func(pen *Pen, at Box) {
			whole := Box{at.X, at.Y, 4*side + 4, 4*side + 4}
			if right {
				whole.X = at.X + at.W - whole.W
			}
			if low {
				whole.Y = at.Y + at.H - whole.H
			}
			pen.RoundRect(whole, r)
			pen.Fill(col)
		})
	}
}

// Disc fills a disc.
func (c *Canvas) Disc(x, y, r float64, col color.RGBA) {
	c.Stamp(Key{Kind: "disc", Args: [4]int{int(64 * r)}, Ink: col}, Around(x, y, math.Ceil(r)), func(pen *Pen, b Box) {
		pen.Circle(b.X+b.W/2, b.Y+b.H/2, r)
		pen.Fill(col)
	})
}

// Inset draws a part of the picture in another palette, on the ground of that one: a box with round corners within the
// picture, over which nothing else is drawn.
func (c *Canvas) Inset(b Box, r float64, p *Palette, draw func()) {
	page := c.Palette
	c.Palette = p
	whole := func() {
		c.Rect(b, p.Ground)
		draw()
	}
	if c.pen != nil {
		c.pen.RoundRect(b, r)
		c.pen.Clipped(whole)
		c.Palette = page
		return
	}
	out := c.out
	c.out = c.inner
	c.out.shades = p.many
	c.out.resize(out.size)
	c.Within(b, whole)
	c.Palette, c.inner, c.out = page, c.out, out
	c.out.paste(&c.inner, int(b.X), int(b.Y), int(b.W), int(b.H), r)
}

// A Painter draws the pictures of one game, whose Views are of type V.
type Painter[V games.View] struct {
	// says why a View cannot be drawn, if so; the others get no such View
	Check func(V) error
	Table Table
	Deep  func(games.Drawing, V) bool     // whether a picture has many colours; nil for never
	Draw  func(*Canvas, games.Drawing, V) // draws a picture
	// draws a position after a move in half of a picture, and returns its lower end in the design
	Half func(c *Canvas, p games.Drawing, v V, right bool) (end float64)
	// tells which colours of a palette the pictures have
	Gamut  func(*Palette) Gamut
	Pieces func(*Palette, DrawPiece) // draws every kind of the pieces
	// draws a position in a room, without what lies beside it, and so small that it has no other text than its pieces'
	Board  func(c *Canvas, v V, room Box)
	Emblem func(c *Canvas, at Box) // draws in a square what the game is known by
}
