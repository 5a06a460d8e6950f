package magic

import (
	"math/rand/v2"

	"parlour/games"
)

// Perft counts the sequences of turns of a given length. A position that is
// decided has no turns.
func (p Position) Perft(depth int) int {
	if depth <= 0 {
		return 1
	}
	if _, over := p.Judge(); over {
		return 0
	}
	if depth == 1 {
		return p.Count()
	}
	var buf [MaxTurns]Turn
	n := 0
	for _, t := range p.Turns(buf[:0]) {
		next := p
		next.Play(t)
		n += next.Perft(depth - 1)
	}
	return n
}

// Playout plays turns to the end, each legal one as likely as another, and
// returns the winner, Spectator for a tie. The position stays as it is.
func (p Position) Playout(rng *rand.Rand) games.Seat {
	for {
		winner, over := p.Judge()
		if over {
			return winner
		}
		p.Play(p.Turn(rng.IntN(p.Count())))
	}
}
