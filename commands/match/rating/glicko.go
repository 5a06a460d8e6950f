package rating

import "math"

// A result is a game of two as one side sees it.
type result struct {
	opponent Rating
	score    float64 // 1 for a win, ½ for a draw, 0 for a loss
}

// glicko2 returns a rating after the games of one rating period, all of them against the ratings that the opponents
// had before it. The deviation grows for so many periods. The steps and letters are those of the paper.
func glicko2(r Rating, periods float64, games ...result) Rating {
	// Step 2: to Glicko-2's own scale.
	mu, phi, sigma := (r.Mean-Mean)/Scale, r.Deviation/Scale, r.Volatility

	// Steps 3 and 4: the variance v of what these games alone tell, and the improvement Δ that they tell.
	var information, surprise float64
	for _, game := range games {
		phiJ := game.opponent.Deviation / Scale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-g*(mu-(game.opponent.Mean-Mean)/Scale)))
		information += g * g * expected * (1 - expected)
		surprise += g * (game.score - expected)
	}
	v := 1 / information
	sigma = newVolatility(sigma, phi, v, v*surprise)

	// Steps 6 to 8.
	grown := phi*phi + sigma*sigma*periods
	phi = 1 / math.Sqrt(1/grown+1/v)
	return Rating{Mean + Scale*(mu+phi*phi*surprise), Scale * phi, sigma}
}

// newVolatility is step 5 of the paper: it finds the logarithm of the new variance by the Illinois algorithm.
func newVolatility(sigma, phi, v, delta float64) float64 {
	const precision = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(Tau*Tau)
	}
	low, high := a, 0.0
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*Tau) < 0 {
			k++
		}
		high = a - k*Tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > precision {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}
