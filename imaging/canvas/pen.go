package canvas

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
)

// A Pen draws the shapes of an element. Lengths and coordinates are pixels, the latter those of
// the [Box] that it is handed with. A shape is made as a path, then filled or stroked, which
// ends the path. Angle 0 lies at the right, and angles grow clockwise.
type Pen struct{ *gg.Context }

// newPen returns a pen for so many pixels, which are transparent.
func newPen(wide, tall int) *Pen { return &Pen{gg.NewContext(wide, tall)} }

// pixels returns what is drawn.
func (p *Pen) pixels() *image.RGBA { return p.Image().(*image.RGBA) }

// Fill fills the path.
func (p *Pen) Fill(col color.RGBA) {
	p.SetColor(col)
	p.Context.Fill()
}

// Stroke draws the path as a line of a width.
func (p *Pen) Stroke(col color.RGBA, width float64) {
	p.SetColor(col)
	p.SetLineWidth(width)
	p.Context.Stroke()
}

// Rotated draws with coordinates that are turned clockwise by an angle in radians around a
// point.
func (p *Pen) Rotated(angle, x, y float64, draw func()) {
	p.Push()
	p.RotateAbout(angle, x, y)
	draw()
	p.Pop()
}

// Clipped draws within the path alone.
func (p *Pen) Clipped(draw func()) {
	p.Clip()
	draw()
	p.ResetClip()
}

// RoundRect makes the path of a box with rounded corners of a radius.
func (p *Pen) RoundRect(b Box, r float64) { p.DrawRoundedRectangle(b.X, b.Y, b.W, b.H, r) }

// Polygon makes a closed path through points, given as x, y, x, y, …
func (p *Pen) Polygon(xy ...float64) {
	p.MoveTo(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		p.LineTo(xy[i], xy[i+1])
	}
	p.ClosePath()
}

// Frame draws a frame with round corners along the edge of a box, with a halo of ground on
// both sides.
func (c *Canvas) Frame(b Box, r, line float64, col color.RGBA) {
	halo := c.Px(3)
	grow := line/2 + halo
	k := Key{Kind: "frame", Args: [4]int{int(64 * r), int(64 * line), int(64 * halo)}, Ink: col}
	c.Stamp(k, b.Grow(grow), func(pen *Pen, b Box) {
		b = b.Grow(-grow)
		pen.RoundRect(b, r)
		pen.Stroke(c.Ground, line+2*halo)
		pen.RoundRect(b, r)
		pen.Stroke(col, line)
	})
}

// DashedFrame draws a frame of dashes along the edge of a box: what is not there yet, or may be
// picked.
func (c *Canvas) DashedFrame(b Box, r, line float64, col color.RGBA) {
	k := Key{Kind: "dashed", Args: [4]int{int(64 * r), int(64 * line), int(64 * c.scale)}, Ink: col}
	c.Stamp(k, b.Grow(line), func(pen *Pen, b Box) {
		pen.SetDash(c.Px(16), c.Px(12))
		pen.RoundRect(b.Grow(-line), r)
		pen.Stroke(col, line)
		pen.SetDash()
	})
}

// Pill writes a text of a size in the middle of a rounded paper of its own, around a point.
func (c *Canvas) Pill(text string, size, x, y float64) {
	l := Label{Text: text, Bold: true, Size: size, Ink: c.OnPaper(), X: x, Y: y, Align: 0.5}
	s := c.style(l)
	w := c.fonts.measure(s, readable(text, s.font())) + 0.8*s.size
	b := Box{math.Round(x - w/2), math.Round(y - 0.65*s.size), math.Round(w), math.Round(1.3 * s.size)}
	c.RoundRect(b, 0.3*s.size, c.Paper)
	c.Write(l)
}

// Number writes a number in a disc of paper, around a point.
func (c *Canvas) Number(text string, r, x, y float64) {
	c.Disc(x, y, r, c.Paper)
	size := max(1.3*r, c.Px(SmallText))
	c.Write(Label{Text: text, Bold: true, Size: size, Ink: c.OnPaper(), X: x, Y: y, Align: 0.5})
}

// TurnedFrame draws a square frame around a point, at the distance r from it. Two arrow heads
// show which way the content was turned, so far forward from the middles of their sides. At an edge of
// the board, its side lies a little further in; at the top or the bottom the heads are left and right.
// So it hides no text beside the board.
func (c *Canvas) TurnedFrame(x, y, r, forward float64, clockwise bool, at Edges) {
	line := max(c.Px(4), 0.075*r)
	size, halo := min(max(c.Px(9), 0.15*r), c.Px(15)), c.Px(3)
	k := Key{Kind: "turned", Args: [4]int{Bits(clockwise), int(64 * c.scale), Bits(at.Left, at.Top, at.Right,
		at.Bottom), int(64 * forward)}}
	c.Stamp(k, Around(x, y, r+1.5*size+halo), func(pen *Pen, b Box) {
		x, y := b.Mid()
		sides := at.within(Around(x, y, r), line/2+c.Px(2))
		paint := func(col color.RGBA, more float64) {
			pen.RoundRect(sides, 0.2*r)
			pen.Stroke(col, line+2*more)
			arrowHeads(pen, sides, forward, size+more, clockwise, at.Top || at.Bottom)
			pen.Fill(col)
		}
		paint(c.Ground, halo)
		paint(c.Accent, 0)
	})
}

// Edges says which sides of a frame lie at the edge of the board.
type Edges struct{ Left, Top, Right, Bottom bool }

// within returns a box whose sides at the edges lie further in.
func (e Edges) within(b Box, by float64) Box {
	if e.Left {
		b.X, b.W = b.X+by, b.W-by
	}
	if e.Top {
		b.Y, b.H = b.Y+by, b.H-by
	}
	if e.Right {
		b.W -= by
	}
	if e.Bottom {
		b.H -= by
	}
	return b
}

// arrowHeads makes the path of an arrow head on the upper and the lower side of a frame, or on its
// left and its right side, so far forward from the middle of the side.
func arrowHeads(pen *Pen, sides Box, forward, size float64, clockwise, upright bool) {
	x, y := sides.Mid()
	way, out := 1.0, sides.H/2
	if upright {
		out = sides.W / 2
	}
	if !clockwise {
		way = -1
	}
	for _, up := range []float64{1, -1} {
		at := func(along, out float64) (float64, float64) {
			if upright {
				return x + up*out, y + up*way*along
			}
			return x + up*way*along, y - up*out
		}
		x1, y1 := at(forward+size*1.2, out)
		x2, y2 := at(forward-size, out-size)
		x3, y3 := at(forward-size, out+size)
		pen.Polygon(x1, y1, x2, y2, x3, y3)
	}
}

// RoundArrow draws an arrow that goes round a point, at the distance r from it.
func (c *Canvas) RoundArrow(x, y, r float64, clockwise bool, col color.RGBA) {
	c.Stamp(Key{Kind: "way", Args: [4]int{Bits(clockwise)}, Ink: col}, Around(x, y, 1.6*r), func(pen *Pen, b Box) {
		x, y := b.Mid()
		way := 1.0
		if !clockwise {
			way = -1
		}
		// It goes over the top, from the side away from its head.
		const from, to = math.Pi * 5 / 6, math.Pi * 13 / 6
		for i := range 33 {
			sin, cos := math.Sincos(from + (to-from)*float64(i)/32)
			pen.LineTo(x+way*r*cos, y+r*sin)
		}
		pen.Stroke(col, 0.28*r)
		sin, cos := math.Sincos(to)
		put := func(along, out float64) (float64, float64) {
			return x + way*((r+out)*cos-along*sin), y + (r+out)*sin + along*cos
		}
		x1, y1 := put(0.75*r, 0)
		x2, y2 := put(-0.15*r, -0.5*r)
		x3, y3 := put(-0.15*r, 0.5*r)
		pen.Polygon(x1, y1, x2, y2, x3, y3)
		pen.Fill(col)
	})
}

// Through draws what goes from one point to another, with so much room around both. Draw gets the points as they lie
// for the pen.
func (c *Canvas) Through(k Key, x1, y1, x2, y2, edge float64, draw func(pen *Pen, x1, y1, x2, y2 float64)) {
	part := Box{min(x1, x2) - edge, min(y1, y2) - edge, math.Abs(x2-x1) + 2*edge, math.Abs(y2-y1) + 2*edge}
	c.Stamp(k, part, func(pen *Pen, at Box) {
		dx, dy := at.X-part.X, at.Y-part.Y
		draw(pen, x1+dx, y1+dy, x2+dx, y2+dy)
	})
}

// A DrawPiece draws one kind of piece in a square on a ground, for the check of colour vision. The
// pieces of one group must be told apart from each other.
type DrawPiece func(group, name string, ground color.RGBA, piece func(c *Canvas, at Box))
