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
const designSide = 800

// A canvas is a picture being drawn, on which elements are put as sprites and letters. One
// goroutine at a time uses it, for one picture after the other.
type canvas struct {
	pal    *palette // of the picture
	moving bool     // whether the picture is one of a GIF, in which no seat is marked as being to move

	pen    *Pen // draws a sprite, or a whole picture shape by shape; nil when sprites are copied
	out    raster
	fonts  fonts
	scale  float64 // pixels of the picture to one of the design
	places []Place // of the choices, as they are drawn

	encoded bytes.Buffer // the PNG of the picture
}

// newCanvas returns a canvas. Each picture on it begins with [canvas.begin].
func newCanvas() *canvas { return &canvas{fonts: make(fonts)} }

// newPlain returns a canvas that draws the upper left size by size pixels of a picture shape by
// shape, without sprites, as tests do to compare. Its [canvas.pixels] are transparent until a
// picture begins, and its palettes need no table of colours.
func newPlain(size int) *canvas {
	c := newCanvas()
	c.pen = newPen(size, size)
	return c
}

// begin begins a picture of size by size pixels in a palette. It has the colour of the ground,
// and no places.
func (c *canvas) begin(size int, p *palette) {
	c.scale = float64(size) / designSide
	c.pal = p
	c.places = c.places[:0]
	c.out.shades = p.shades
	c.out.clear(size)
	if c.pen != nil {
		c.rect(box{0, 0, float64(size), float64(size)}, p.ground)
	}
}

// png returns the picture as an opaque PNG.
func (c *canvas) png() ([]byte, error) {
	c.encoded.Reset()
	if err := c.out.png(&c.encoded); err != nil {
		return nil, err
	}
	return bytes.Clone(c.encoded.Bytes()), nil
}

// pixels returns what is drawn on a canvas of [newPlain].
func (c *canvas) pixels() *image.RGBA { return c.pen.pixels() }

// perPixel returns the number of pixels of the picture to one of the design.
func (c *canvas) perPixel() float64 { return c.scale }

// px converts a length of the design to pixels of the picture.
func (c *canvas) px(v float64) float64 { return v * c.scale }

// at800 returns a box of the design, at whole pixels of the picture.
func (c *canvas) at800(x, y, w, h float64) box {
	left, top := math.Round(c.px(x)), math.Round(c.px(y))
	return box{left, top, math.Round(c.px(x+w)) - left, math.Round(c.px(y+h)) - top}
}

// A Place is where on a picture a choice lies: a rectangle in pixels, which can be touched.
type Place struct {
	Value      string // of the choice
	X, Y, W, H int
}

// place notes where the choice with a value lies.
func (c *canvas) place(value string, b box) {
	x, y := math.Ceil(b.x), math.Ceil(b.y)
	c.places = append(c.places, Place{value, int(x), int(y), int(b.x + b.w - x), int(b.y + b.h - y)})
}

// noted returns the places that were noted on the picture, in their order.
func (c *canvas) noted() []Place { return slices.Clone(c.places) }

// A box is a rectangle in pixels, from its upper left corner.
type box struct{ x, y, w, h float64 }

// around returns the square with its middle at a point and sides of 2r.
func around(x, y, r float64) box { return box{x - r, y - r, 2 * r, 2 * r} }

// mid returns the middle of a box.
func (b box) mid() (x, y float64) { return b.x + b.w/2, b.y + b.h/2 }

// grow returns the box, larger by d on every side.
func (b box) grow(d float64) box { return box{b.x - d, b.y - d, b.w + 2*d, b.h + 2*d} }

// rect fills a rectangle, whose edges are moved to whole pixels.
func (c *canvas) rect(b box, col color.RGBA) {
	x, y := math.Round(b.x), math.Round(b.y)
	w, h := math.Round(b.x+b.w)-x, math.Round(b.y+b.h)-y
	if c.pen != nil {
		c.pen.rectangle(x, y, w, h)
		c.pen.fill(col)
		return
	}
	c.out.rect(int(x), int(y), int(w), int(h), c.pal.shades.index(col))
}

// slab fills a box with rounded corners.
func (c *canvas) slab(b box, r float64, col color.RGBA) {
	c.stamp(key{what: "slab", args: [4]int{int(64 * r)}, ink: col}, b, func(pen *Pen, b box) {
		pen.rounded(b, r)
		pen.fill(col)
	})
}

// disc fills a disc.
func (c *canvas) disc(x, y, r float64, col color.RGBA) {
	c.stamp(key{what: "disc", ink: col}, around(x, y, r), func(pen *Pen, b box) {
		pen.circle(b.x+b.w/2, b.y+b.h/2, r)
		pen.fill(col)
	})
}
