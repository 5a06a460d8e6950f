package magic

import (
	"math/rand/v2"
	"testing"
)

// The search agrees with minimax, which knows nothing of keys, bounds or order.
func TestSearchAgreesWithMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	for _, c := range []struct{ tiles, positions int }{{11, 6}, {12, 194}, {13, 400}, {14, 300}, {15, 100}} {
		s := newSearcher()
		for range c.positions {
			p := sample(t, rng, c.tiles)
			if _, over := p.Judge(); over {
				continue
			}
			winner, plies := minimax(p)
			if v := s.value(p, lost, won); !v.is(p.mover, winner, plies) {
				t.Fatalf("%s is a %s, and seat %d wins after %d turns", p, v, winner, plies)
			}
		}
	}
}

// The table agrees with a search of what follows.
func TestSearchAgreesWithTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 1))
	for range 3 {
		p := sample(t, rng, tableTiles)
		if _, over := p.Judge(); over {
			continue
		}
		s := newSearcher()
		if got, want := s.value(p, lost, won), known().value(p); got != want {
			t.Errorf("%s is a %s by search and a %s by the table, with %d nodes", p, got, want, s.nodes)
		}
	}
}
