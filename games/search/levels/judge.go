package levels

import (
	"parlour/games"
	"parlour/games/search"
)

// judging is the part of hard's budget with which a move is judged.
const judging = 8

// judge returns the budget for judging a move.
func (t Table[V]) judge(v V) search.Budget {
	cells, _ := t.Of(v)
	return search.Budget{Playouts: t.Playouts(len(t.Levels), cells) / judging}
}

// Judge is that of a [odds.Teller].
func (t Table[V]) Judge(view games.View, m games.Move, seed games.Seed) float64 {
	v := view.(V)
	_, ply := t.Of(v)
	return t.Chance(v, m, t.judge(v), seed.Rand(ply))
}
