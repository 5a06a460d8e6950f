package pentago

import (
	"parlour/games"
	"parlour/games/search"
)

// judging is the part of hard's budget with which turns are judged.
const judging = 2

// Judge implements [search.Teller].
func (Game) Judge(view games.View, _ games.Seat, m games.Move, seed games.Seed) (raw float64, ok bool) {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil {
		return 0, false // it is no move of this position
	}
	budget := search.Budget{Playouts: hard.looks / judging}
	w := newSearcher(seed.Rand(v.Ply), budget).compare(p, []Turn{t})[0]
	return w.raw(), w <= sure && w >= -sure
}
