package canvas

import (
	"image/color"
	"math"
	"strconv"
)

// This file has the marks that games share. Colours on a board have a casing of the darkest one, so that they are
// seen on light pieces too.

// Frame draws a frame with round corners along the edge of a box, with a casing on both sides.
func (c *Canvas) Frame(b Box, r, line float64, col color.RGBA) { c.frame(b, r, line, false, col) }

// DashedFrame draws such a frame of dashes: what is not there yet, may be picked, or is not played.
func (c *Canvas) DashedFrame(b Box, r, line float64, col color.RGBA) { c.frame(b, r, line, true, col) }

func (c *Canvas) frame(b Box, r, line float64, dashed bool, col color.RGBA) {
	halo := c.Px(2.5)
	if col == c.Casing {
		halo = 0
	}
	grow := math.Ceil(line/2 + halo)
	k := Key{Kind: "frame", Args: [4]int{int(64 * r), int(64 * line), int(64 * c.scale), Bits(dashed)}, Ink: col}
	c.Stamp(k, b.Grow(grow), func(pen *Pen, b Box) {
		b = b.Grow(-grow)
		pen.RoundRect(b, r)
		pen.Stroke(c.Casing, line+2*halo)
		if dashed {
			pen.DashedRect(b, r, c.Px(16), c.Px(10))
		} else {
			pen.RoundRect(b, r)
		}
		pen.Stroke(col, line)
	})
}

// Dashes draws a frame of dashes along the edge of a box without a casing: an empty place.
func (c *Canvas) Dashes(b Box, r, line float64, col color.RGBA) {
	k := Key{Kind: "dashes", Args: [4]int{int(64 * r), int(64 * line), int(64 * c.scale)}, Ink: col}
	c.Stamp(k, b.Grow(line), func(pen *Pen, b Box) {
		pen.DashedRect(b.Grow(-line), r, c.Px(16), c.Px(12))
		pen.Stroke(col, line)
	})
}

// Pill writes a text in the middle of a rounded paper of its own, around a point.
func (c *Canvas) Pill(text string, x, y float64) { c.pill(text, x, y, 0.8, 1.3, nil) }

// pill writes a pill, so much wider than its text and so high, each a part of its size, unless its box is refused.
func (c *Canvas) pill(text string, x, y, aside, high float64, refused func(Box) bool) bool {
	l := Label{Text: text, Bold: true, Ink: c.OnPaper(), X: x, Y: y, Align: 0.5}
	s, _, wide := c.measured(l)
	w, h := wide+aside*s.size, high*s.size
	b := Box{math.Round(x - w/2), math.Round(y - h/2), math.Round(w), math.Round(h)}
	if refused != nil && refused(b) {
		return false
	}
	c.RoundRect(b, 0.3*s.size, c.Paper)
	c.Write(l)
	return true
}

// Label writes the name of a place in a pill where four cells of a board meet, if it leaves their pieces free, and
// reports whether it does.
func (g Grid) Label(text string, x, y float64) bool {
	return g.pill(text, x, y, 0.6, 1.2, func(b Box) bool {
		return math.Hypot(max(0, g.Cell-b.W), max(0, g.Cell-b.H))/2 < PieceFree*g.Cell
	})
}

// PieceFree is how much of a cell around the middle of its piece no mark but a stud touches.
const PieceFree = 0.3

// Number writes a number in a disc of paper, around a point.
func (c *Canvas) Number(text string, r, x, y float64) {
	c.Disc(x, y, r, c.Paper)
	c.Write(Label{Text: text, Bold: true, Ink: c.OnPaper(), X: x, Y: y, Align: 0.5})
}

// Worth says in the middle of a box what a choice can come to: a full dot wins, a ring loses, and a dash is a tie. The
// number is in how many turns, 0 for none. No mark needs a colour to be told apart.
func (c *Canvas) Worth(at Box, wins, turns int) {
	x, y := at.Mid()
	r, halo := math.Round(min(max(c.Px(15), 0.3*min(at.W, at.H)), c.Px(27))), math.Ceil(c.Px(3))
	ink := c.OnPaper()
	switch {
	case wins == 0:
		half := math.Round(r / 3.2)
		c.RoundRect(NewBox(x-r-halo, y-half-halo, 2*(r+halo), 2*(half+halo)), half+halo, c.Casing)
		c.RoundRect(NewBox(x-r, y-half, 2*r, 2*half), half, c.Paper)
		return
	case wins > 0:
		c.Disc(x, y, r+halo, c.Casing)
		c.Disc(x, y, r, c.Paper)
	default:
		line := max(2, math.Round(0.2*r))
		c.Disc(x, y, r+halo, c.Casing)
		c.Disc(x, y, r, c.Paper)
		c.Disc(x, y, r-line, c.Casing)
		ink = Ink{c.Paper, c.Casing}
	}
	if turns > 0 {
		c.Write(Label{Text: strconv.Itoa(turns), Bold: true, Ink: ink, X: x, Y: y, Align: 0.5})
	}
}

