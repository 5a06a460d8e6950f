package catchup

import (
	"math/rand/v2"
	"time"

	"parlour/games"
	"parlour/games/search"
	"parlour/games/search/levels"
)

// table says how the players think.
var table = levels.Table[View]{
	Levels: games.Ladder(3, 2), Rank: rank,
	Decide: turning(decide), Plain: turning(plainDecide), Begin: turning(begin), Playouts: playouts,
	Chance: View.chance, Worth: "catchup.worth", Curve: View.curve,
	Of: func(v View) (cells, ply int) { return len(v.Cells), v.Ply },
}

// turning makes a searcher of a function that chooses a turn of a position.
func turning(choose func(Position, search.Budget, *rand.Rand) Turn) levels.Searcher[View] {
	return func(v View, b search.Budget, rng *rand.Rand) games.Move { return v.move(choose(v.position(), b, rng)) }
}

// Levels returns the ladder.
func (Game) Levels() []games.Level { return table.Levels }

// Yardsticks names plain UCT and a beginner.
func (Game) Yardsticks() []string { return table.Yardsticks() }

// Player returns the player of a level, or of a yardstick.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	return table.Player(g, name, each)
}

// Budget implements [games.Thrifty].
func (Game) Budget(l games.Level, v games.View, _ games.Seat) (full, least int) {
	return table.Budget(l, v)
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	return table.PlayerWith(g, l, playouts)
}

// Advise lets hard choose, and judges moves by searches of their own.
func (Game) Advise(v games.View, _ games.Seat, made games.Move, seed games.Seed) games.Advice {
	return table.Advise(v, made, seed)
}

// easyPlayouts is the number of playouts with which the beginner wins about half of the games, on boards
// of all sizes.
const easyPlayouts = 18

// playouts returns the number of playouts of a player for one turn on a board of so many cells.
// Those of hard and of the yardstick take about a second on a core of today at most.
func playouts(step, cells int) int {
	switch step {
	case 1:
		return easyPlayouts
	case 2:
		return 10 * cells
	}
	return min(8_000_000/cells, 150_000)
}

// move writes a turn as a move.
func (v View) move(t Turn) games.Move { return shapes[v.Size]().move(t) }

// decide returns the turn of a [search.Thinker].
func decide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	turn, _ := think(p, budget, rng)
	return turn
}

// rank returns the turn of decide.
func rank(v View, _ int, budget search.Budget, rng *rand.Rand) (best, line []games.Move) {
	return []games.Move{v.move(decide(v.position(), budget, rng))}, nil
}

// chance estimates, by a search, the chance that the mover wins after a legal move: from 0 to 1.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	t, _ := p.readTurn(m) // legal, so it is one
	mover := p.mover
	p.Play(t)
	if !p.Over() {
		_, worth := think(p, budget, rng)
		return 1 - worth
	}
	if s, won := p.Winner(); won && s == mover {
		return 1
	}
	return 0
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in matches between
// constants.
const exploration = 0.3

// plainDecide returns the turn of plain UCT, the yardstick of the arena, which searches for each
// stone anew.
func plainDecide(p Position, budget search.Budget, rng *rand.Rand) Turn {
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
func begin(p Position, _ search.Budget, rng *rand.Rand) Turn {
	var turn Turn
	greedy := rng.IntN(2) == 0
	for p.More() {
		c, most, ties := outside, -1, 0
		for _, o := range p.free[:p.left] {
			if !p.May(o) {
				continue
			}
			size := 0
			if greedy {
				size = p.Joined(o, 0) + p.Joined(o, 1)
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
		p.Place(c)
	}
	return turn
}
