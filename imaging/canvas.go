package imaging

import (
	"bytes"
	"image"
	"image/color"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
)

// unit is the unit of every length of a picture, in pixels. A picture is 100 units wide; on
// a phone a unit is about four points.
const unit = 10.0

// A canvas is a picture being drawn. One goroutine at a time uses it.
type canvas struct {
	pal    *palette
	out    raster
	dc     *gg.Context // draws shape by shape: a sprite or a whole picture; nil when sprites are copied
	origin image.Point // the place of dc on the picture
	fonts  map[style]font.Face
	moving bool // whether this is a frame of a GIF, in which no seat is marked as being to move

	encoded bytes.Buffer // the PNG of the picture
}

func newCanvas() *canvas { return &canvas{fonts: make(map[style]font.Face)} }

// use takes the palette for a picture of a painter, which is an index of painters.
func (c *canvas) use(p Drawing, painter int) {
	c.pal = palettes[paletteKey{p.Palette == Contrast, p.Preview != "", painter}]
	c.out.shades = c.pal.shades
}

// pixels returns the pixels of dc.
func (c *canvas) pixels() *image.RGBA { return c.dc.Image().(*image.RGBA) }

// fill fills the current path.
func (c *canvas) fill(col color.RGBA) {
	c.dc.SetColor(col)
	c.dc.Fill()
}

// stroke draws the current path as a line.
func (c *canvas) stroke(col color.RGBA, width float64) {
	c.dc.SetColor(col)
	c.dc.SetLineWidth(width)
	c.dc.Stroke()
}

// A box is a rectangle.
type box struct{ x, y, w, h float64 }

// around returns the square with its middle at a point and sides of 2r.
func around(x, y, r float64) box { return box{x - r, y - r, 2 * r, 2 * r} }

// mid returns the middle of a box.
func (b box) mid() (x, y float64) { return b.x + b.w/2, b.y + b.h/2 }

// grow returns the box, larger by d on every side.
func (b box) grow(d float64) box { return box{b.x - d, b.y - d, b.w + 2*d, b.h + 2*d} }

// round makes the path of a box with rounded corners.
func (c *canvas) round(b box, r float64) {
	c.dc.DrawRoundedRectangle(b.x, b.y, b.w, b.h, r)
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
		c.dc.DrawCircle(b.x+r, b.y+r, r)
		c.fill(col)
	})
}

// polygon makes a closed path through points, given as x, y, x, y, …
func (c *canvas) polygon(xy ...float64) {
	c.dc.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		c.dc.LineTo(xy[i], xy[i+1])
	}
	c.dc.ClosePath()
}
