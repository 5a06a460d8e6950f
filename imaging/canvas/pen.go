package canvas

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"
)

// A Pen draws the shapes of an element. Lengths and coordinates are pixels, the latter those of
// the [Box] that it is handed with. A shape is made as a path, then filled or stroked, which
// ends the path.
type Pen struct{ dc *gg.Context }

// newPen returns a pen for so many pixels, which are transparent.
func newPen(wide, tall int) *Pen { return &Pen{gg.NewContext(wide, tall)} }

// pixels returns what is drawn.
func (p *Pen) pixels() *image.RGBA { return p.dc.Image().(*image.RGBA) }

// Fill fills the path.
func (p *Pen) Fill(col color.RGBA) {
	p.dc.SetColor(col)
	p.dc.Fill()
}

// Stroke draws the path as a line of a width.
func (p *Pen) Stroke(col color.RGBA, width float64) {
	p.dc.SetColor(col)
	p.dc.SetLineWidth(width)
	p.dc.Stroke()
}

// Dash makes strokes of dashes, given as the lengths of a dash, a gap, a dash, …; of none it
// makes them whole again.
func (p *Pen) Dash(lengths ...float64) { p.dc.SetDash(lengths...) }

// Rotated draws with coordinates that are turned clockwise by an angle in radians around a
// point.
func (p *Pen) Rotated(angle, x, y float64, draw func()) {
	p.dc.Push()
	p.dc.RotateAbout(angle, x, y)
	draw()
	p.dc.Pop()
}

// Clipped draws within the path alone.
func (p *Pen) Clipped(draw func()) {
	p.dc.Clip()
	draw()
	p.dc.ResetClip()
}

// MoveTo begins a line at a point.
func (p *Pen) MoveTo(x, y float64) { p.dc.MoveTo(x, y) }

// LineTo draws a straight line to a point.
func (p *Pen) LineTo(x, y float64) { p.dc.LineTo(x, y) }

// CurveTo draws a cubic Bézier curve to the third point; the others are its control points.
func (p *Pen) CurveTo(x1, y1, x2, y2, x3, y3 float64) { p.dc.CubicTo(x1, y1, x2, y2, x3, y3) }

// Close draws a straight line to where the line began.
func (p *Pen) Close() { p.dc.ClosePath() }

// Arc makes the path of a part of a circle around a point, between two angles in radians.
// Angle 0 lies at the right, and angles grow clockwise.
func (p *Pen) Arc(x, y, r, from, to float64) { p.dc.DrawArc(x, y, r, from, to) }

// Circle makes the path of a circle around a point.
func (p *Pen) Circle(x, y, r float64) { p.dc.DrawCircle(x, y, r) }

// Rectangle makes the path of a rectangle from its upper left corner.
func (p *Pen) Rectangle(x, y, w, h float64) { p.dc.DrawRectangle(x, y, w, h) }

// RoundRect makes the path of a box with rounded corners of a radius.
func (p *Pen) RoundRect(b Box, r float64) { p.dc.DrawRoundedRectangle(b.X, b.Y, b.W, b.H, r) }

// Polygon makes a closed path through points, given as x, y, x, y, …
func (p *Pen) Polygon(xy ...float64) {
	p.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		p.LineTo(xy[i], xy[i+1])
	}
	p.Close()
}
