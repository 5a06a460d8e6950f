package slyde

import (
	"math/bits"

	"parlour/games/board"
)

// The sizes of a board, which are even: a chequerboard is then its own mirror image with the
// colours exchanged. A table offers some from 8 to 16.
const (
	minSize = 2
	maxSize = board.Max
)

// A Position is a board and the colour to move, without text. It is a value of a few hundred
// bytes: a search copies it and plays on the copy. Only [board.Stones.Groups] allocates.
//
// A row of cells is a word whose bit 0 is column a. [Position.Play] keeps the pairs that can be
// swapped and their counts up to date for the rows that a turn touches.
type Position struct {
	board.Stones
	mover  board.Colour
	rule   bool            // whether the mirror rule holds
	mirror Mirror          // where the mover may change a stone; none without the rule
	many   uint16          // the fixed stones
	pairs  uint16          // all of inRow
	right  [maxSize]uint32 // by row: the cells whose stone can be swapped with the one right of it
	above  [maxSize]uint32 // by row: the same for the one above it
	inRow  [maxSize]uint8  // by row: the pairs in right and above
}

// A Mirror is a set of the middle lines of a board, in which it is reflected.
type Mirror uint8

// The middle lines: one between the left and the right half, one between the lower and the upper.
const (
	Upright Mirror = 1 << iota
	Level
)

// A Turn is a swap: the mover's stone by its cell, and the cell where it lands. Where both are the
// same cell, it is a change of the stone there.
type Turn struct {
	Col   int `json:"col"` // from 0
	Row   int `json:"row"` // from 0
	ToCol int `json:"toCol"`
	ToRow int `json:"toRow"`
}

// Change reports whether a turn changes a stone, which swaps none.
func (t Turn) Change() bool { return t.Col == t.ToCol && t.Row == t.ToRow }

// newPosition sets up the stones in alternating cells, [board.Yellow] at a1.
func newPosition(size int, rule bool) Position {
	p := Position{Stones: board.Fill(size, board.Chequer), rule: rule}
	p.derive()
	return p
}

// derive computes everything that follows from the stones.
func (p *Position) derive() {
	p.many = uint16(p.Fixed.Count())
	for row := range p.Size() {
		p.update(row)
	}
	p.mirror = p.reflected()
}

// update computes the pairs of a row: neighbours of both colours of which neither is fixed.
func (p *Position) update(row int) {
	orange, yellow := p.free(board.Orange, row), p.free(board.Yellow, row)
	p.right[row] = orange&(yellow>>1) | yellow&(orange>>1)
	p.above[row] = orange&p.free(board.Yellow, row+1) | yellow&p.free(board.Orange, row+1)
	n := uint8(bits.OnesCount32(p.right[row]) + bits.OnesCount32(p.above[row]))
	p.pairs += uint16(n) - uint16(p.inRow[row])
	p.inRow[row] = n
}

// free returns the stones of a colour in a row that are not fixed; there are none above the board.
func (p *Position) free(c board.Colour, row int) uint32 { return p.Of[c][row+1] &^ p.Fixed[row+1] }

// reflected returns the lines in which the mover may claim that the position is symmetric. It has
// an even number of fixed stones then, and some, as it is not the first turn: a swap adds one, and
// a change of a symmetric position leaves an odd number.
func (p *Position) reflected() (m Mirror) {
	if !p.rule || p.many == 0 || p.many%2 == 1 {
		return 0
	}
	if p.upright() {
		m |= Upright
	}
	if p.level() {
		m |= Level
	}
	return m
}

// upright reports whether each stone faces one of the other colour across the line between the
// left and the right half, and a fixed one a fixed one.
func (p *Position) upright() bool {
	turned := func(row uint32) uint32 { return bits.Reverse32(row) >> (32 - p.Side) }
	for row := range p.Size() {
		if turned(p.Of[board.Yellow][row+1]) != p.Of[board.Orange][row+1] || turned(p.Fixed[row+1]) != p.Fixed[row+1] {
			return false
		}
	}
	return true
}

// level is upright for the line between the lower and the upper half.
func (p *Position) level() bool {
	for row := range p.Size() {
		low, high := row+1, p.Size()-row
		if p.Of[board.Yellow][low] != p.Of[board.Orange][high] || p.Fixed[low] != p.Fixed[high] {
			return false
		}
	}
	return true
}

// swappable reports whether two neighbours on the board can be swapped, the lower or left one
// first.
func (p *Position) swappable(col, row, toCol, toRow int) bool {
	if row == toRow {
		return p.right[row]>>min(col, toCol)&1 == 1
	}
	return p.above[min(row, toRow)]>>col&1 == 1
}

// Play makes a legal turn and passes it on. A swap fixes the mover's stone where it lands; a
// change fixes a stone or frees it.
func (p *Position) Play(t Turn) {
	low, high := min(t.Row, t.ToRow), max(t.Row, t.ToRow)
	if t.Change() {
		p.Fixed[t.Row+1] ^= 1 << t.Col
		p.many += uint16(p.Fixed[t.Row+1]>>t.Col&1)*2 - 1
	} else {
		for c := range p.Of {
			p.Of[c][t.Row+1] ^= 1 << t.Col
			p.Of[c][t.ToRow+1] ^= 1 << t.ToCol
		}
		p.Fixed[t.ToRow+1] |= 1 << t.ToCol
		p.many++
	}
	for row := max(low-1, 0); row <= high; row++ {
		p.update(row)
	}
	p.mover = p.mover.Other()
	p.mirror = p.reflected()
}

// Count returns the number of legal turns: a swap for each pair, and where the mover may change a
// stone one for each cell.
func (p *Position) Count() int {
	if p.mirror != 0 {
		return int(p.pairs) + p.Area()
	}
	return int(p.pairs)
}

// Over reports whether the mover has no turn. Either both sides can swap or neither can.
func (p *Position) Over() bool { return p.pairs == 0 && p.mirror == 0 }

// Nth returns a legal turn by its number, from 0 to Count()-1. Every turn has one number, so a
// number drawn evenly is a turn drawn evenly.
func (p *Position) Nth(n int) Turn {
	if cell := n - int(p.pairs); cell >= 0 {
		col, row := cell%p.Size(), cell/p.Size()
		return Turn{col, row, col, row}
	}
	row := 0
	for ; n >= int(p.inRow[row]); row++ {
		n -= int(p.inRow[row])
	}
	t := Turn{Row: row, ToRow: row}
	if across := bits.OnesCount32(p.right[row]); n < across {
		t.Col = board.Nth(p.right[row], n)
		t.ToCol = t.Col + 1
	} else {
		t.Col = board.Nth(p.above[row], n-across)
		t.ToCol, t.ToRow = t.Col, row+1
	}
	if p.Stone(t.Col, row).Colour != p.mover {
		t.Col, t.Row, t.ToCol, t.ToRow = t.ToCol, t.ToRow, t.Col, t.Row
	}
	return t
}

// Player is the seat to move.
func (p *Position) Player() int { return int(p.mover) }

// PlayNth plays a legal turn by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }
