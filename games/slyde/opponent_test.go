package slyde

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

var (
	_ games.Thrifty = Game{}
	_ games.Teller  = Game{}
)

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 100}

// choosers are all functions that choose an opponent's move, by name.
var choosers = map[string]func(View, search.Budget, *rand.Rand) games.Move{"a thinker": decide, uct: plainDecide, beginner: begin}

// players returns the [choosers] with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for name, choose := range choosers {
		all[name] = func(v games.View, _ games.Seat, seed games.Seed) games.Move {
			return choose(v.(View), b, seed.Rand(v.(View).Ply))
		}
	}
	return all
}

func seeded(n byte) games.Seed { return games.Seed{n} }
