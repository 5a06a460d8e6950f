package permute

import "parlour/games/search"

// curve returns the curve for the board of a View. While a swap is possible it has no lift: the other side would take
// what is worth more than a half.
func (v View) curve() search.Curve {
	c := chances.At(v.Size, 2)
	if v.Offers || v.Swap {
		c.Lift = 0
	}
	return c
}
