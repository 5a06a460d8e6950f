package stones

import (
	"parlour/games"
	"parlour/games/board"
	"parlour/imaging/canvas"
)

// find lights the largest groups of each side, at the end as many as have to be compared, and all that are as large as
// the last of them.
func (b *Board) find() {
	if len(b.Groups[0])+len(b.Groups[1]) == 0 { // nothing counts yet
		b.lit = b.stones.Of[0].With(b.stones.Of[1])
		return
	}
	ranks := 1
	if b.Decided() {
		ranks = board.Deciding(b.Groups)
	}
	for side, sizes := range b.Groups {
		if len(sizes) == 0 {
			continue
		}
		least := sizes[min(ranks, len(sizes))-1]
		b.stones.Of[side].Groups(func(group board.Cells, size int) {
			if size >= least {
				b.lit = b.lit.With(group)
			}
		})
	}
}

// LightFixed leaves those groups lit alone whose stones are fixed, if there are any that count.
func (b *Board) LightFixed() {
	if len(b.Groups[0])+len(b.Groups[1]) > 0 {
		b.lit = b.lit.Within(b.stones.Fixed)
	}
}

// Lit reports whether the stone of a cell is lit, and on which sides it has bridges then: a bit each for
// right, above, left and below.
func (b *Board) Lit(cell int) (lit bool, bridges int) {
	col, row := cell%b.Size, cell/b.Size
	if lit = b.lit[row+1]>>col&1 == 1; !lit {
		return false, 0
	}
	own := &b.stones.Of[b.Stone(col, row).Colour&1]
	for bit, joined := range [4]uint32{own[row+1] >> 1, own[row+2], own[row+1] << 1, own[row]} {
		bridges |= int(joined>>col&1) << bit
	}
	return true, bridges
}

// picked returns the column or the place that is picked of a move in the making, if it lies on the board,
// which has so many places a side.
func (b *Board) picked(side int) (at board.Spot, ok bool) {
	if b.Picked == nil || min(b.Picked.Col, max(b.Picked.Row, 0)) < 0 ||
		max(b.Picked.Col, b.Picked.Row) >= side {
		return board.Spot{}, false
	}
	return *b.Picked, true
}

// ShowsFace reports whether all stones of a face of 2×2 cells are drawn, by its bottom left cell.
func (b *Board) ShowsFace(col, row int) bool { return b.Shows(col, row) && b.Shows(col+1, row+1) }

// Twisted frames a face that was twisted, if it is drawn. At the top and at the bottom of the board its arrow heads
// stay clear of what lies beside it.
func (b *Board) Twisted(col, row int, clockwise bool) {
	b.turned(col, row, col+1, row+1, clockwise, row == b.Row || row+2 == b.Row+b.Rows)
}

// Swapped frames two cells whose stones changed places, or the stone of a cell that was changed, if they are drawn. Its
// arrow heads lie between the stones.
func (b *Board) Swapped(col, row, toCol, toRow int) {
	b.turned(min(col, toCol), min(row, toRow), max(col, toCol), max(row, toRow), true, col == toCol)
}

func (b *Board) turned(col, row, toCol, toRow int, clockwise, upright bool) {
	if !b.Shows(col, row) || !b.Shows(toCol, toRow) {
		return
	}
	at := b.Span(col, row, toCol, toRow)
	if b.Narrow() { // or it would hide the stones
		at = at.Grow(b.line())
	}
	top := toRow == b.Row+b.Rows-1 // below a header
	b.TurnedFrame(at, b.Cell, clockwise, b.Tried && !b.played, upright, top && !upright)
}

// Fix marks a cell that is drawn as one whose stone the last move fixed, if it is fixed. The board is drawn after it.
func (b *Board) Fix(col, row int) {
	if b.Shows(col, row) {
		b.fresh[row+1] |= 1 << col
	}
}

