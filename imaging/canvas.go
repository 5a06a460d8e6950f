package imaging

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"slices"
)

// designSide is the width and height in pixels of the design, by which elements are placed on a
// picture of any size.
const DesignSize = 800

// A canvas is a picture being drawn, on which elements are put as sprites and letters. One
// goroutine at a time uses it, for one picture after the other.
type Canvas struct {
	Palette    *Palette // of the picture
	Moving bool     // whether the picture is one of a GIF, in which no seat is marked as being to move

	pen    *Pen // draws a sprite, or a whole picture shape by shape; nil when sprites are copied
	out    raster
	fonts  fonts
	scale  float64 // pixels of the picture to one of the design
	places []Place // of the choices, as they are drawn

	encoded bytes.Buffer // the PNG of the picture
}

// newCanvas returns a canvas. Each picture on it begins with [canvas.begin].
func New() *Canvas { return &Canvas{fonts: make(fonts)} }

// newPlain returns a canvas that draws the upper left size by size pixels of a picture shape by
// shape, without sprites, as tests do to compare. Its [canvas.pixels] are transparent until a
// picture begins, and its palettes need no table of colours.
func NewPlain(size int) *Canvas {
	c := New()
	c.pen = newPen(size, size)
	return c
}

// begin begins a picture of size by size pixels in a palette. It has the colour of the ground,
// and no places.
func (c *Canvas) Begin(size int, p *Palette) {
	c.scale = float64(size) / DesignSize
	c.Palette = p
	c.places = c.places[:0]
	c.out.shades = p.shades
	c.out.clear(size)
	if c.pen != nil {
		c.Rect(Box{0, 0, float64(size), float64(size)}, p.Ground)
	}
}

// png returns the picture as an opaque PNG.
func (c *Canvas) PNG() ([]byte, error) {
	c.encoded.Reset()
	if err := c.out.png(&c.encoded); err != nil {
		return nil, err
	}
	return bytes.Clone(c.encoded.Bytes()), nil
}

// pixels returns what is drawn on a canvas of [newPlain].
func (c *Canvas) Pixels() *image.RGBA { return c.pen.pixels() }

// perPixel returns the number of pixels of the picture to one of the design.
func (c *Canvas) Scale() float64 { return c.scale }

// px converts a length of the design to pixels of the picture.
func (c *Canvas) Px(v float64) float64 { return v * c.scale }

// at800 returns a box of the design, at whole pixels of the picture.
func (c *Canvas) Box(x, y, w, h float64) Box {
	left, top := math.Round(c.Px(x)), math.Round(c.Px(y))
	return Box{left, top, math.Round(c.Px(x+w)) - left, math.Round(c.Px(y+h)) - top}
}

// A Place is where on a picture a choice lies: a rectangle in pixels, which can be touched.
type Place struct {
	Value      string // of the choice
	X, Y, W, H int
}

// place notes where the choice with a value lies.
func (c *Canvas) Place(value string, b Box) {
	x, y := math.Ceil(b.X), math.Ceil(b.Y)
	c.places = append(c.places, Place{value, int(x), int(y), int(b.X + b.W - x), int(b.Y + b.H - y)})
}

// noted returns the places that were noted on the picture, in their order.
func (c *Canvas) Places() []Place { return slices.Clone(c.places) }

// A box is a rectangle in pixels, from its upper left corner.
type Box struct{ X, Y, W, H float64 }

// around returns the square with its middle at a point and sides of 2r.
func Around(x, y, r float64) Box { return Box{x - r, y - r, 2 * r, 2 * r} }

// mid returns the middle of a box.
func (b Box) Mid() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// grow returns the box, larger by d on every side.
func (b Box) Grow(d float64) Box { return Box{b.X - d, b.Y - d, b.W + 2*d, b.H + 2*d} }

// rect fills a rectangle, whose edges are moved to whole pixels.
func (c *Canvas) Rect(b Box, col color.RGBA) {
	x, y := math.Round(b.X), math.Round(b.Y)
	w, h := math.Round(b.X+b.W)-x, math.Round(b.Y+b.H)-y
	if c.pen != nil {
		c.pen.Rectangle(x, y, w, h)
		c.pen.Fill(col)
		return
	}
	c.out.rect(int(x), int(y), int(w), int(h), c.Palette.shades.index(col))
}

// slab fills a box with rounded corners.
func (c *Canvas) RoundRect(b Box, r float64, col color.RGBA) {
	c.Stamp(Key{Kind: "slab", Args: [4]int{int(64 * r)}, Ink: col}, b, func(pen *Pen, b Box) {
		pen.RoundRect(b, r)
		pen.Fill(col)
	})
}

// disc fills a disc.
func (c *Canvas) Disc(x, y, r float64, col color.RGBA) {
	c.Stamp(Key{Kind: "disc", Ink: col}, Around(x, y, r), func(pen *Pen, b Box) {
		pen.Circle(b.X+b.W/2, b.Y+b.H/2, r)
		pen.Fill(col)
	})
}
