package fourinarow

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// A step is how a level thinks: with how many playouts for a move, and which share of its moves it overlooks. It knows which
// side wins while so many cells are empty, and it forgets a share of the book.
type step struct {
	playouts  int
	overlooks float64
	late      int
	forgets   float64
}

// ladder has the levels. With the first share of what is overlooked the beginner wins about half of the games. The last
// level knows late positions as [search.Table] has it.
var ladder = []step{
	{16, 0.5, 0, 1}, {36, 0.25, 0, 1}, {90, 0.08, 0, 1}, {220, 0, 0, 1}, {800, 0, 0, 1}, {3500, 0, 0, 1},
	{6000, 0, 28, 1}, {10_000, 0, lateCells, 0.75}, {15_000, 0, lateCells, 0.3}, {20_000, 0, 0, 0},
}

// decide chooses as a level does.
func (l step) decide(v View, b search.Budget, rng *rand.Rand) games.Move {
	if m, ok := v.booked(); ok && rng.Float64() >= l.forgets {
		return m
	}
	m := mind.Decide(v, b, rng)
	if len(v.Discs)-v.Ply <= l.late {
		if all, ok := v.values(); ok {
			return search.Keeping(all, m)
		}
	}
	return m
}

// Table says how the players think.
func (Game) Table() search.Table[View] {
	t := mind.Table(chances)
	t.See = func(view games.View, _ games.Seat) (v View, cells, ply int) {
		v = view.(View)
		return v, v.Cols * v.Rows, v.Ply
	}
	t.Decide = func(step int) search.Searcher[View] { return ladder[step-1].decide }
	t.Rank = func(v View, most int, b search.Budget, rng *rand.Rand) [][]games.Move {
		lines := mind.Rank(v, most, b, rng)
		if m, ok := v.booked(); ok {
			return append([][]games.Move{{m}}, lines...)
		}
		return lines
	}
	t.Values = View.values
	return t
}

// mind holds the tuning. No playout drops two discs on one cell, so a turn is known by its cell.
var mind = search.Mind[View, Position, Drop, *Position]{
	Levels: games.Ladder(len(ladder), 4), Playouts: func(step, _ int) int { return ladder[step-1].playouts },
	Overlooks: func(step int) float64 { return ladder[step-1].overlooks },
	Moves:     maxCols * maxRows, Tuning: search.Tuning{Explore: 3, Most: 0.5, Rave: 1, Habit: 30}, Explore: 0.5,
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
