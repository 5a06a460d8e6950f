package catchup

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels: games.Ladder(len(steps)+1, medium),
		Decide: func(int) search.Searcher[View] { return turning(decide) }, Playouts: playouts, Overlooks: overlooks,
		Yardsticks: []search.Yardstick[View]{
			{Name: search.PlainUCT, Decide: turning(plainDecide), Searches: true}, {Name: search.Beginner,
				Decide: turning(begin)},
		},
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, len(v.Cells), v.Ply
		},
		Rank: rank, Chance: View.chance, Curve: func(v View, b search.Band) search.Curve { return chances.At(v.Size, 2, b) },
		Curves: chances,
		Values: func(v View) ([]games.Valued, bool) {
			p := v.position()
			return p.values()
		},
	}
}

// medium is the step of that name.
const medium = 6

// turning makes a searcher of a function that chooses a turn of a position.
func turning(choose func(position, search.Budget, *rand.Rand) Turn) search.Searcher[View] {
	return func(v View, b search.Budget, rng *rand.Rand) games.Move { return v.move(choose(v.position(), b, rng)) }
}

// steps are the playouts for a turn of each level but the last, the same on every board. Each level wins about three of
// four games against the one below on 5 cells a side, and the first about half of its games against the beginner, on
// boards of all sizes.
var steps = []int{50, 67, 90, 120, 180, 340, 1100, 11_000}

// playouts returns the number of playouts of a level for one turn on a board of so many cells. Those of the last, and
// of the yardstick, take about a second on a core of today at most.
func playouts(step, cells int) int {
	if step <= len(steps) {
		return steps[step-1]
	}
	return min(8_000_000/cells, 150_000)
}

// overlooks returns the share of the cells that a level overlooks, at each stone of its turn.
func overlooks(step int) float64 { return max(0, 0.15*float64(5-step)) }

// move writes a turn as a move.
func (v View) move(t Turn) games.Move { return shapes[v.Size]().move(t) }

// decide returns the turn of a [search.Thinker].
func decide(p position, budget search.Budget, rng *rand.Rand) Turn {
	return think(p, budget, rng, nil)
}

// rank returns the turn of decide and others that the same search tried, with the play that it expects.
func rank(v View, most int, budget search.Budget, rng *rand.Rand) (lines [][]games.Move) {
	for _, turns := range rankTurns(v.position(), most, budget, rng) {
		var line []games.Move
		for _, t := range turns {
			line = append(line, v.move(t))
		}
		lines = append(lines, line)
	}
	return lines
}

// chance estimates the chance that the mover wins after a legal move: from 0 to 1. The search is the one for the
// first stone of the answer.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	t, _ := p.readTurn(m) // legal, so it is one
	p.Play(t)
	return 1 - newThinker(rng).Chance(searched{p}, budget.Part(1, max(int(p.limit), 1)))
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in matches between
// constants.
const exploration = 0.3

// plainDecide returns the turn of plain UCT, the yardstick of the arena, which searches for each
// stone anew.
func plainDecide(p position, budget search.Budget, rng *rand.Rand) Turn {
	var turn Turn
	s, side := searched{p}, p.mover
	for left := int(p.limit); s.mover == side && !s.Over(); left-- {
		k := s.nth(search.UCT(s, exploration, budget.Part(1, int(p.limit)), rng))
		if k < MaxCells {
			turn = turnOf(append(turn.Cells(), Cell(k))...)
		}
		s.step(k)
	}
	return turn
}

// begin returns the turn of a beginner: with as many stones as are allowed, at random, or in half of
// the turns greedily. Then each stone goes where it makes the largest group and keeps the other side
// from its largest, the sizes of both taken together. A beginner who only made groups would be worse
// than one at random, because that earns the other side its third stones.
func begin(p position, b search.Budget, rng *rand.Rand) Turn {
	var turn Turn
	greedy := !b.Careless(rng)
	for p.more() {
		c, most, ties := outside, -1, 0
		for _, o := range p.free[:p.left] {
			if !p.may(o) {
				continue
			}
			size := 0
			if greedy {
				size = p.joinSize(o, 0) + p.joinSize(o, 1)
			}
			switch {
			case size > most:
				c, most, ties = o, size, 1
			case size == most:
				if ties++; rng.IntN(ties) == 0 {
					c = o
				}
			}
		}
		turn = turnOf(append(turn.Cells(), c)...)
		p.place(c)
	}
	return turn
}
