package permute

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// exploration is the constant of UCB1 with which plain UCT plays this game best:
// matches between constants say so.
const exploration = 0.3

// A searched position is one as package search plays it: the players are the seats,
// and the swap is a move like any other.
type searched struct {
	Position
	orange int // the seat that has Orange
	swapIn int // after how many twists a swap may come; below 0 none can
}

// never is a swapIn without a swap.
const never = -1

// searched returns the position of a View in which somebody is to move.
func (v View) searched() searched {
	s := searched{Position: v.position(), orange: int(v.Colours[1]), swapIn: never}
	switch {
	case v.Swap:
		s.swapIn = 0
	case v.Offers:
		s.swapIn = 1
	}
	return s
}

func (s *searched) Player() int { return s.orange ^ int(s.mover) }

// Count counts the swap after the twists.
func (s *searched) Count() int {
	if s.swapIn == 0 && !s.Over() {
		return s.Position.Count() + 1
	}
	return s.Position.Count()
}

func (s *searched) PlayNth(n int) {
	swap := n == s.Position.Count()
	s.swapIn = max(s.swapIn-1, never)
	if swap {
		s.orange = 1 - s.orange
		return
	}
	s.Play(s.Nth(n))
}

// Playout draws from the twists alone.
func (s *searched) Playout(rng *rand.Rand) float64 {
	w := worth(s.Position.Playout(rng))
	if s.orange == 1 {
		w = 1 - w
	}
	return w
}

// plainDecide returns the move of plain UCT on the typed position, the yardstick of
// the arena, for the seat that is to move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := v.searched()
	n := search.UCT(s, exploration, budget, rng)
	if n == s.Position.Count() {
		return swapMove
	}
	return s.Nth(n).Move()
}
