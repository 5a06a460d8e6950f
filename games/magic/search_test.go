package magic

import (
	"math/rand/v2"
	"testing"
)

// A sample of 1,000 values at 11 to 14 tiles agrees with [minimax], which has no keys,
// bounds or order of turns.
func TestValueAgreesWithMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	for _, c := range []struct{ tiles, positions int }{{11, 5}, {12, 95}, {13, 400}, {14, 500}, {15, 100}} {
		for range c.positions {
			p := undecided(t, rng, c.tiles)
			winner, plies := minimax(p)
			if v := p.Value(); !v.is(p.mover, winner, plies) {
				t.Fatalf("%s is a %s, and seat %d wins after %d turns", p, v, winner, plies)
			}
		}
	}
}

// The table agrees with a search of the following turns.
func TestSearchAgreesWithTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 1))
	for range 5 {
		p := undecided(t, rng, tableTiles)
		s := newSearcher(allTiles)
		want := known().value(p)
		if got := s.value(p, want-1, want+1); got != want {
			t.Errorf("%s is a %s by search and a %s by the table, with %d nodes", p, got, want, s.nodes)
		}
	}
}
