package imaging

import (
	"bytes"
	"image"
	"image/color"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
)

// unit is what every length of a picture is measured in, in pixels. A picture is
// 100 units wide; on a phone a unit is about four points.
const unit = 10.0

// A canvas is a picture being made. It belongs to one goroutine.
type canvas struct {
	pal    *palette
	out    raster
	dc     *gg.Context // what is drawn shape by shape: a sprite, or the whole; nil else
	origin image.Point // of dc
	faces  map[style]font.Face
	moving bool // a picture of many: who is to move is not marked, as it would change with each

	encoded bytes.Buffer // the picture as a PNG
}

func newCanvas() *canvas { return &canvas{faces: make(map[style]font.Face)} }

// use takes the palette for a picture of a game.
func (c *canvas) use(p Picture, game int) {
	c.pal = palettes[paletteKey{p.Palette == Contrast, p.Preview != "", game}]
	c.out.shades = c.pal.shades
}

// pixels returns what is drawn shape by shape.
func (c *canvas) pixels() *image.RGBA { return c.dc.Image().(*image.RGBA) }

// fill fills the path that was made.
func (c *canvas) fill(col color.RGBA) {
	c.dc.SetColor(col)
	c.dc.Fill()
}

// stroke draws the path that was made as a line.
func (c *canvas) stroke(col color.RGBA, width float64) {
	c.dc.SetColor(col)
	c.dc.SetLineWidth(width)
	c.dc.Stroke()
}

// A box is a rectangle.
type box struct{ x, y, w, h float64 }

// around returns the square about a point that reaches r each way.
func around(x, y, r float64) box { return box{x - r, y - r, 2 * r, 2 * r} }

// mid returns the middle of a box.
func (b box) mid() (x, y float64) { return b.x + b.w/2, b.y + b.h/2 }

// grow returns the box with d more on every side.
func (b box) grow(d float64) box { return box{b.x - d, b.y - d, b.w + 2*d, b.h + 2*d} }

// round makes a path around a box, its corners rounded.
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

// polygon makes a closed path through points: x, y, x, y, …
func (c *canvas) polygon(xy ...float64) {
	c.dc.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		c.dc.LineTo(xy[i], xy[i+1])
	}
	c.dc.ClosePath()
}
