// Package rating turns the places of a rated game into new ratings of its players.
//
// Its policy: it is arithmetic. It knows no match, no store, no clock and no chance, and equal games give equal
// ratings on every machine: all that leaves it is rounded, so that processors which fuse a product with a sum agree.
//
// # Formulas
//
// A game of two is a rating period of Glicko-2 for both: Mark E. Glickman, "Example of the Glicko-2 system" (2022),
// https://www.glicko.net/glicko/glicko2.pdf. In that paper a deviation grows by the period; here it grows by the
// days since the last rated game, so that it tells how long nobody has seen a person play, not how often they did.
//
// A game of three to six is Algorithm 4, Plackett–Luce, of Ruby C. Weng and Chih-Jen Lin, "A Bayesian Approximation
// Method for Online Ranking", Journal of Machine Learning Research 12 (2011), 267–300. The paper leaves β and γ open.
// With its γ = σ/c, deviations shrink too slowly, the c of later games stays too large, and ratings lie as far as twice
// too far apart. Here γ is 1, which is what the derivation gives, and [Beta] and [Drift] let c settle at [Scale].
//
// # Units
//
// Means and deviations are in points of Elo's scale: of two players who are 400 points apart, the better one wins ten
// games for each of the other's. A volatility is in units of [Scale] points, as in Glickman's paper.
//
// # Versions
//
// Each match keeps the [Version] that rated it. Whoever changes a constant or a formula counts it up. The sample stores in
// commands/testdata/samples hold this one to what it was in 0.1.0.
package rating

import (
	"fmt"
	"math"
)

// Version is the number of these formulas and constants.
const Version = 1

const (
	// Mean is the first rating of everybody. It means nothing by itself: only differences do.
	Mean = 1500
	// FirstOfTwo and FirstOfMore are the first deviations in games of two and of more, and the largest that a rating
	// grows back to. Glickman proposes 350; more than 250 pulls games of three or more too far apart.
	FirstOfTwo, FirstOfMore = 350, 250
	// Volatility is the first one, as Glickman proposes.
	Volatility = 0.06
	// Tau holds back how fast a volatility changes. Glickman proposes 0.3 to 1.2, less where less is chance.
	Tau = 0.5
	// PeriodsPerDay is the number of rating periods for which a deviation grows in a day without a rated game. With
	// the first volatility a deviation of 60 grows to [Known] in a year.
	PeriodsPerDay = 0.21436

	// Known is the deviation below which a rating is told and has a place.
	Known = 110

	// Scale is the number of points by which the odds of two players differ by a factor of e, as Glickman writes it.
	Scale = 173.7178

	// Settled is about the deviation of somebody who plays games of three or more often.
	Settled = 55
	// Drift is how much more uncertain a strength gets with each game of three or more, in points. It keeps deviations
	// from shrinking for ever.
	Drift = 6
	// Kappa is the least part of a variance that a game of three or more leaves, as Weng and Lin propose.
	Kappa = 0.0001
)

// Beta is the β of Weng and Lin in a game of so many seats, in points: with deviations of [Settled] their c is [Scale].
func Beta(seats int) float64 { return math.Sqrt(Scale*Scale/float64(seats) - Settled*Settled) }

// A Rating is an estimate of how well somebody plays.
type Rating struct {
	Mean       float64 // in points
	Deviation  float64 // standard deviation of the estimate, in points
	Volatility float64 // how much the strength itself moves in a rating period, in units of [Scale]
}

// First is the rating of somebody who has played no rated game of so many seats.
func First(seats int) Rating {
	if seats == 2 {
		return Rating{Mean, FirstOfTwo, Volatility}
	}
	return Rating{Mean, FirstOfMore, Volatility}
}

// Aged returns a rating in games of so many seats some days after the last one: less is known of it, and the mean stays.
func (r Rating) Aged(seats int, days float64) Rating {
	grown := math.Hypot(r.Deviation, r.Volatility*Scale*math.Sqrt(PeriodsPerDay*max(days, 0)))
	r.Deviation = min(grown, First(seats).Deviation)
	return r
}

// After returns the ratings after a game of two to six seats, by seat. Before it the ratings are already [Rating.Aged].
// Places are by seat, 1 is best, and equal places are shared.
func After(before []Rating, places []int) []Rating {
	if len(before) != len(places) || len(before) < 2 || len(before) > 6 {
		panic(fmt.Sprintf("rating: %d ratings and %d places", len(before), len(places)))
	}
	var after []Rating
	if len(before) == 2 {
		after = []Rating{
			glicko2(before[0], 0, result{before[1], score(places[0], places[1])}),
			glicko2(before[1], 0, result{before[0], score(places[1], places[0])}),
		}
	} else {
		after = plackettLuce(before, places)
	}
	for i, r := range after {
		most := First(len(before)).Deviation
		after[i] = Rating{round(r.Mean, 100), round(min(r.Deviation, most), 100), round(r.Volatility, 1e6)}
	}
	return after
}

// round rounds a number to a multiple of one part of 1.
func round(x, parts float64) float64 { return math.Round(x*parts) / parts }

// score returns what a game of two was worth to the seat with the first of two places.
func score(own, other int) float64 {
	switch {
	case own < other:
		return 1
	case own > other:
		return 0
	}
	return 0.5
}
