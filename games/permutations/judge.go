package permutations

import (
	"math"

	"parlour/games"

	"parlour/games/search"
)

// judgePlayouts is the number of playouts with which a move is judged for the curves: as many as one
// of the moves has that advice compares.
const judgePlayouts = duelPlayouts / 4

// Judge implements [search.Teller]. The chance is that of being ahead of the other players.
func (Game) Judge(view games.View, s games.Seat, m games.Move, seed games.Seed) (raw float64, ok bool) {
	typed, ok := parse(string(m))
	if !ok {
		return 0, false
	}
	t := view.(View).thinker(s, seed, search.Budget{})
	return t.chance(decision{Card: typed.card, Wish: typed.wish}, judgePlayouts), true
}

// said puts the curve for the number of players on how many of a hundred games a search says.
func (v View) said(wins int) int { return int(math.Round(100 * v.share(wins))) }

// share returns the share of games that are won where a search says so many of a hundred.
func (v View) share(wins int) float64 { return chances.At(0, v.Humans).Of(float64(wins) / 100) }

// lost returns what a move costs that wins so many of a hundred games by a search, and the best one so many: nothing if
// the search says that the difference may well be chance.
func (v View) lost(best, made int, cost float64) float64 {
	if cost == 0 {
		return 0
	}
	return max(0, v.share(best)-v.share(made))
}
