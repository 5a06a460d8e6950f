package arena

import (
	"math"

	"parlour/games/search"
)

// leastGames is the fewest games that a curve is fitted on; a board with fewer has that of the nearest size.
const leastGames = 10

// fit returns the curve under which the results of the games that are not held out are likeliest, and whether there are
// enough of them. A guess, steepness 1 and no lift, weighs about as much as a game: it keeps the curve sober where
// few are
// known.
func fit(games []game, size, seats int) (search.Curve, bool) {
	var x, y []float64
	c := search.Curve{Size: size, Seats: seats, Steep: 1}
	for _, g := range games {
		if g.held() || len(g.said) == 0 {
			continue
		}
		c.Games++
		for _, s := range g.said {
			x, y = append(x, search.Logit(s.raw)), append(y, g.won[s.seat])
		}
	}
	ws, wl := 0.1, 0.1 // what the guess weighs: the information of a game, if what is said is true
	for _, x := range x {
		p := 1 / (1 + math.Exp(-x))
		ws, wl = ws+p*(1-p)*x*x/float64(c.Games), wl+p*(1-p)/float64(c.Games)
	}
	const rounds = 100
	for range rounds { // Newton's method
		gs, gl := ws*(1-c.Steep), -wl*c.Lift
		ss, sl, ll := ws, 0.0, wl
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
	c.Steep, c.Lift = twoDigits(c.Steep), twoDigits(c.Lift)
	return c, c.Games >= leastGames
}

// rounded rounds to two digits after the point, without a negative zero.
func twoDigits(x float64) float64 { return math.Round(100*x)/100 + 0 }
