package fourinarow

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// ladder has the levels. With the first share of what is overlooked the beginner wins about half of the games. The last
// level plays by the book and the solver besides.
var ladder = search.Steps{
	{16, 0.5}, {30, 0.3}, {64, 0.15}, {128, 0.04}, {260, 0}, {900, 0}, {3500, 0}, {20_000, 0},
}

// Table says how the players think. The last level plays the book's move where it has one.
func (Game) Table() search.Table[View] {
	t := mind.Table(chances)
	t.See = func(view games.View, _ games.Seat) (v View, cells, ply int) {
		v = view.(View)
		return v, v.Cols * v.Rows, v.Ply
	}
	t.Decide = func(step int) search.Searcher[View] {
		if step < len(ladder) {
			return mind.Decide
		}
		return func(v View, b search.Budget, rng *rand.Rand) games.Move {
			if m, ok := v.booked(); ok {
				return m
			}
			return mind.Decide(v, b, rng)
		}
	}
	t.Rank = func(v View, most int, b search.Budget, rng *rand.Rand) (best, line []games.Move) {
		best, line = mind.Rank(v, most, b, rng)
		if m, ok := v.booked(); ok && best[0] != m {
			return append([]games.Move{m}, best...), []games.Move{m}
		}
		return best, line
	}
	t.Values = View.values
	return t
}

// mind holds the tuning. No playout drops two discs on one cell, so a turn is known by its cell.
var mind = search.Mind[View, Position, Drop, *Position]{
	Levels: games.Ladder(len(ladder), 4), Playouts: func(step, _ int) int { return ladder[step-1].Playouts }, Overlooks: ladder.Overlooks,
	Moves: maxCols * maxRows, Tuning: search.Tuning{Explore: 3, Most: 0.5, Rave: 1, Habit: 30}, Explore: 0.5,
	Root: View.position,
	Read: func(m games.Move) Drop { return Drop(m[0] - 'a') },
	Lead: func(p *Position, player int) int { return p.lead(player) },
}

// lead returns how far a side is ahead for somebody who has just learned the game: it has four in a row, or there are more
// cells that would give it that than the other side.
func (p *Position) lead(side int) int {
	own, other := p.by(side), p.by(1-side)
	if p.wins(own) {
		return p.cells()
	}
	return (p.spots(own) &^ p.all).count() - (p.spots(other) &^ p.all).count()
}

// booked returns the move that the book has for a position of the usual board.
func (v View) booked() (games.Move, bool) {
	p := v.position()
	if v.Ply > bookPlies || p.shape != usual {
		return "", false
	}
	at, ok := theBook().best(p)
	return Drop(p.spot(at).Col).Move(), ok
}
