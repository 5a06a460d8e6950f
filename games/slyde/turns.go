package slyde

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games/board"
	"parlour/games/search"
)

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
	if board.Colour(p.Yellow[row]>>t.Col&1) != p.mover {
		t.Col, t.Row, t.ToCol, t.ToRow = t.ToCol, t.ToRow, t.Col, t.Row
	}
	return t
}

// Player is the seat to move.
func (p *Position) Player() int { return int(p.mover) }

// PlayNth plays a legal turn by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Playout plays turns to the end, each drawn evenly from the legal ones, and returns what that is worth to Orange.
func (p *Position) Playout(rng *rand.Rand) float64 {
	for !p.Over() {
		p.PlayNth(rng.IntN(p.Count()))
	}
	return p.Worth()
}

// Worth returns what the board as it stands is worth to Orange: 1 for a win, and a half for a draw.
func (p *Position) Worth() float64 { return search.Worth(p.Winner()) }