// Stud draws a stud in the middle of a piece of a size: one that is fixed, or fresh where the last move put it.
func (c *Canvas) Stud(x, y, size float64, fresh bool) {
	out, in, head := 0.125, 0.07, c.Paper
	if fresh {
		out, in, head = 0.185, 0.135, c.Accent
	}
	k := Key{Kind: "stud", Args: [4]int{Bits(fresh), int(64 * size)}}
	c.Stamp(k, Around(x, y, math.Ceil(out*size)), func(pen *Pen, b Box) {
		x, y := b.Mid()
		pen.Circle(x, y, out*size)
		pen.Fill(c.Casing)
		pen.Circle(x, y, in*size)
		pen.Fill(head)
		if fresh {
			pen.Circle(x-0.04*size, y-0.045*size, 0.035*size)
			pen.Fill(c.Paper)
		}
	})
}

// TurnedFrame draws a frame around cells of a size, in dashes if their turn is not played. Two arrow heads show which
// way the content was turned, or that two cells changed places, in the middles of the upper and the lower side, or of
// the left and the right one; within those sides if asked. Around a single cell there are none.
func (c *Canvas) TurnedFrame(b Box, cell float64, clockwise, dashed, upright, within bool) {
	line := max(c.Px(5), 0.085*cell)
	size, halo := min(max(c.Px(9), 0.21*cell), c.Px(19)), c.Px(2.5)
	k := Key{Kind: "turned", Args: [4]int{Bits(clockwise, dashed, upright, within), int(64 * c.scale), int(64 * cell)}}
	grow, single := math.Ceil(1.5*size+halo), max(b.W, b.H) < 1.5*cell
	c.Stamp(k, b.Grow(grow), func(pen *Pen, b Box) {
		b = b.Grow(-grow)
		paint := func(col color.RGBA, more float64) {
			if dashed && more == 0 {
				pen.DashedRect(b, 0.2*cell, min(c.Px(14), 0.3*cell), min(c.Px(9), 0.2*cell))
			} else {
				pen.RoundRect(b, 0.2*cell)
			}
			pen.Stroke(col, line+2*more)
			if single {
				return
			}
			sides := b
			if within {
				sides = b.Grow(line/2 - size)
			}
			arrowHeads(pen, sides, size, clockwise, upright)
			if more > 0 {
				pen.Stroke(col, 2*more)
				arrowHeads(pen, sides, size, clockwise, upright)
			}
			pen.Fill(col)
		}
		paint(c.Casing, halo)
		paint(c.Accent, 0)
	})
}

// arrowHeads makes the path of an arrow head on the upper and the lower side of a frame, or on its
// left and its right side.
func arrowHeads(pen *Pen, sides Box, size float64, clockwise, upright bool) {
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
		x1, y1 := at(size*1.1, out)
		x2, y2 := at(-size*0.9, out-size)
		x3, y3 := at(-size*0.9, out+size)
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

// Crown draws a crown around a point, the mark of a player who won. It is 2r wide.
func (c *Canvas) Crown(x, y, r float64) {
	c.Stamp(Key{Kind: "crown"}, Around(x, y, math.Ceil(1.1*r)), func(pen *Pen, b Box) {
		x, y := b.Mid()
		points := []float64{-16, -8, -8, 1, 0, -13, 8, 1, 16, -8, 12, 12, -12, 12}
		for i := range points {
			points[i] = r/16*points[i] + [2]float64{x, y}[i%2]
		}
		pen.Polygon(points...)
		pen.Fill(c.Gold)
	})
}

// Slab draws a board that lies on the ground, which is larger than what stands on it: an edge below, a light line above.
func (c *Canvas) Slab(b Box, r, edge float64) {
	margin, line := c.Px(3), max(1, math.Round(c.Px(2)))
	c.roundRect(Box{b.X - margin, b.Y, b.W + 2*margin, b.H + edge + margin}, r+margin, true,
		Mixed(c.Ground, c.Casing, 0.6))
	c.roundRect(Box{b.X, b.Y, b.W, b.H + edge}, r, true, c.Shade)
	c.roundRect(b, r, true, c.lip())
	c.RoundRect(Box{b.X, b.Y + line, b.W, b.H - line}, r, c.Board)
}

// Beam draws a line from one point to another.
func (c *Canvas) Beam(x1, y1, x2, y2, wide float64, ink color.RGBA) {
	k := Key{Kind: "beam", Args: [4]int{int(x2 - x1), int(y2 - y1), int(64 * wide)}, Ink: ink}
	edge := math.Ceil(wide)
	part := Box{min(x1, x2) - edge, min(y1, y2) - edge, math.Abs(x2-x1) + 2*edge, math.Abs(y2-y1) + 2*edge}
	c.Stamp(k, part, func(pen *Pen, at Box) {
		dx, dy := at.X-part.X, at.Y-part.Y
		pen.MoveTo(x1+dx, y1+dy)
		pen.LineTo(x2+dx, y2+dy)
		pen.Stroke(ink, wide)
	})
}
