package twistonly

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games/board"
	"parlour/games/search"
)

// Count returns the number of legal twists, 0 once the game is over.
func (p *Position) Count() int { return int(p.many) }

// Over reports whether no twist is left, or too many in a row solved nothing.
func (p *Position) Over() bool { return p.many == 0 }

// Nth returns a legal twist by its number, from 0 to Count()-1. Every twist has one number, so a
// number drawn evenly is a twist drawn evenly.
func (p *Position) Nth(n int) Twist {
	row := 0
	for ; n >= int(p.inRow[row]); row++ {
		n -= int(p.inRow[row])
	}
	faces, clockwise := p.turns[0][row+1], true
	if here := bits.OnesCount32(faces); n >= here {
		faces, clockwise, n = p.turns[1][row+1], false, n-here
	}
	return Twist{board.Nth(faces, n), row, clockwise}
}

// Player is the seat to move.
func (p *Position) Player() int { return int(p.mover) }

// PlayNth plays a legal twist by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Playout plays twists to the end, each drawn evenly from the legal ones, and returns what that is worth to Orange.
func (p *Position) Playout(rng *rand.Rand) float64 {
	for !p.Over() {
		p.PlayNth(rng.IntN(p.Count()))
	}
	return p.Worth()
}

// Worth returns what the board as it stands is worth to Orange: 1 for a win, and a half for a draw.
func (p *Position) Worth() float64 { return search.Worth(p.Winner()) }

// Groups returns the sizes of the solved groups of each colour, descending. A group is a set of stones
// of one colour joined orthogonally, and is solved as a whole.
func (p *Position) Groups() [2][]int {
	n := p.census()
	return n.Sizes(p.cells())
}

// largest returns the size of the largest solved group of a colour, 0 if it has none.
func (p *Position) largest(c board.Colour) int {
	return p.stones[c].Within(p.solved).Largest(board.Four)
}

// Winner returns the winner of the board as it stands, and false for a draw.
func (p *Position) Winner() (board.Colour, bool) {
	n := p.census()
	side, won := n.Winner(p.cells())
	return board.Colour(side), won
}

// census counts the solved groups of a position.
func (p *Position) census() (n board.Census) {
	for c, stones := range p.stones {
		n.Take(c, stones.Within(p.solved), board.Four)
	}
	return n
}
