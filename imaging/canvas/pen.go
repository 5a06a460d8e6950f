package canvas

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/fogleman/gg"
)

// A Pen draws the shapes of an element. Lengths and coordinates are pixels, the latter those of
// the [Box] that it is handed with. A shape is made as a path, then filled or stroked, which
// ends the path. Angle 0 lies at the right, and angles grow clockwise. Closed shapes go round clockwise, so that those
// of one path are one body.
//
// It makes pixels, or writes the same shapes as vectors.
type Pen struct {
	pixels  *gg.Context
	vectors *Sheet // nil for pixels

	path []stretch
	dash []float64
	turn func(x, y float64) (float64, float64) // nil for none
}

// A stretch is a part of a path in pixels: it moves to one point (M), draws a line (L) to one, or a curve of Bézier
// through two (Q) or three (C), or closes the path (Z). As vectors have it, it may be an arc (A) to the first point: the
// second one has its radii, and the third 1 if it goes clockwise.
type stretch struct {
	op byte
	at [3][2]float64
}

// points returns the number of the points of a stretch.
func (s stretch) points() int { return map[byte]int{'M': 1, 'L': 1, 'A': 1, 'Q': 2, 'C': 3}[s.op] }

// newPen returns a pen for so many pixels, which are transparent.
func newPen(wide, tall int) *Pen { return &Pen{pixels: gg.NewContext(wide, tall)} }

// image returns the pixels that are drawn.
func (p *Pen) image() *image.RGBA { return p.pixels.Image().(*image.RGBA) }

// to adds a stretch through points, given as x, y, x, y, …
func (p *Pen) to(op byte, xy ...float64) {
	s := stretch{op: op}
	for i := 0; i+1 < len(xy); i += 2 {
		x, y := xy[i], xy[i+1]
		if p.turn != nil {
			x, y = p.turn(x, y)
		}
		s.at[i/2] = [2]float64{x, y}
	}
	p.path = append(p.path, s)
}

// MoveTo begins a part of the path at a point.
func (p *Pen) MoveTo(x, y float64) { p.to('M', x, y) }

// LineTo draws a line to a point, with which the path may begin.
func (p *Pen) LineTo(x, y float64) {
	if len(p.path) == 0 {
		p.MoveTo(x, y)
		return
	}
	p.to('L', x, y)
}

// CurveTo draws a cubic curve of Bézier to x, y.
func (p *Pen) CurveTo(x1, y1, x2, y2, x, y float64) { p.to('C', x1, y1, x2, y2, x, y) }

// QuadTo draws a quadratic curve of Bézier to x, y.
func (p *Pen) QuadTo(x1, y1, x, y float64) { p.to('Q', x1, y1, x, y) }

// Close closes the last part of the path.
func (p *Pen) Close() { p.to('Z') }

// Arc makes a part of an ellipse around a point between two angles, to which a line leads if the path has begun.
func (p *Pen) Arc(x, y, rx, ry, from, to float64) {
	at := func(angle, out float64) (float64, float64) {
		sin, cos := math.Sincos(angle)
		return x + rx*(cos-out*sin), y + ry*(sin+out*cos)
	}
	if p.vectors != nil && (rx == ry || p.turn == nil) {
		p.LineTo(at(from, 0))
		p.arcs(func(angle float64) (float64, float64) { return at(angle, 0) }, rx, ry, from, to)
		return
	}
	n := math.Ceil(math.Abs(to-from) / (math.Pi / 2))
	step := (to - from) / n
	out := 4.0 / 3 * math.Tan(step/4) // how far the curve leans along its tangents
	p.LineTo(at(from, 0))
	for i := range int(n) {
		a, b := from+float64(i)*step, from+float64(i+1)*step
		x1, y1 := at(a, out)
		x2, y2 := at(b, -out)
		x3, y3 := at(b, 0)
		p.CurveTo(x1, y1, x2, y2, x3, y3)
	}
}

// arcs makes a part of an ellipse of at most halves, as vectors have them. The radii of a half are a little too short:
// then they are taken as long as its ends demand, while too long ones would make it flat.
func (p *Pen) arcs(at func(angle float64) (x, y float64), rx, ry, from, to float64) {
	n, less := math.Ceil(math.Abs(to-from)/math.Pi), 0.0
	if math.Abs(to-from)/n > 3 {
		less = 0.1
	}
	for i := range int(n) {
		x, y := at(from + float64(i+1)*(to-from)/n)
		p.to('A', x, y)
		last := &p.path[len(p.path)-1]
		last.at[1] = [2]float64{rx - less, ry - less}
		if to > from {
			last.at[2][0] = 1
		}
	}
}

// Circle makes the path of a circle.
func (p *Pen) Circle(x, y, r float64) { p.Ellipse(x, y, r, r) }

// Ring draws a circle as a line of a width, in so many dashes with gaps as long, or unbroken for 0.
func (p *Pen) Ring(x, y, r float64, dashes int, ink color.RGBA, width float64) {
	if dashes > 0 {
		dash := math.Pi / float64(dashes) * r
		p.Dash(dash, dash)
	}
	p.Circle(x, y, r)
	p.Stroke(ink, width)
}

// Ellipse makes the path of an ellipse.
func (p *Pen) Ellipse(x, y, rx, ry float64) {
	p.MoveTo(x+rx, y)
	p.Arc(x, y, rx, ry, 0, 2*math.Pi)
	p.Close()
}

// Rectangle makes the path of a box.
func (p *Pen) Rectangle(b Box) { p.Polygon(b.X, b.Y, b.X+b.W, b.Y, b.X+b.W, b.Y+b.H, b.X, b.Y+b.H) }

// RoundRect makes the path of a box with rounded corners of a radius.
func (p *Pen) RoundRect(b Box, r float64) {
	if r = min(r, b.W/2, b.H/2); r <= 0 {
		p.Rectangle(b)
		return
	}
	const quarter = math.Pi / 2
	p.MoveTo(b.X+r, b.Y)
	p.Arc(b.X+b.W-r, b.Y+r, r, r, -quarter, 0)
	p.Arc(b.X+b.W-r, b.Y+b.H-r, r, r, 0, quarter)
	p.Arc(b.X+r, b.Y+b.H-r, r, r, quarter, 2*quarter)
	p.Arc(b.X+r, b.Y+r, r, r, 2*quarter, 3*quarter)
	p.Close()
}

// DashedRect makes the path of a box with rounded corners for a line of dashes, of about a length and with such gaps:
// one lies round each corner, and those along a side are equal.
func (p *Pen) DashedRect(b Box, r, on, off float64) {
	const quarter = math.Pi / 2
	r = min(r, b.W/2, b.H/2)
	end := min(max((on-quarter*r)/2, 0.1*on), min(b.W, b.H)/2-r) // of the dash of a corner along a side
	x, y := b.Mid()
	for side := range 4 {
		long, out := b.W, b.H/2
		if side%2 == 1 {
			long, out = b.H, b.W/2
		}
		p.Rotated(float64(side)*quarter, x, y, func() {
			left, top := x-long/2, y-out
			p.MoveTo(left, top+r+end)
			p.LineTo(left, top+r)
			p.Arc(left+r, top+r, r, r, -2*quarter, -quarter)
			p.LineTo(left+r+end, top)
			between := long - 2*(r+end)
			n := math.Max(0, math.Round((between-off)/(on+off)))
			gap := between / (n + 1 + n*on/off)
			for i := range int(n) {
				from := left + r + end + gap + float64(i)*gap*(1+on/off)
				p.MoveTo(from, top)
				p.LineTo(from+gap*on/off, top)
			}
		})
	}
	p.Dash(8*(b.W+b.H), 1) // one dash is longer than any part of the path, so that its ends are not round
}

// Polygon makes a closed path through points, given as x, y, x, y, …
func (p *Pen) Polygon(xy ...float64) {
	p.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		p.LineTo(xy[i], xy[i+1])
	}
	p.Close()
}

// Dash makes the next line one of dashes of a length with gaps.
func (p *Pen) Dash(on, off float64) { p.dash = []float64{on, off} }

// Rotated makes paths with coordinates that are turned clockwise by an angle in radians around a
// point.
func (p *Pen) Rotated(angle, x, y float64, draw func()) {
	sin, cos := math.Sincos(angle)
	p.turn = func(px, py float64) (float64, float64) {
		return x + cos*(px-x) - sin*(py-y), y + sin*(px-x) + cos*(py-y)
	}
	draw()
	p.turn = nil
}

// Fill fills the path.
func (p *Pen) Fill(col color.RGBA) {
	if p.vectors != nil {
		for _, shape := range closedShapes(p.path) {
			p.vectors.shape(shape, 0, 0, ` fill="`+hex(col)+`"`, 0)
		}
	} else {
		p.replay()
		p.pixels.SetColor(col)
		p.pixels.Fill()
	}
	p.path = p.path[:0]
}

// Stroke draws the path as a line of a width. Its ends and corners are round, those of dashes are not.
func (p *Pen) Stroke(col color.RGBA, width float64) {
	if p.vectors != nil {
		ends := ""
		if p.dash != nil {
			ends = fmt.Sprintf(` stroke-linecap="butt" stroke-dasharray="%s %s"`, short(p.dash[0]), short(p.dash[1]))
		}
		p.vectors.shape(p.path, 0, 0, fmt.Sprintf(` fill="none" stroke="%s" stroke-width="%s"%s`, hex(col), short(width), ends), width/2)
	} else {
		p.replay()
		p.pixels.SetColor(col)
		p.pixels.SetLineWidth(width)
		p.pixels.SetDash(p.dash...)
		if p.pixels.SetLineCapRound(); p.dash != nil {
			p.pixels.SetLineCapButt()
		}
		p.pixels.Stroke()
	}
	p.path, p.dash = p.path[:0], nil
}

// Clipped draws within the path alone.
func (p *Pen) Clipped(draw func()) {
	if p.vectors != nil {
		path := slices.Clone(p.path)
		p.path = p.path[:0]
		p.vectors.clipped(path, draw)
		return
	}
	p.replay()
	p.path = p.path[:0]
	p.pixels.Clip()
	draw()
	p.pixels.ResetClip()
}

// replay gives the path to what makes pixels.
func (p *Pen) replay() {
	for _, s := range p.path {
		switch x, y := s.at[0][0], s.at[0][1]; s.op {
		case 'M':
			p.pixels.MoveTo(x, y)
		case 'L':
			p.pixels.LineTo(x, y)
		case 'Q':
			p.pixels.QuadraticTo(x, y, s.at[1][0], s.at[1][1])
		case 'C':
			p.pixels.CubicTo(x, y, s.at[1][0], s.at[1][1], s.at[2][0], s.at[2][1])
		default:
			p.pixels.ClosePath()
		}
	}
}

// A DrawPiece draws one kind of piece in a square on a ground, for the check of colour vision. The
// pieces of one group must be told apart from each other.
type DrawPiece func(group, name string, ground color.RGBA, piece func(c *Canvas, at Box))
