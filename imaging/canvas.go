package imaging

import (
	"bytes"
	"image/color"
)

// unit is the unit of every length of a picture, in pixels. A picture is 100 units wide; on
// a phone a unit is about four points.
const unit = 10.0

// A canvas is a picture being drawn. Elements are put on it as sprites and labels; while a
// sprite is made, or a whole picture shape by shape, its pen draws them. One goroutine at a
// time uses it.
type canvas struct {
	*pen   // nil when sprites are copied
	pal    *palette
	out    raster
	fonts  fonts
	moving bool // whether this is a frame of a GIF, in which no seat is marked as being to move

	encoded bytes.Buffer // the PNG of the picture
}

func newCanvas() *canvas { return &canvas{fonts: make(fonts)} }

// use takes the palette for a picture of a painter, which is an index of painters.
func (c *canvas) use(p Drawing, painter int) {
	c.pal = palettes[paletteKey{p.Palette == Contrast, p.Preview != "", painter}]
	c.out.shades = c.pal.shades
}

// A box is a rectangle.
type box struct{ x, y, w, h float64 }

// around returns the square with its middle at a point and sides of 2r.
func around(x, y, r float64) box { return box{x - r, y - r, 2 * r, 2 * r} }

// mid returns the middle of a box.
func (b box) mid() (x, y float64) { return b.x + b.w/2, b.y + b.h/2 }

// grow returns the box, larger by d on every side.
func (b box) grow(d float64) box { return box{b.x - d, b.y - d, b.w + 2*d, b.h + 2*d} }

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
		c.dc.DrawCircle(b.x+r, b.y+r, r)
		c.fill(col)
	})
}
