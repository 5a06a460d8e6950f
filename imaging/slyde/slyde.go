// Package slyde is the painter of Slyde.
package slyde

import (
	"math"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/slyde"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of Slyde: see package stones. A frame shows the last turn: the two cells of
// a swap, whose fixed stone has the accent on its plaster, or the cell of a stone that was changed. A
// line of dashes lies where the position is reflected, while a stone may be changed for that. While a
// move is in the making the picture shows its step.
var Painter = canvas.Painter[slyde.View]{Check: check, Draw: draw, Half: half, Gamut: stones.Gamut,
	Pieces: stones.Pieces}

// check returns an error for a view that cannot be drawn.
func check(v slyde.View) error { return stones.Check(v.Size, len(v.Cells)) }

// draw draws a board.
func draw(c *canvas.Canvas, p canvas.Drawing, v slyde.View) {
	b := newPainting(c, v, p.Preview != "")
	b.fit()
	b.Picture(p, v.DuelView, func() {
		b.draw()
		b.mirror()
	})
	b.step()
}

// half draws a board after a move.
func half(c *canvas.Canvas, p canvas.Drawing, v slyde.View, right bool) (end float64) {
	v.Ended, v.Making = nil, nil // what was swapped is marked at the end too
	b := newPainting(c, v, true)
	b.Grid, end = c.HalfGrid(canvas.Half(right), v.Size, v.Size)
	b.Half(p, right, b.draw)
	return end
}

// A painting is a board of Slyde being drawn.
type painting struct {
	*stones.Board
	view slyde.View
}

// newPainting finds the groups of a board; tried says whether its last turn is not played.
func newPainting(c *canvas.Canvas, v slyde.View, tried bool) painting {
	p := stones.Position{Size: v.Size, Groups: v.Groups, Sides: [2]int{0, 1}, Before: v.Before, Tried: tried}
	of := func(cell slyde.Cell) stones.Stone { return stones.Stone{Side: int(cell.Colour), Fixed: cell.Fixed} }
	return painting{stones.Of(c, v.DuelView, p, v.Cells, of), v}
}

// near is the most columns and rows that are drawn round a stone whose neighbours may be
// picked.
const near = 8

// fit gives the board its place: all of it, or the part around the stone that is picked.
func (b painting) fit() {
	b.Fit(nil, 0, 0)
	if at, ok := b.picked(); ok && at.Row >= 0 && b.Size > near {
		b.Grid = b.NewGrid(b.BoardRoom(b.Tried), near, near)
		b.Around(at.Col, at.Row)
	}
}

// on reports whether a cell lies on the board.
func (b painting) on(col, row int) bool { return min(col, row) >= 0 && max(col, row) < b.Size }

// picked returns the column or the cell that is picked, if it lies on the board.
func (b painting) picked() (board.Spot, bool) {
	return stones.Picked(b.view.Making, b.view.Picked, b.Size)
}

// last returns the last turn, unless it lies outside of the board.
func (b painting) last() (slyde.Turn, bool) {
	t := b.view.Turn
	if t == nil || !b.on(t.Col, t.Row) || !b.on(t.ToCol, t.ToRow) {
		return slyde.Turn{}, false
	}
	return *t, true
}

// draw draws the stones and the last turn, which is left out at the end, and while a part of a move
// is picked.
func (b painting) draw() {
	t, ok := b.last()
	_, picked := b.picked()
	ok = ok && !b.Ended && !picked
	if ok {
		b.Fresh = t.ToRow*b.Size + t.ToCol
	}
	b.Draw()
	if ok && b.Shows(t.Col, t.Row) && b.Shows(t.ToCol, t.ToRow) {
		b.Enclose(min(t.Col, t.ToCol), min(t.Row, t.ToRow), max(t.Col, t.ToCol), max(t.Row, t.ToRow))
	}
}

// mirror draws the lines in which the position is reflected.
func (b painting) mirror() {
	m, all := b.view.Mirror, b.Span(b.Col, b.Row, b.Col+b.Cols-1, b.Row+b.Rows-1)
	if half := b.Size / 2; m&slyde.Upright != 0 && b.Shows(half-1, b.Row) && b.Shows(half, b.Row) {
		x := b.At(half, b.Row).X
		b.dashes(all.H, func(from, long, thick float64) canvas.Box {
			return canvas.NewBox(x-thick/2, all.Y+from, thick, long)
		})
	}
	if half := b.Size / 2; m&slyde.Level != 0 && b.Shows(b.Col, half-1) && b.Shows(b.Col, half) {
		y := b.At(b.Col, half-1).Y
		b.dashes(all.W, func(from, long, thick float64) canvas.Box {
			return canvas.NewBox(all.X+from, y-thick/2, long, thick)
		})
	}
}

// dashes draws a line of dashes, whose boxes are given by where they begin and their length and
// thickness.
func (b painting) dashes(long float64, at func(from, long, thick float64) canvas.Box) {
	dash, thick := math.Round(b.Px(16)), 2*math.Round(b.Px(2.5))
	for from := 0.0; from+dash <= long; from += 1.5 * dash {
		b.Rect(at(from, dash, thick), b.Paper)
	}
}

// step marks what may be picked: columns, the stones of a column, or the neighbours of a stone.
func (b painting) step() {
	m := b.view.Making
	if m == nil {
		return
	}
	at, picked := b.picked()
	switch {
	case !picked:
		b.Columns(m.Step.Choices)
	case at.Row < 0:
		b.Enclose(at.Col, 0, at.Col, b.Size-1)
		b.rows(m.Step, at.Col)
	default:
		b.Enclose(at.Col, at.Row, at.Col, at.Row)
		b.targets(m.Step)
	}
}

// rows marks the stones of a column that may be picked, with their names if they are few. On a fixed
// stone the mark lies beside the plaster.
func (b painting) rows(s games.Step, in int) {
	for _, choice := range s.Choices {
		col, row, ok := board.ReadCell(board.Column(in) + choice.Value)
		if !ok || !b.on(col, row) {
			continue
		}
		at := b.At(col, row)
		x, y := at.Mid()
		if b.Stones[row*b.Size+col].Fixed {
			x, y = x-0.24*b.Cell, y-0.24*b.Cell
		}
		if s.Few() {
			b.Pill(board.Cell(col, row), 0, x, y)
		} else {
			dot := max(b.Px(5), 0.12*b.Cell)
			b.Disc(x, y, dot+b.Px(3), b.Ground)
			b.Disc(x, y, dot, b.Paper)
		}
		b.Touch(choice, at)
	}
}

// targets frames and names the neighbours that may be picked.
func (b painting) targets(s games.Step) {
	for _, choice := range s.Choices {
		col, row, ok := board.ReadCell(choice.Value)
		if !ok || !b.on(col, row) || !b.Shows(col, row) {
			continue
		}
		b.DashedFrame(b.At(col, row), 0.2*b.Cell, b.Line(), b.Paper)
		x, y := b.At(col, row).Mid()
		b.Pill(choice.Value, 0, x, y)
		b.Touch(choice, b.At(col, row))
	}
}
