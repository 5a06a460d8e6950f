package slyde

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

// curve returns the curve for the board of a View.
func (v View) curve() odds.Curve { return chances.At(v.Size, 2) }
