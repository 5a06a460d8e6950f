package twistonly

import (
	"math/rand/v2"
	"strings"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// steps is the number of levels.
const steps = 7

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels: games.Ladder(steps, 4), Decide: func(int) search.Searcher[View] { return decide }, Playouts: playouts, Overlooks: overlooks,
		Yardsticks: []search.Yardstick[View]{
			{Name: search.PlainUCT, Decide: plainDecide, Searches: true}, {Name: search.Beginner, Decide: begin},
		},
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, v.Size * v.Size, v.Ply
		},
		Rank: rank, Chance: chance, Worth: "twistonly.worth", Curve: func(v View) search.Curve { return chances.At(v.Size, 2) }, Curves: chances,
	}
}

// playouts returns the number of playouts of a level for one move on a board of so many cells. Those of the last
// level and of plain UCT take about a second on a core of today at the start of any board that a table offers, and
// less later in the game. Each level below has two playouts for five of the next; the last one is two such steps
// above the one before.
func playouts(step, cells int) int {
	n := min(4_000_000/cells, 60_000)
	if step == steps {
		return n
	}
	for range steps + 1 - step {
		n = n * 2 / 5
	}
	return n
}

// overlooked are the shares of their twists that the first levels overlook. With the first one the beginner wins about
// half of the games.
var overlooked = [...]float64{0.75, 0.7, 0.6, 0.5, 0.45, 0.25}

// overlooks returns the share of its twists that a level overlooks.
func overlooks(step int) float64 {
	if step > len(overlooked) {
		return 0
	}
	return overlooked[step-1]
}

// decide returns the twist of a [search.Thinker] for the seat to move.
func decide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	t := newThinker(rng)
	t.Stops = true
	best, _ := t.Think(searched{v.position()}, budget)
	return twistOf(best).Move()
}

// chance estimates, by a search, the chance that the seat to move wins after a legal move.
func chance(v View, m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	t, _ := parseTwist(strings.ToLower(string(m))) // legal, so it is one
	p.Play(t)
	return 1 - newThinker(rng).Chance(searched{p}, budget)
}

// rank returns the best turns of a search and the play that it expects.
func rank(v View, most int, budget search.Budget, rng *rand.Rand) (best, line []games.Move) {
	t := newThinker(rng)
	t.Stops = true
	return search.Rank(t, searched{v.position()}, most, budget, func(k search.Move) games.Move { return twistOf(k).Move() })
}

// begin returns the twist of the beginner. Its greedy twists are those after which the mover is as far
// ahead in [Position.promise] as can be.
func begin(v View, _ search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	best := search.HalfGreedy(p.Count(), func(n int) int {
		after := p
		after.Play(p.Nth(n))
		return after.promise(p.mover) - after.promise(p.mover.Other())
	}, rng)
	return p.Nth(best).Move()
}

// promise is the most that a group of a colour promises: its stones times the neutral stones that it
// touches, of which three count at most.
func (p *Position) promise(c Colour) (most int) {
	p.stones[c].Groups(board.Four, func(group board.Cells, size int) {
		most = max(most, size*min(p.touches(&group), hold))
	})
	return most
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in matches
// between constants.
const exploration = 0.3

// plainDecide returns the move of plain UCT, the yardstick of the arena, for the seat to move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := searched{v.position()}
	return s.Nth(search.UCT(s, exploration, budget, rng)).Move()
}
