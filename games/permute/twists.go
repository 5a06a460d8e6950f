package permute

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games/board"
	"parlour/games/search"
)

// Count returns the number of legal twists: each of the mover's stones in a live face may
// be bandaged, after a turn either way.
func (p *Position) Count() int { return 2 * int(p.own[p.mover]) }

// Over reports whether no face can be twisted. A live face holds both colours, so the game
// is over for both or for neither.
func (p *Position) Over() bool { return p.own[board.Orange] == 0 }

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
	yellow := p.Yellow[row+spot/2] >> (spot % 2)
	if p.mover == board.Orange {
		return ^yellow
	}
	return yellow
}

// PlayNth plays a legal twist by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Player is the colour to twist.
func (p *Position) Player() int { return int(p.mover) }

// Playout plays twists to the end, each drawn evenly from the legal ones, and returns what that is worth to Orange.
func (p *Position) Playout(rng *rand.Rand) float64 {
	for !p.Over() {
		p.PlayNth(rng.IntN(p.Count()))
	}
	return p.Worth()
}

// Worth returns what the board as it stands is worth to Orange: 1 for a win, and a half for a draw.
func (p *Position) Worth() float64 { return search.Worth(p.Winner()) }
