package permute

import (
	"parlour/games"
	"parlour/games/search/odds"
)

// Judge implements [odds.Teller].
func (Game) Judge(v games.View, _ games.Seat, m games.Move, seed games.Seed) (raw float64, ok bool) {
	return table.Judge(v, m, seed), true
}

// Curves implements [odds.Teller].
func (Game) Curves() odds.Curves { return chances }

// curve returns the curve for the board of a View. While a swap is possible it has no lift: the other side would take
// what is worth more than a half.
func (v View) curve() odds.Curve {
	c := chances.At(v.Size, 2)
	if v.Offers || v.Swap {
		c.Lift = 0
	}
	return c
}
