package twistonly

import (
	"parlour/games"
	"parlour/games/search"
)

// steps is the number of levels.
const steps = 7

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return mind.Table(search.Table[View]{
		Levels: games.Ladder(steps, 4), Playouts: playouts, Overlooks: overlooks,
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, v.Size * v.Size, v.Ply
		},
		Curve: func(v View) search.Curve { return chances.At(v.Size, 2) }, Curves: chances,
	})
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
