package permute

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games/board"
)

// Count returns the number of legal twists: each of the mover's stones in a live face may
// be bandaged, after a turn either way.
func (p *Position) Count() int { return 2 * int(p.own[p.mover]) }

// Over reports whether no face can be twisted. A live face holds both colours, so the game
// is over for both or for neither.
func (p *Position) Over() bool { return p.own[Orange] == 0 }

// Nth returns a legal twist by its number, from 0 to Count()-1. Every twist has one number,
// so a number drawn evenly is a twist drawn evenly.
func (p *Position) Nth(n int) Twist {
	clockwise, stone := n%2 == 0, n/2
	row := 0
	for in := &p.inRow[p.mover]; stone >= int(in[row]); row++ {
		stone -= int(in[row])
	}
	for spot := range 4 {
		stones := p.live[row] & p.mine(row, spot)
		if here := bits.OnesCount32(stones); stone >= here {
			stone -= here
			continue
		}
		// What comes to a spot turning one way goes there turning the other way.
		return Twist{board.Nth(stones, stone), row, clockwise, board.Source(2, !clockwise, spot)}
	}
	panic("permute: there is no twist of that number")
}

// mine returns the faces of a row in which the mover has the stone at a spot.
func (p *Position) mine(row, spot int) uint32 {
	yellow := p.yellow[row+spot/2] >> (spot % 2)
	if p.mover == Orange {
		return ^yellow
	}
	return yellow
}

// Twists appends every legal twist to buf and returns it.
func (p *Position) Twists(buf []Twist) []Twist {
	for n := range p.Count() {
		buf = append(buf, p.Nth(n))
	}
	return buf
}

// Perft counts the sequences of depth twists, without the swap. The last twist of a
// sequence is counted, not played.
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

// Playout plays twists to the end, each drawn evenly from the legal ones, and returns the
// winner, and false for a draw. The position stays as it is.
func (p Position) Playout(rng *rand.Rand) (winner Colour, won bool) {
	for !p.Over() {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	return p.Winner()
}
