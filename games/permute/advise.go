package permute

import (
	"math"
	"math/rand/v2"
	"strings"

	"parlour/games"
	"parlour/games/search"
)

// Advise has hard choose, and judges its move and the one that was made each by a
// search of its own, with the same budget and the same chance.
func (g Game) Advise(view games.View, _ games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	hard := playouts(string(games.Hard), v.Size*v.Size)
	return v.advise(made, seed, search.Budget{Playouts: hard}, search.Budget{Playouts: hard / 8})
}

// advise gives advice with one budget to find the best move and another for each
// move that is judged.
func (v View) advise(made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	best := decide(v, find, seed.Rand(v.Ply))
	chance := v.chance(best, judge, seed.Rand(v.Ply))
	a := games.Advice{Best: best, Worth: ofHundred(chance)}
	if made != "" {
		mine := v.chance(made, judge, seed.Rand(v.Ply))
		a.Made, a.Cost = ofHundred(mine), max(0, chance-mine)
	}
	return a
}

// ofHundred says a chance to win.
func ofHundred(chance float64) games.Text {
	return games.Say("permute.worth", "Wins", int(math.Round(100*chance)))
}

// chance returns how likely whoever is to move wins after a legal move, in the eyes
// of a search: from 0 to 1, a draw being half a win.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	if m != swapMove {
		typed, _ := parseTwist(strings.ToLower(string(m))) // legal, so it is one
		twist, _ := typed.twist()
		p.Play(twist)
	}
	chance := 1 - p.chance(budget, rng)
	if v.Swap || v.Offers { // where which side is better is the question
		chance = min(chance+optimism, 1)
	}
	if v.Offers {
		chance = min(chance, 1-chance) // the other takes the better side
	}
	return chance
}

// chance returns how likely the mover wins.
func (p Position) chance(budget search.Budget, rng *rand.Rand) float64 {
	if p.Over() {
		worth := p.worth()
		if p.mover == Yellow {
			return 1 - worth
		}
		return worth
	}
	_, chance := newThinker(hardest, rng).think(p, budget)
	return chance
}
