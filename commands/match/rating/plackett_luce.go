package rating

import "math"

// plackettLuce returns the ratings after a game of more than two, by Algorithm 4 of the paper for teams of one, with
// a γ of 1. Before it each variance grows by [Drift]². The letters are those of the paper.
func plackettLuce(before []Rating, places []int) []Rating {
	n := len(before)
	sigma2, c := make([]float64, n), 0.0
	for i, r := range before {
		sigma2[i] = r.Deviation*r.Deviation + Drift*Drift
		c += sigma2[i] + Beta(n)*Beta(n)
	}
	c = math.Sqrt(c)
	strength := make([]float64, n)
	for i, r := range before {
		strength[i] = math.Exp((r.Mean - Mean) / c)
	}
	// By q: the strength of the seats that were not better than q, and the number of those that share its place.
	rest, shared := make([]float64, n), make([]float64, n)
	for q := range before {
		for s := range before {
			if places[s] >= places[q] {
				rest[q] += strength[s]
			}
			if places[s] == places[q] {
				shared[q]++
			}
		}
	}
	after := make([]Rating, n)
	for i, r := range before {
		omega, delta := 0.0, 0.0
		for q := range before {
			if places[q] > places[i] {
				continue
			}
			p, first := strength[i]/rest[q], 0.0
			if q == i {
				first = 1
			}
			omega += (first - p) / shared[q]
			delta += p * (1 - p) / shared[q]
		}
		after[i] = Rating{
			Mean:       r.Mean + sigma2[i]/c*omega,
			Deviation:  math.Sqrt(sigma2[i] * max(1-sigma2[i]/(c*c)*delta, Kappa)),
			Volatility: r.Volatility,
		}
	}
	return after
}
