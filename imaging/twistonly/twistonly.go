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
// each side's largest solved groups are lit. Neutral stones lie around the board; those that a solved
// stone touches are bright. Where floor shows between four stones, their face can be twisted. A
// frame with arrow heads shows the last twist. While a move is in the making the picture shows its
// step.
var Painter = canvas.Painter[twistonly.View]{Check: check, Draw: draw, Half: half, Gamut: stones.Gamut,
	Pieces: stones.Pieces}

// check returns an error for a view that cannot be drawn.
func check(v twistonly.View) error { return stones.Check(v.Size, len(v.Cells)) }

// draw draws a board.
func draw(c *canvas.Canvas, p canvas.Drawing, v twistonly.View) {
	b := newPainting(c, v, p.Preview != "")
	b.fit(c.NewGrid(c.BoardRoom(b.Tried), v.Size+1, v.Size+1))
	b.Picture(p, v.DuelView, b.draw)
	b.step()
}

// half draws a board after a move.
func half(c *canvas.Canvas, p canvas.Drawing, v twistonly.View, right bool) (end float64) {
	v.Ended, v.Making = nil, nil // what was twisted is marked at the end too
	b := newPainting(c, v, true)
	all, end := c.HalfGrid(canvas.Half(right), v.Size+1, v.Size+1)
	b.fit(all)
	b.Half(p, right, b.draw)
	return end
}

// A painting is a board of the experiment being drawn.
type painting struct {
	*stones.Board
	view twistonly.View
}

// newPainting finds the groups of a board; tried says whether its last twist is not played.
func newPainting(c *canvas.Canvas, v twistonly.View, tried bool) painting {
	p := stones.Position{Size: v.Size, Groups: v.Groups, Sides: [2]int{0, 1}, Before: v.Before, Tried: tried}
	of := func(cell twistonly.Cell) stones.Stone {
		return stones.Stone{Side: int(cell.Colour), Fixed: cell.Solved}
	}
	b := painting{stones.Of(c, v.DuelView, p, v.Cells, of), v}
	if v.Ended == nil {
		b.Live = v.Live
	}
	b.lightSolved()
	return b
}

// lightSolved leaves those groups lit that are solved: others may be as large, and don't count.
func (b painting) lightSolved() {
	var counts [stones.Most]bool
	for i, s := range b.Stones {
		lit, _ := b.Lit(i)
		counts[i] = lit && s.Fixed
	}
	b.Light(func(cell int) bool { return counts[cell] })
}

// fit gives the board its place within a grid that has a column and a row more: half a cell of room on
// each side, for the neutral stones.
func (b painting) fit(all canvas.Grid) {
	first, last := all.At(0, b.Size), all.At(b.Size, 0)
	room := canvas.NewBox(first.X, first.Y, last.X+last.W-first.X, last.Y+last.H-first.Y).Grow(-all.Cell / 2)
	b.Grid = b.NewGrid(room, b.Size, b.Size)
	b.Rim = all.Cell / 2
}

// on reports whether a face lies on the board.
func (b painting) on(col, row int) bool { return min(col, row) >= 0 && max(col, row) < b.Size-1 }

// last returns the last twist, unless it lies outside of the board.
func (b painting) last() (twistonly.Twist, bool) {
	t := b.view.Twist
	if t == nil || !b.on(t.Col, t.Row) {
		return twistonly.Twist{}, false
	}
	return *t, true
}

// picked returns the column or the face that is picked, if it lies on the board.
func (b painting) picked() (board.Spot, bool) {
	return stones.Picked(b.view.Making, b.view.Picked, b.Size-1)
}

// draw draws the stones, the neutral ones around them and the last twist, which is left out at the
// end, and while a part of a move is picked.
func (b painting) draw() {
	b.Draw()
	b.ring()
	t, ok := b.last()
	if _, picked := b.picked(); ok && !picked && !b.Ended {
		b.Twisted(t.Col, t.Row, t.Clockwise)
	}
}

// ring draws the neutral stones beside the cells of the border that are drawn.
func (b painting) ring() {
	const away = 0.72 // from the middle of a cell of the border, in cells
	last := b.Size - 1
	for i := range b.Size {
		for _, at := range [4]struct {
			col, row, x, y int
		}{{i, 0, 0, -1}, {i, last, 0, 1}, {0, i, -1, 0}, {last, i, 1, 0}} {
			if !b.Shows(at.col, at.row) {
				continue
			}
			x, y := b.Middle(float64(at.col)+away*float64(at.x), float64(at.row)+away*float64(at.y))
			ink := b.Dim
			if b.view.At(at.col, at.row).Solved {
				ink = b.Paper
			}
			b.Disc(x, y, 0.14*b.Cell, ink)
		}
	}
}

// step marks what may be picked: columns of faces, the faces of a column, or the face that is picked.
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
		b.Enclose(at.Col, 0, at.Col+1, b.Size-1)
		b.faces(m.Step, at.Col)
	default:
		b.Enclose(at.Col, at.Row, at.Col+1, at.Row+1)
	}
}

// faces marks the faces of a column that may be picked.
func (b painting) faces(s games.Step, col int) {
	for _, choice := range s.Choices {
		if _, row, ok := board.ReadCell(board.Column(col) + choice.Value); ok && b.on(col, row) {
			b.Face(choice, col, row, s.Few())
		}
	}
}
