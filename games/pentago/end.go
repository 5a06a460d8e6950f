package pentago

import (
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// An end is a late position as a [search.Solver] solves it. Its players are the sides.
type end struct{ Position }

// A position is late while so many cells are empty. The search of one looks at endNodes positions at most, in about two
// seconds.
const (
	lateCells = 12
	endNodes  = 100_000
)

// values returns the values of all turns of a position, if it is late and the search gets through.
func (v View) values() ([]games.Valued, bool) {
	p := v.position()
	if cells-p.Ply() > lateCells || v.MaySwap || v.Offers {
		return nil, false
	}
	s := search.NewSolver[end, Turn, [2]Set](endNodes)
	return s.Values(p.Mover(), search.Following[end, Turn](end{p}))
}

// Player implements [search.End].
func (e *end) Player() int { return e.Mover() }

// Key implements [search.End].
func (e *end) Key() [2]Set { return e.stones }

// Bounds implements [search.End]. Who can win in this turn does.
func (e *end) Bounds() (least, most search.Outcome) {
	winner, over := e.Judge()
	switch {
	case over && winner == games.Spectator:
		return search.Ties, search.Ties
	case !over && !look(e.stones[e.Mover()], e.stones[1-e.Mover()]).wins:
		return search.Loses, search.Wins
	case !over:
		winner = games.Seat(e.Mover())
	}
	if winner == 0 {
		return search.Wins, search.Wins
	}
	return search.Loses, search.Loses
}

// Turns implements [search.End]: those first that look best. Of turns to the same board it has one, as good as always.
func (e *end) Turns(buf []Turn) []Turn {
	var room [lateCells * twistings]branch
	all := branches(room[:0], e.stones[e.Mover()], e.stones[1-e.Mover()], e.open())
	for i := range all {
		all[i].judge()
	}
	slices.SortStableFunc(all, func(a, b branch) int { return int(b.worth - a.worth) })
	for _, b := range all {
		buf = append(buf, b.turn)
	}
	return buf
}
