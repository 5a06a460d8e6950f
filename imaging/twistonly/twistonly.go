// Package twistonly is the painter of Twist only.
package twistonly

import (
	"parlour/games"
	"parlour/games/board"
	"parlour/games/twistonly"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of the experiment: see package stones. Solved stones are fixed, and only
// each side's largest solved groups are lit. Pegs lie around the board; those that a lit
// stone touches are bright. Where a small diamond lies between four stones, their face can be twisted. A
// frame with arrow heads shows the last twist. While a move is in the making the picture shows its
// step.
var Painter = stones.Kind[twistonly.View]{
	Table: canvas.Table{
		Ground: 0x1e0c14, Board: 0x2d131d, Floor: 0x512838, Paper: 0xfbefe8, Muted: 0xcbaab2,
		Sides:  [2][2]uint32{{0x5aaefb, 0x3b65a5}, {0xffc6cf, 0x9f8097}},
		Bright: [2][2]uint32{{0x6cbcff, 0x4f7dc0}, {0xffd2d9, 0xb395ab}},
	},
	Shapes: [2]stones.Shape{stones.Hexagon, stones.Clover},
	Full:   func(v twistonly.View) board.Full { return v.Full }, Rim: true, Begin: begin, Draw: draw,
	Step: func(b *stones.Board, _ twistonly.View, _ games.Drawing) { b.Steps(2, row) },
}.Painter()

// row marks the row of a face that may be picked.
func row(b *stones.Board, choice games.Choice, col, row int) {
	x, y := b.Middle(float64(col)+0.5, float64(row)+0.5)
	b.OfferRow(row)
	b.Touch(choice, canvas.Around(x, y, b.Cell/2))
}

// begin says which faces can be twisted, and leaves those groups lit that are solved: others may be as large, and don't
// count.
func begin(b *stones.Board, v twistonly.View) {
	b.Live = v.Live
	b.LightFixed()
	b.OfferFaces()
}

// draw draws the stones, the pegs around them and the last twist with those of its stones that it solved, which is left
// out while a part of a move is picked.
func draw(b *stones.Board, v twistonly.View) {
	t := v.Twist
	marked := t != nil && b.Picked == nil
	for spot := range 4 {
		if marked { // no face that has solved stones is twisted
			b.Fix(t.Col+spot%2, t.Row+spot/2)
		}
	}
	b.Draw()
	ring(b)
	if marked {
		b.Twisted(t.Col, t.Row, t.Clockwise)
	}
}

// ring draws the pegs beside the cells of the border that are drawn.
func ring(b *stones.Board) {
	const away = 0.72 // from the middle of a cell of the border, in cells
	last := b.Size - 1
	for i := range b.Size {
		for _, at := range [4]struct {
			col, row, x, y int
		}{{i, 0, 0, -1}, {i, last, 0, 1}, {0, i, -1, 0}, {last, i, 1, 0}} {
			x, y := b.Middle(float64(at.col)+away*float64(at.x), float64(at.row)+away*float64(at.y))
			ink := b.Floor
			if lit, _ := b.Lit(at.row*b.Size + at.col); lit && b.Stone(at.col, at.row).Fixed {
				ink = b.Paper
			}
			b.Disc(x, y, 0.14*b.Cell, ink)
		}
	}
}
