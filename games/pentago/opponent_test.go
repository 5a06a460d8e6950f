package pentago

import (
	"parlour/games"
	"parlour/games/search"
)

var (
	_ games.Thrifty  = Game{}
	_ games.Reasoner = Game{}
	_ games.Teller   = Game{}
)

// choosers are all that choose an opponent's turn, by name, with budgets quick enough for tests.
var choosers = map[string]struct {
	choose chooser
	budget search.Budget
}{
	"hard": {decide, search.Budget{Playouts: 2000}}, "medium": {decide, search.Budget{Playouts: 288}},
	"easy": {glimpse, search.Budget{Playouts: 18}}, uct: {plainDecide, search.Budget{Playouts: 300}}, beginner: {guess, search.Budget{}},
}

// players returns the players of [choosers].
func players() map[string]games.Player {
	all := map[string]games.Player{}
	for name, c := range choosers {
		all[name] = playerOf(c.choose, c.budget)
	}
	return all
}
