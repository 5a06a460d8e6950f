package twistonly

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games/board"
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

// Perft counts the sequences of depth twists. The last twist of a sequence is counted, not played.
func (p Position) Perft(depth int) int {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return p.Count()
	}
	sum := 0
	for n := range p.Count() {
		next := p
		next.Play(p.Nth(n))
		sum += next.Perft(depth - 1)
	}
	return sum
}

// Playout plays twists to the end, each drawn evenly from the legal ones, and returns the winner,
// and false for a draw. The position stays as it is.
func (p Position) Playout(rng *rand.Rand) (winner Colour, won bool) {
	for !p.Over() {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	return p.Winner()
}

// Groups returns the sizes of the solved groups of each colour, descending. A group is a set of stones
// of one colour joined orthogonally, and is solved as a whole.
func (p *Position) Groups() [2][]int {
	n := p.census()
	return n.Sizes(p.cells())
}

// largest returns the size of the largest solved group of a colour, 0 if it has none.
func (p *Position) largest(c Colour) int {
	return p.stones[c].Within(p.solved).Largest(board.Four)
}

// Winner returns the winner of the board as it stands, and false for a draw.
func (p *Position) Winner() (Colour, bool) {
	n := p.census()
	side, won := n.Winner(p.cells())
	return Colour(side), won
}

// census counts the solved groups of a position.
func (p *Position) census() (n board.Census) {
	for c, stones := range p.stones {
		n.Take(c, stones.Within(p.solved), board.Four)
	}
	return n
}
