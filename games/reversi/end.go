package reversi

import (
	"cmp"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// A position is late while so many cells are empty. The search of one looks at endNodes positions at most, in about a
// second.
const (
	lateCells = 14
	endNodes  = 2_000_000
)

// values returns the values of all turns of a position, if it is late and the search gets through.
func (v View) values() (all []games.Valued, ok bool) {
	p := v.position()
	left := p.left()
	if left > lateCells {
		return nil, false
	}
	s := newSearcher(p.shape(), search.Budget{Playouts: endNodes}, 0)
	own, other := p.sides()
	for _, b := range s.branches(nil, own, other, p.open, noCell, left) {
		w := -s.value(b.other, b.own, left-1, -1, 1)
		all = append(all, games.Valued{Move: Turn{p.size, b.cell}.Move(), Value: games.Value{Wins: int(min(1, max(-1, w)))}})
	}
	slices.SortFunc(all, func(a, b games.Valued) int { return cmp.Compare(a.Move, b.Move) })
	return all, !s.stopped
}
