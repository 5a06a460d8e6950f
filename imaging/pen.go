package imaging

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"
)

// A pen draws shapes with gg on a part of the picture. Coordinates are those of the whole picture.
type pen struct {
	dc     *gg.Context
	origin image.Point // the corner of the part
}

// newPen returns a pen for a part of the picture.
func newPen(part image.Rectangle) *pen {
	p := &pen{dc: gg.NewContext(part.Dx(), part.Dy()), origin: part.Min}
	p.dc.Translate(-float64(part.Min.X), -float64(part.Min.Y))
	return p
}

// pixels returns the pixels of the part.
func (p *pen) pixels() *image.RGBA { return p.dc.Image().(*image.RGBA) }

// fill fills the current path.
func (p *pen) fill(col color.RGBA) {
	p.dc.SetColor(col)
	p.dc.Fill()
}

// stroke draws the current path as a line.
func (p *pen) stroke(col color.RGBA, width float64) {
	p.dc.SetColor(col)
	p.dc.SetLineWidth(width)
	p.dc.Stroke()
}

// round makes the path of a box with rounded corners.
func (p *pen) round(b box, r float64) {
	p.dc.DrawRoundedRectangle(b.x, b.y, b.w, b.h, r)
}

// polygon makes a closed path through points, given as x, y, x, y, …
func (p *pen) polygon(xy ...float64) {
	p.dc.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		p.dc.LineTo(xy[i], xy[i+1])
	}
	p.dc.ClosePath()
}
