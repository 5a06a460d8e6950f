package imaging

import (
	"fmt"
	"math"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/slyde"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

func init() {
	register(paints[slyde.View]{drawSlyde, halfSlyde, stones.Gamut, stones.Pieces})
}

// drawSlyde draws a board of Slyde: see package stones. A frame shows the last turn: the two cells of
// a swap, whose fixed stone has the accent on its plaster, or the cell of a stone that was changed. A
// line of dashes lies where the position is reflected, while a stone may be changed for that. While a
// move is in the making the picture shows its step.
func drawSlyde(c *canvas.Canvas, p Drawing, v slyde.View) error {
	b, err := newSlydeBoard(c, v, p.Preview != "")
	if err != nil {
		return err
	}
	b.fit()
	b.draw()
	b.mirror()
	b.Coordinates(c)
	b.Header(duelNames(p), p.Preview, v.ToMove, v.Winner)
	b.Sizes()
	b.step()
	return nil
}

// A slydeBoard is a board of Slyde being drawn.
type slydeBoard struct {
	*stones.Board
	view slyde.View
}

// newSlydeBoard finds the groups of a board; tried says whether its last turn is not played.
func newSlydeBoard(c *canvas.Canvas, v slyde.View, tried bool) (slydeBoard, error) {
	p := stones.Position{
		Size: v.Size, Stones: make([]stones.Stone, len(v.Cells)), Groups: v.Groups,
		Sides: [2]int{0, 1}, Mover: v.Mover, Before: v.Before, Tried: tried, Ended: v.Ended != nil,
	}
	for i, cell := range v.Cells {
		p.Stones[i] = stones.Stone{Side: int(cell.Colour), Fixed: cell.Fixed}
	}
	b, ok := stones.New(c, p)
	if !ok {
		return slydeBoard{}, fmt.Errorf("%w: %d stones on a board of size %d", ErrNoPicture, len(v.Cells), v.Size)
	}
	return slydeBoard{b, v}, nil
}

// slydeNear is the most columns and rows that are drawn round a stone whose neighbours may be
// picked.
const slydeNear = 8

// fit gives the board its place: all of it, or the part around the stone that is picked.
func (b slydeBoard) fit() {
	b.Fit(nil, 0, 0)
	if at, ok := b.picked(); ok && at.Row >= 0 && b.Size > slydeNear {
		b.Grid = canvas.NewGrid(b.C.BoardRoom(b.Tried), slydeNear, slydeNear)
		b.Around(at.Col, at.Row)
	}
}

// on reports whether a cell lies on the board.
func (b slydeBoard) on(col, row int) bool { return min(col, row) >= 0 && max(col, row) < b.Size }

// picked returns the column or the cell that is picked, if it lies on the board.
func (b slydeBoard) picked() (board.Spot, bool) {
	at := b.view.Picked
	if b.view.Making == nil || at == nil || !b.on(at.Col, max(at.Row, 0)) {
		return board.Spot{}, false
	}
	return *at, true
}

// last returns the last turn, unless it lies outside of the board.
func (b slydeBoard) last() (slyde.Turn, bool) {
	t := b.view.Turn
	if t == nil || !b.on(t.Col, t.Row) || !b.on(t.ToCol, t.ToRow) {
		return slyde.Turn{}, false
	}
	return *t, true
}

// draw draws the stones and the last turn, which is left out at the end, and while a part of a move
// is picked.
func (b slydeBoard) draw() {
	t, ok := b.last()
	_, picked := b.picked()
	ok = ok && !b.Ended && !picked
	if ok {
		b.Fresh = t.ToRow*b.Size + t.ToCol
	}
	b.Draw()
	if ok && b.Shows(t.Col, t.Row) && b.Shows(t.ToCol, t.ToRow) {
		stones.Frame(b.Board, min(t.Col, t.ToCol), min(t.Row, t.ToRow), max(t.Col, t.ToCol), max(t.Row, t.ToRow))
	}
}

// mirror draws the lines in which the position is reflected.
func (b slydeBoard) mirror() {
	m, all := b.view.Mirror, b.Span(b.Col, b.Row, b.Col+b.Cols-1, b.Row+b.Rows-1)
	if half := b.Size / 2; m&slyde.Upright != 0 && b.Shows(half-1, b.Row) && b.Shows(half, b.Row) {
		x := b.At(half, b.Row).X
		b.dashes(all.H, func(from, long, thick float64) canvas.Box { return canvas.NewBox(x-thick/2, all.Y+from, thick, long) })
	}
	if half := b.Size / 2; m&slyde.Level != 0 && b.Shows(b.Col, half-1) && b.Shows(b.Col, half) {
		y := b.At(b.Col, half-1).Y
		b.dashes(all.W, func(from, long, thick float64) canvas.Box { return canvas.NewBox(all.X+from, y-thick/2, long, thick) })
	}
}

// dashes draws a line of dashes, whose boxes are given by where they begin and their length and
// thickness.
func (b slydeBoard) dashes(long float64, at func(from, long, thick float64) canvas.Box) {
	dash, thick := math.Round(b.C.Px(16)), 2*math.Round(b.C.Px(2.5))
	for from := 0.0; from+dash <= long; from += 1.5 * dash {
		b.C.Rect(at(from, dash, thick), b.C.Palette.Paper)
	}
}

// step marks what may be picked: columns, the stones of a column, or the neighbours of a stone.
func (b slydeBoard) step() {
	m := b.view.Making
	if m == nil {
		return
	}
	at, picked := b.picked()
	switch {
	case !picked:
		b.Columns(m.Step.Choices)
	case at.Row < 0:
		stones.Frame(b.Board, at.Col, 0, at.Col, b.Size-1)
		b.rows(m.Step, at.Col)
	default:
		stones.Frame(b.Board, at.Col, at.Row, at.Col, at.Row)
		b.targets(m.Step)
	}
}

// rows marks the stones of a column that may be picked, with their names if they are few. On a fixed
// stone the mark lies beside the plaster.
func (b slydeBoard) rows(s games.Step, in int) {
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
			b.C.Pill(board.Cell(col, row), b.C.Px(canvas.SmallText), x, y, b.C.Palette.OnPaper())
		} else {
			dot := max(b.C.Px(5), 0.12*b.Cell)
			b.C.Disc(x, y, dot+b.C.Px(3), b.C.Palette.Ground)
			b.C.Disc(x, y, dot, b.C.Palette.Paper)
		}
		b.C.Touch(choice, at)
	}
}

// targets frames and names the neighbours that may be picked.
func (b slydeBoard) targets(s games.Step) {
	for _, choice := range s.Choices {
		col, row, ok := board.ReadCell(choice.Value)
		if !ok || !b.on(col, row) || !b.Shows(col, row) {
			continue
		}
		b.C.DashedFrame(b.At(col, row), 0.2*b.Cell, stones.Line(b.Board), b.C.Palette.Paper)
		x, y := b.At(col, row).Mid()
		b.C.Pill(choice.Value, b.C.Px(canvas.SmallText), x, y, b.C.Palette.OnPaper())
		b.C.Touch(choice, b.At(col, row))
	}
}

// halfSlyde draws a board after a move.
func halfSlyde(c *canvas.Canvas, p Drawing, v slyde.View, right bool) (float64, error) {
	v.Ended, v.Making = nil, nil // what was swapped is marked at the end too
	b, err := newSlydeBoard(c, v, true)
	if err != nil {
		return 0, err
	}
	grid, end := c.HalfGrid(canvas.Half(right), v.Size, v.Size)
	b.Grid = grid
	c.HalfHead(p.head(right), right, pieceOf(c, v.Mover, b))
	b.draw()
	b.Coordinates(c)
	return end, nil
}
