package permutu

import (
	"math/rand/v2"

	"parlour/games/search"
)

// greedy is the yardstick: it takes what gains it the most points at once, alone a
// column before a single block. Of equals it takes the most blocks, and of those
// still equal any.
func greedy(p *Position, _ search.Budget, rng *rand.Rand) Take {
	var buf [MaxTakes]Take
	var best Take
	most, equals := -1, 0
	for _, t := range p.Takes(p.mover, buf[:0]) {
		switch worth := p.greed(t); {
		case worth > most:
			best, most, equals = t, worth, 1
		case worth == most:
			if equals++; rng.IntN(equals) == 0 {
				best = t
			}
		}
	}
	return best
}

// greed is what a move brings at once, in one number: points first, then blocks.
// Alone, no column gains less than a block, so columns come first.
func (p *Position) greed(t Take) int {
	after := *p
	after.Play(t)
	gain := after.Points(p.mover) - p.Points(p.mover)
	return gain*(colours+1) + p.Left() - after.Left()
}
