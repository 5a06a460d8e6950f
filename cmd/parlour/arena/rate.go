package arena

import "math"

// A rating is how strong a player is, in Elo above a player who has 0, with half the width of its 95 % interval.
type rating struct {
	known     bool // whether games link it with that player
	elo, half float64
}

// eloPerNat is the Elo for which the odds to win grow by a factor of e.
var eloPerNat = 400 / math.Ln10

// rate estimates ratings by the model of Bradley and Terry (1952), in which the chances of two players to win are
// in the proportion of their strengths. points[i][j] are those of player i in all games against j, a draw counting a
// half.
// Player zero has the rating 0.
//
// A pair of which one won all is given one more game, a draw, so that both have ratings. Strengths are found by
// minorisation and maximisation (Hunter, 2004), intervals from the inverse of the information matrix. They are somewhat
// too wide for games with draws.
func rate(points [][]float64, zero int) []rating {
	count := len(points)
	games := make([][]float64, count)
	sum := make([]float64, count)
	for i := range count {
		games[i] = make([]float64, count)
		for j := range count {
			games[i][j] = points[i][j] + points[j][i]
			sum[i] += points[i][j]
			if games[i][j] > 0 && (points[i][j] == 0 || points[j][i] == 0) {
				games[i][j]++
				sum[i] += 0.5
			}
		}
	}
	all := linked(games, zero)
	strength := strengths(games, sum, all)
	spread := spreads(games, strength, all, zero)
	for i := range all {
		if all[i].known && i != zero {
			all[i].elo = eloPerNat * math.Log(strength[i]/strength[zero])
			all[i].half = z * eloPerNat * math.Sqrt(spread[i])
		}
	}
	return all
}

// linked finds the players whom games link with player zero.
func linked(games [][]float64, zero int) []rating {
	all := make([]rating, len(games))
	var link func(i int)
	link = func(i int) {
		all[i].known = true
		for j, n := range games[i] {
			if n > 0 && !all[j].known {
				link(j)
			}
		}
	}
	link(zero)
	return all
}

// strengths finds the strengths under which the points of all known players are the likeliest.
func strengths(games [][]float64, points []float64, all []rating) []float64 {
	strength := make([]float64, len(games))
	for i := range strength {
		strength[i] = 1
	}
	const enough, rounds = 1e-12, 1_000_000
	for round, change := 0, 1.0; change > enough && round < rounds; round++ {
		change = 0
		for i := range games {
			if !all[i].known {
				continue
			}
			share := 0.0
			for j, n := range games[i] {
				share += n / (strength[i] + strength[j])
			}
			if share > 0 {
				change = max(change, math.Abs(math.Log(points[i]/share/strength[i])))
				strength[i] = points[i] / share
			}
		}
	}
	return strength
}

// spreads returns the variance of the logarithm of each strength, compared with that of player zero.
func spreads(games [][]float64, strength []float64, all []rating, zero int) []float64 {
	count := len(games)
	m := make([][]float64, count) // the information, without that of player zero, who is fixed
	for i := range count {
		m[i] = make([]float64, 2*count)
		m[i][count+i] = 1
		if i == zero || !all[i].known {
			m[i][i] = 1
			continue
		}
		for j, n := range games[i] {
			p := strength[i] / (strength[i] + strength[j])
			m[i][i] += n * p * (1 - p)
			if j != zero {
				m[i][j] -= n * p * (1 - p)
			}
		}
	}
	for i := range count { // Gauss and Jordan; the matrix is positive definite, so no rows change places
		for j, by := 0, m[i][i]; j < 2*count; j++ {
			m[i][j] /= by
		}
		for k := range count {
			for j, by := 0, m[k][i]; k != i && j < 2*count; j++ {
				m[k][j] -= by * m[i][j]
			}
		}
	}
	variance := make([]float64, count)
	for i := range count {
		variance[i] = m[i][count+i]
	}
	return variance
}
