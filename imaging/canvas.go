package imaging

import (
	"bytes"
	"image/color"
	"math"
)

// A canvas is a picture being drawn. Elements are put on it as sprites and letters; while a
// sprite is made, or a whole picture shape by shape, its pen draws them. One goroutine at a
// time uses it.
type canvas struct {
	*pen   // nil when sprites are copied
	pal    *palette
	out    raster
	fonts  fonts
	scale  float64 // pixels of the picture to one of the design
	moving bool    // whether this is a frame of a GIF, in which no seat is marked as being to move
	places []Place // of the choices, as they are drawn

	encoded bytes.Buffer // the PNG of the picture
}

func newCanvas() *canvas { return &canvas{fonts: make(fonts)} }

// begin takes the size and the palette for a picture of a painter, which is an index of
// painters, and fills it with the ground.
func (c *canvas) begin(p Drawing, painter int) {
	size := p.Size
	if size == 0 {
		size = Size
	}
	size = min(max(Smallest, size), Largest)
	c.scale = float64(size) / Size
	c.pal = palettes(p.Palette == Contrast, painter)
	c.places = c.places[:0]
	c.out.shades = c.pal.shades
	c.out.clear(size)
	if c.pen != nil {
		c.rect(box{0, 0, float64(size), float64(size)}, c.pal.ground)
	}
}

// px converts a length of the design to pixels of the picture.
func (c *canvas) px(v float64) float64 { return v * c.scale }

// at800 returns a box of the design, at whole pixels of the picture.
func (c *canvas) at800(x, y, w, h float64) box {
	left, top := math.Round(c.px(x)), math.Round(c.px(y))
	return box{left, top, math.Round(c.px(x+w)) - left, math.Round(c.px(y+h)) - top}
}

// place notes where the choice with a value lies.
func (c *canvas) place(value string, b box) {
	x, y := math.Ceil(b.x), math.Ceil(b.y)
	c.places = append(c.places, Place{value, int(x), int(y), int(b.x + b.w - x), int(b.y + b.h - y)})
}

// A box is a rectangle.
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
		c.dc.DrawRectangle(x, y, w, h)
		c.fill(col)
		return
	}
	c.out.rect(int(x), int(y), int(w), int(h), c.pal.shades.index(col))
}

// slab fills a box with rounded corners.
func (c *canvas) slab(b box, r float64, col color.RGBA) {
	c.stamp(key{what: "slab", args: [4]int{int(64 * r)}, ink: col}, b, func(b box) {
		c.round(b, r)
		c.fill(col)
	})
}

// disc fills a disc.
func (c *canvas) disc(x, y, r float64, col color.RGBA) {
	c.stamp(key{what: "disc", ink: col}, around(x, y, r), func(b box) {
		c.dc.DrawCircle(b.x+b.w/2, b.y+b.h/2, r)
		c.fill(col)
	})
}
