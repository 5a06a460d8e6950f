package imaging

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
)

// unit is what every length of a picture is measured in, in pixels. A picture is
// 100 units wide; on a phone a unit is about four points.
const unit = 10.0

// A canvas is a picture being made. It belongs to one goroutine.
type canvas struct {
	dc    *gg.Context
	pal   palette
	faces map[style]font.Face
}

func newCanvas(preview bool) *canvas {
	c := &canvas{dc: gg.NewContext(Width, Height), pal: dark, faces: make(map[style]font.Face)}
	if preview {
		c.pal = dark.preview()
	}
	return c
}

// pixels returns what was drawn.
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

// grow returns the box with d more on every side.
func (b box) grow(d float64) box { return box{b.x - d, b.y - d, b.w + 2*d, b.h + 2*d} }

// round makes a path around a box, its corners rounded.
func (c *canvas) round(b box, r float64) {
	c.dc.DrawRoundedRectangle(b.x, b.y, b.w, b.h, r)
}

// slab fills a large box with rounded corners. Its sides and r are whole pixels,
// so that only the ends need the slow way of drawing.
func (c *canvas) slab(b box, r float64, col color.RGBA) {
	middle := image.Rect(int(b.x), int(b.y+r), int(b.x+b.w), int(b.y+b.h-r))
	draw.Draw(c.pixels(), middle, image.NewUniform(col), image.Point{}, draw.Src)
	c.round(box{b.x, b.y, b.w, 2 * r}, r)
	c.round(box{b.x, b.y + b.h - 2*r, b.w, 2 * r}, r)
	c.fill(col)
}

// polygon makes a closed path through points: x, y, x, y, …
func (c *canvas) polygon(xy ...float64) {
	c.dc.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		c.dc.LineTo(xy[i], xy[i+1])
	}
	c.dc.ClosePath()
}
