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
// a swap, with arrow heads, whose fixed stone has the accent on its stud, or the cell of a stone that was changed. A
// line of dashes lies where the position is reflected, while a stone may be changed for that. While a
// move is in the making the picture shows its step.
var Painter = stones.Kind[slyde.View]{
	Table: canvas.Table{
		Ground: 0x071e25, Board: 0x0c2c34, Floor: 0x1b4a54, Paper: 0xf2f6ee, Muted: 0x9fbdc0,
		Sides:  [2][2]uint32{{0xff98bd, 0x815487}, {0xd9f7e4, 0x5f9691}},
		Bright: [2][2]uint32{{0xff9ec4, 0x9a669f}, {0xe2ffee, 0x74aaa5}},
	},
	Shapes: [2]stones.Shape{stones.Cushion, stones.Diamond},
	Full:   func(v slyde.View) board.Full { return v.Full }, Fit: fit, Draw: draw,
	Step: func(b *stones.Board, v slyde.View, _ games.Drawing) {
		mirror(b, v.Mirror)
		if b.Steps(1, rows) {
			targets(b)
		}
	},
}.Painter()

// near is the most columns and rows that are drawn round a stone whose neighbours may be
// picked.
const near = 8

// fit draws the part of a large board around the stone that is picked.
func fit(b *stones.Board, p games.Drawing) {
	if at := b.Picked; at != nil && at.Row >= 0 && b.Size > near {
		b.Around(stones.Room(b.Canvas, p), near, near, at.Col, at.Row)
	}
}

// draw draws the stones and the last turn, which is left out while a part of a move is picked.
func draw(b *stones.Board, v slyde.View) {
	t := v.Turn
	marked := t != nil && b.Picked == nil
	if marked {
		b.Fix(t.ToCol, t.ToRow)
	}
	b.Draw()
	if marked {
		b.Swapped(t.Col, t.Row, t.ToCol, t.ToRow)
	}
}

// mirror draws the lines in which the position is reflected.
func mirror(b *stones.Board, m slyde.Mirror) {
	all := b.Span(b.Col, b.Row, b.Col+b.Cols-1, b.Row+b.Rows-1)
	if half := b.Size / 2; m&slyde.Upright != 0 && b.Shows(half-1, b.Row) && b.Shows(half, b.Row) {
		x := b.At(half, b.Row).X
		dashes(b, all.H, func(from, long, thick float64) canvas.Box {
			return canvas.NewBox(x-thick/2, all.Y+from, thick, long)
		})
	}
	if half := b.Size / 2; m&slyde.Level != 0 && b.Shows(b.Col, half-1) && b.Shows(b.Col, half) {
		y := b.At(b.Col, half-1).Y
		dashes(b, all.W, func(from, long, thick float64) canvas.Box {
			return canvas.NewBox(all.X+from, y-thick/2, long, thick)
		})
	}
}

// dashes draws a line of dashes, whose boxes are given by where they begin and their length and
// thickness.
func dashes(b *stones.Board, long float64, at func(from, long, thick float64) canvas.Box) {
	dash, thick := math.Round(b.Px(16)), 2*math.Round(b.Px(2.5))
	for from := 0.0; from+dash <= long; from += 1.5 * dash {
		b.Rect(at(from, dash, thick), b.Paper)
	}
}

// rows marks a stone of a column that may be picked, and its row.
func rows(b *stones.Board, choice games.Choice, col, row int) {
	b.Ring(col, row, b.Paper)
	b.OfferRow(row)
	b.Touch(choice, b.At(col, row))
}

// targets marks the neighbours that may be picked, with their names at their upper right corners.
func targets(b *stones.Board) {
	for _, choice := range b.Making.Step.Choices {
		col, row, ok := board.ReadCell(choice.Value)
		if !ok || !b.Shows(col, row) {
			continue
		}
		at := b.At(col, row)
		b.Ring(col, row, b.Paper)
		b.Label(choice.Value, at.X+at.W, at.Y)
		b.Touch(choice, at)
	}
}
