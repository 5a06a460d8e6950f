package slyde

import (
	"parlour/games"
	"parlour/games/search"
)

// steps is the number of levels.
const steps = 17

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return mind.Table(search.Table[View]{
		Levels: games.Ladder(steps, 8), Playouts: playouts, Overlooks: overlooks,
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, v.Size * v.Size, v.Ply
		},
		Curve: func(v View) search.Curve { return chances.At(v.Size, 2) }, Curves: chances,
	})
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
