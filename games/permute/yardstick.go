package permute

import (
	"math/rand/v2"

	"parlour/games/search"
)

// A searched position is one as package search plays it. Orange is player 0.
type searched struct{ Position }

func (s *searched) Player() int   { return int(s.mover) }
func (s *searched) PlayNth(n int) { s.Play(s.Nth(n)) }

func (s *searched) Playout(rng *rand.Rand) float64 {
	winner, won := s.Position.Playout(rng)
	switch {
	case !won:
		return 0.5
	case winner == Orange:
		return 1
	}
	return 0
}

// plainUCT is the yardstick of the arena: plain UCT on the typed position, which
// must not be over.
func plainUCT(p Position, budget search.Budget, rng *rand.Rand) Twist {
	return p.Nth(search.UCT(searched{p}, search.Exploration, budget, rng))
}
