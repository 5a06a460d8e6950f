package main

import (
	"math"

	"parlour/games/search/odds"
)

// leastGames is the fewest games that a curve is fitted on; a board with fewer has that of the nearest size.
const leastGames = 10

// fit returns the curve under which the results of the games that are not held out are likeliest, and whether there are
// enough of them. A weak guess, steepness 1 and no lift, weighs as much as a position or two: it keeps the curve
// finite where few games are known.
func fit(games []game, size, seats int) (odds.Curve, bool) {
	var x, y []float64
	c := odds.Curve{Size: size, Seats: seats, Steep: 1}
	for _, g := range games {
		if g.held() || len(g.said) == 0 {
			continue
		}
		c.Games++
		for _, s := range g.said {
			x, y = append(x, odds.Logit(s.raw)), append(y, g.won[s.seat])
		}
	}
	const rounds, guess = 100, 1.0
	for range rounds { // Newton's method
		gs, gl := guess*(1-c.Steep), -guess*c.Lift
		ss, sl, ll := guess, 0.0, guess
		for i := range x {
			p := 1 / (1 + math.Exp(-c.Steep*x[i]-c.Lift))
			d, w := y[i]-p, p*(1-p)
			gs, gl = gs+d*x[i], gl+d
			ss, sl, ll = ss+w*x[i]*x[i], sl+w*x[i], ll+w
		}
		det := ss*ll - sl*sl
		ds, dl := (ll*gs-sl*gl)/det, (ss*gl-sl*gs)/det
		step := 1 / max(1, math.Hypot(ds, dl)) // no step is longer than 1, so that none goes astray
		c.Steep, c.Lift = c.Steep+step*ds, c.Lift+step*dl
	}
	c.Steep, c.Lift = rounded(c.Steep), rounded(c.Lift)
	return c, c.Games >= leastGames
}

// rounded rounds to two digits after the point, without a negative zero.
func rounded(x float64) float64 { return math.Round(100*x)/100 + 0 }
