package permutu

import (
	"math/rand/v2"

	"parlour/games"
)

// Playout plays to the end, every legal move of a position equally likely.
func (p *Position) Playout(rng *rand.Rand) {
	var buf [MaxTakes]Take
	for p.mover != games.Spectator {
		takes := p.Takes(p.mover, buf[:0])
		p.Play(takes[rng.IntN(len(takes))])
	}
}