// Offer marks a face as one that may be picked, before the board is drawn.
func (b *Board) Offer(col, row int) { b.picks[row+1] |= 1 << col }

// OfferFaces offers those of a column of faces that is picked.
func (b *Board) OfferFaces() {
	at, ok := b.picked(b.Size - 1)
	if b.Making == nil || !ok || at.Row >= 0 {
		return
	}
	for _, choice := range b.Making.Step.Choices {
		if col, row, ok := board.ReadCell(board.Column(at.Col) + choice.Value); ok && row < b.Size {
			b.Offer(col, row)
		}
	}
}

// Face notes the place of a face that may be picked, and perhaps names it. Where there is no room for the name, few faces
// are named by their rows and columns.
func (b *Board) Face(choice games.Choice, col, row int, named bool) {
	x, y := b.Middle(float64(col)+0.5, float64(row)+0.5)
	few := b.Making.Step.Few()
	if (!named || !b.Label(board.Cell(col, row), x, y)) && few {
		b.OfferRow(row)
		b.OfferColumn(col)
	}
	b.Touch(choice, canvas.Around(x, y, b.Cell/2))
}

// IsPart reports whether a part of the board is drawn.
func (b *Board) IsPart() bool { return b.Cols < b.Size || b.Rows < b.Size }

// Around fits cols×rows cells of the board into a room, with one of them in the middle as far as the board allows; where
// the middle is a corner of cells, that one lies above on the right.
func (b *Board) Around(room canvas.Box, cols, rows, col, row int) {
	b.Grid = b.Part(room, b.Size, cols, rows, col-cols/2, row-rows/2)
}

// Span returns the box of cells from one at the left below to another.
func (b *Board) Span(col, row, toCol, toRow int) canvas.Box {
	low, high := b.At(col, row), b.At(toCol, toRow)
	return canvas.NewBox(low.X, high.Y, high.X+high.W-low.X, low.Y+low.H-high.Y)
}

// line is the width of a frame on a board.
func (b *Board) line() float64 { return max(b.Px(4), 0.075*b.Cell) }

// enclose draws a frame within the edges of cells, from one at the left below to another, or around narrow
// cells.
func (b *Board) enclose(col, row, toCol, toRow int) {
	at, within := b.Span(col, row, toCol, toRow), b.line()/2
	if b.Narrow() { // or it would hide the stones
		within = -within
	}
	b.Frame(at.Grow(-within), 0.2*b.Cell, b.line(), b.Accent)
}

// Steps marks what may be picked of a place of span×span cells: columns, or the places of a column, each by mark. If a
// place is picked, it marks that and reports so.
func (b *Board) Steps(span int, mark func(b *Board, c games.Choice, col, row int)) (picked bool) {
	if b.Making == nil {
		return false
	}
	at, begun := b.picked(b.Size - span + 1)
	switch more := span - 1; {
	case !begun:
		b.columns()
	case at.Row < 0:
		b.enclose(at.Col, 0, at.Col+more, b.Size-1)
		for _, choice := range b.Making.Step.Choices {
			col, row, ok := board.ReadCell(board.Column(at.Col) + choice.Value)
			if ok && b.Shows(col, row) && b.Shows(col+more, row+more) {
				mark(b, choice, col, row)
			}
		}
	case span == 1:
		b.Ring(at.Col, at.Row, b.Accent)
	default:
		b.enclose(at.Col, at.Row, at.Col+more, at.Row+more)
	}
	return begun && at.Row >= 0
}

// columns puts the letters of columns that may be picked on paper, where coordinates have them.
func (b *Board) columns() {
	for _, choice := range b.Making.Step.Choices {
		col, _, ok := board.ReadCell(choice.Value + board.Row(0))
		if !ok || col >= b.Size || len(choice.Value) != 1 {
			continue
		}
		b.OfferColumn(col)
		b.Touch(choice, b.Span(col, 0, col, b.Size-1))
	}
}
