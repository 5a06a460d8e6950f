package slyde

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// steps is the number of levels.
const steps = 17

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels: games.Ladder(steps, 8), Decide: func(int) search.Searcher[View] { return decide }, Playouts: playouts, Overlooks: overlooks,
		Yardsticks: []search.Yardstick[View]{
			{Name: search.PlainUCT, Decide: plainDecide, Searches: true}, {Name: search.Beginner, Decide: begin},
		},
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, v.Size * v.Size, v.Ply
		},
		Rank: rank, Chance: View.chance, Worth: "slyde.worth", Curve: func(v View) search.Curve { return chances.At(v.Size, 2) }, Curves: chances,
	}
}

// playouts returns the number of playouts of a level for one move on a board of so many cells. Those of the last
// level and of plain UCT take about a second on a core of today, at the start of any board that a table offers, and
// less later in the game. Each level below has five playouts for eight of the next; the last one is two such steps
// above the one before.
func playouts(step, cells int) int {
	n := min(10_000_000/cells, 120_000)
	if step == steps {
		return n
	}
	for range steps + 1 - step {
		n = n * 5 / 8
	}
	return n
}

// overlooked are the shares of their turns that the first levels overlook. With the first one the beginner wins about
// half of the games. From level 8 to 11 a swap comes to have playouts enough for replies to be looked at, which is worth
// much, so there they fall by less.
var overlooked = [...]float64{0.96, 0.91, 0.85, 0.79, 0.72, 0.65, 0.57, 0.54, 0.5, 0.46, 0.41, 0.37, 0.32, 0.25, 0.17, 0.05}

// overlooks returns the share of its turns that a level overlooks.
func overlooks(step int) float64 {
	if step > len(overlooked) {
		return 0
	}
	return overlooked[step-1]
}

// decide returns the turn of a [search.Thinker] for the seat to move.
func decide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	t := newThinker(rng)
	t.Stops = true
	best, _ := t.Think(searched{v.position()}, budget)
	return turnOf(best).Move()
}

// rank returns the best turns of a search and the play that it expects.
func rank(v View, most int, budget search.Budget, rng *rand.Rand) (best, line []games.Move) {
	t := newThinker(rng)
	t.Stops = true
	return search.Rank(t, searched{v.position()}, most, budget, func(k search.Move) games.Move { return turnOf(k).Move() })
}

// begin returns the turn of the beginner. Its greedy turns are those after which the mover's largest
// group is as far ahead of the opponent's as can be.
func begin(v View, _ search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	best := search.HalfGreedy(p.Count(), func(n int) int {
		after := p
		after.Play(p.Nth(n))
		return after.largest(p.mover) - after.largest(p.mover.Other())
	}, rng)
	return p.Nth(best).Move()
}

// chance estimates, by a search, the chance that the seat to move wins after a legal move: from 0
// to 1, a draw counting half.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	typed, _ := parseTurn(string(m)) // legal, so it is one
	p.Play(typed.Turn)
	return 1 - newThinker(rng).Chance(searched{p}, budget)
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in matches
// between constants.
const exploration = 0.2

// plainDecide returns the move of plain UCT, the yardstick of the arena, for the seat to move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := searched{v.position()}
	return s.Nth(search.UCT(s, exploration, budget, rng)).Move()
}
