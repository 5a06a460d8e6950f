package imaging

import (
	"fmt"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/twistonly"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

func init() {
	register(paints[twistonly.View]{drawTwistonly, halfTwistonly, stones.Gamut, stones.Pieces})
}

// drawTwistonly draws a board of the experiment: see package stones. Solved stones are fixed, and only
// each side's largest solved groups are lit. Neutral stones lie around the board; those that a solved
// stone touches are bright. Where floor shows between four stones, their face can be twisted. A
// frame with arrow heads shows the last twist. While a move is in the making the picture shows its
// step.
func drawTwistonly(c *canvas.Canvas, p Drawing, v twistonly.View) error {
	b, err := newTwistonlyBoard(c, v, p.Preview != "")
	if err != nil {
		return err
	}
	room := c.BoardRoom(b.Tried)
	b.fit(canvas.NewGrid(room, v.Size+1, v.Size+1), v.Size, v.Size)
	b.draw()
	b.Coordinates(c)
	b.Header(duelNames(p), p.Preview, v.ToMove, v.Winner)
	b.Sizes()
	b.step()
	return nil
}

// A twistonlyBoard is a board of the experiment being drawn.
type twistonlyBoard struct {
	*stones.Board
	view twistonly.View
}

// newTwistonlyBoard finds the groups of a board; tried says whether its last twist is not played.
func newTwistonlyBoard(c *canvas.Canvas, v twistonly.View, tried bool) (twistonlyBoard, error) {
	p := stones.Position{
		Size: v.Size, Stones: make([]stones.Stone, len(v.Cells)), Groups: v.Groups,
		Sides: [2]int{0, 1}, Mover: v.Mover, Before: v.Before, Tried: tried, Ended: v.Ended != nil,
	}
	for i, cell := range v.Cells {
		p.Stones[i] = stones.Stone{Side: int(cell.Colour), Fixed: cell.Solved}
	}
	all, ok := stones.New(c, p)
	if !ok {
		return twistonlyBoard{}, fmt.Errorf("%w: %d stones on a board of size %d", ErrNoPicture, len(v.Cells), v.Size)
	}
	b := twistonlyBoard{all, v}
	if v.Ended == nil {
		b.Live = v.Live
	}
	b.lightSolved()
	return b, nil
}

// lightSolved leaves those groups lit that are solved: others may be as large, and don't count.
func (b twistonlyBoard) lightSolved() {
	var counts [stones.Most]bool
	for i, s := range b.Stones {
		lit, _ := b.Lit(i)
		counts[i] = lit && s.Fixed
	}
	b.Light(func(cell int) bool { return counts[cell] })
}

// fit gives the board its place within a grid that has a column and a row more: half a cell of room on
// each side, for the neutral stones.
func (b twistonlyBoard) fit(all canvas.Grid, cols, rows int) {
	first, last := all.At(0, rows), all.At(cols, 0)
	room := canvas.NewBox(first.X, first.Y, last.X+last.W-first.X, last.Y+last.H-first.Y).Grow(-all.Cell / 2)
	b.Grid = canvas.NewGrid(room, cols, rows)
	b.Rim = all.Cell / 2
}

// on reports whether a face lies on the board.
func (b twistonlyBoard) on(col, row int) bool { return min(col, row) >= 0 && max(col, row) < b.Size-1 }

// last returns the last twist, unless it lies outside of the board.
func (b twistonlyBoard) last() (twistonly.Twist, bool) {
	t := b.view.Twist
	if t == nil || !b.on(t.Col, t.Row) {
		return twistonly.Twist{}, false
	}
	return *t, true
}

// picked returns the column or the face that is picked, if it lies on the board.
func (b twistonlyBoard) picked() (board.Spot, bool) {
	at := b.view.Picked
	if b.view.Making == nil || at == nil || !b.on(at.Col, max(at.Row, 0)) {
		return board.Spot{}, false
	}
	return *at, true
}

// draw draws the stones, the neutral ones around them and the last twist, which is left out at the
// end, and while a part of a move is picked.
func (b twistonlyBoard) draw() {
	b.Draw()
	b.ring()
	t, ok := b.last()
	if _, picked := b.picked(); ok && !picked && !b.Ended {
		b.Twisted(t.Col, t.Row, t.Clockwise)
	}
}

// ring draws the neutral stones beside the cells of the border that are drawn.
func (b twistonlyBoard) ring() {
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
			ink := b.C.Palette.Dim
			if b.view.At(at.col, at.row).Solved {
				ink = b.C.Palette.Paper
			}
			b.C.Disc(x, y, 0.14*b.Cell, ink)
		}
	}
}

// step marks what may be picked: columns of faces, the faces of a column, or the face that is picked.
func (b twistonlyBoard) step() {
	m := b.view.Making
	if m == nil {
		return
	}
	at, picked := b.picked()
	switch {
	case !picked:
		b.Columns(m.Step.Choices)
	case at.Row < 0:
		stones.Frame(b.Board, at.Col, 0, at.Col+1, b.Size-1)
		b.faces(m.Step, at.Col)
	default:
		stones.Frame(b.Board, at.Col, at.Row, at.Col+1, at.Row+1)
	}
}

// faces marks the faces of a column that may be picked.
func (b twistonlyBoard) faces(s games.Step, col int) {
	for _, choice := range s.Choices {
		if _, row, ok := board.ReadCell(board.Column(col) + choice.Value); ok && b.on(col, row) {
			b.Face(choice, col, row, s.Few())
		}
	}
}

// halfTwistonly draws a board after a move.
func halfTwistonly(c *canvas.Canvas, p Drawing, v twistonly.View, right bool) (float64, error) {
	v.Ended, v.Making = nil, nil // what was twisted is marked at the end too
	b, err := newTwistonlyBoard(c, v, true)
	if err != nil {
		return 0, err
	}
	all, end := c.HalfGrid(canvas.Half(right), v.Size+1, v.Size+1)
	b.fit(all, v.Size, v.Size)
	c.HalfHead(p.head(right), right, pieceOf(c, v.Mover, b))
	b.draw()
	b.Coordinates(c)
	return end, nil
}
