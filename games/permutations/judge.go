package permutations

import (
	"math"

	"parlour/games"
	"parlour/games/permutations/mind"
	"parlour/games/search"
	"parlour/games/search/odds"
)

// judgePlayouts is the number of playouts with which a move is judged for the curves: as many as one
// of the moves has that advice compares.
const judgePlayouts = duelPlayouts / 4

// Judge implements [odds.Teller]. The chance is that of being ahead of the other players.
func (Game) Judge(view games.View, s games.Seat, m games.Move, seed games.Seed) (raw float64, ok bool) {
	typed, ok := parse(string(m))
	if !ok {
		return 0, false
	}
	t := view.(View).thinker(s, seed, search.Budget{})
	return t.Chance(mind.Move{Card: typed.card, Wish: typed.wish}, judgePlayouts), true
}

// Curves implements [odds.Teller].
func (Game) Curves() odds.Curves { return chances }

// curved puts the curve for the number of players on what a search says.
func (v View) curved(j mind.Judgement) mind.Judgement {
	c := chances.At(0, v.Humans)
	best, made := c.Of(float64(j.Wins)/100), c.Of(float64(j.Made)/100)
	j.Wins, j.Made = int(math.Round(100*best)), int(math.Round(100*made))
	if j.Cost > 0 { // else the difference may be chance
		j.Cost = max(0, best-made)
	}
	return j
}
