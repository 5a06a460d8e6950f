package permutations

import (
	"math/rand/v2"
	"testing"

	"parlour/games/search"
)

// A search that ends once its best move is certain comes to the same move as one that goes on, and
// some end early.
func TestSettledSearchesChangeNoMove(t *testing.T) {
	early := 0
	for seed := range uint64(40) {
		p := lateDeal(3, 4, rand.New(rand.NewPCG(seed, 6)))
		best := func(whole bool) (decision, uint64) {
			th := newThinker(sightOf(p, 1), 1, rand.New(rand.NewPCG(seed, 7)), search.Budget{Playouts: 300})
			th.whole = whole
			return th.best(), th.rng.Uint64()
		}
		long, after := best(true)
		short, soon := best(false)
		if long.Card != short.Card {
			t.Errorf("seed %d: it plays %v, and %v when it stops early", seed, long.Card, short.Card)
		}
		if after != soon {
			early++
		}
	}
	if early == 0 {
		t.Error("no search stopped early")
	}
}
