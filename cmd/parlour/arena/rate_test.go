package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of two players the rating is that of the share of their games, and the interval that of the share on the scale of
// Elo; with one draw more where one won all.
func TestRateOfTwo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ won, lost, elo, half float64 }{
		{75, 25, 400 * math.Log10(3), 1.959964 * 400 / math.Ln10 / math.Sqrt(100*0.75*0.25)},
		{50, 50, 0, 1.959964 * 400 / math.Ln10 / math.Sqrt(100.0/4)},
		{200, 0, 400 * math.Log10(401), 1.959964 * 400 / math.Ln10 / math.Sqrt(200.5/201*0.5)},
	} {
		got := rate([][]float64{{0, c.lost}, {c.won, 0}}, 0)
		if got[0] != (rating{known: true}) || math.Abs(got[1].elo-c.elo) > 1e-6 || math.Abs(got[1].half-c.half) > 1e-6 {
			t.Errorf("%v won and %v lost are rated %+v, want 0 and %.1f ± %.1f", c.won, c.lost, got, c.elo, c.half)
		}
	}
}

// truth is a ladder of twelve players in which each is 200 Elo above the one below.
func truth() (elo []float64) {
	for i := range 12 {
		elo = append(elo, 200*float64(i))
	}
	return elo
}

// expected returns the chance of a player to win who is so many Elo above another.
func expected(above float64) float64 { return 1 / (1 + math.Pow(10, -above/400)) }

// tournament has each player meet the one below in 200 games and the one below that in 50; points says how many
// points the stronger one has.
func tournament(elo []float64, points func(games int, chance float64) float64) [][]float64 {
	all := make([][]float64, len(elo))
	for i := range elo {
		all[i] = make([]float64, len(elo))
	}
	for i := range elo {
		for j, games := range map[int]int{i - 1: 200, i - 2: 50} {
			if j >= 0 {
				all[i][j] = points(games, expected(elo[i]-elo[j]))
				all[j][i] = float64(games) - all[i][j]
			}
		}
	}
	return all
}

// From results as they are to be expected come the ratings that they were made with, whichever has 0.
func TestRateOfALadder(t *testing.T) {
	t.Parallel()
	elo := truth()
	results := tournament(elo, func(games int, chance float64) float64 { return float64(games) * chance })
	for _, zero := range []int{0, 1, 11} {
		for i, r := range rate(results, zero) {
			if want := elo[i] - elo[zero]; !r.known || math.Abs(r.elo-want) > 0.01 {
				t.Errorf("player %d is rated %+v beside player %d, want %.0f", i, r, zero, want)
			}
			if (r.half == 0) != (i == zero) {
				t.Errorf("player %d has the interval ± %.1f beside player %d", i, r.half, zero)
			}
		}
	}
}

// About 95 of 100 intervals hold the true rating.
func TestIntervalsHoldTheTruth(t *testing.T) {
	t.Parallel()
	elo, rng := truth(), rand.New(rand.NewPCG(1, 2))
	held, all := 0, 0
	for range 60 {
		results := tournament(elo, func(games int, chance float64) (points float64) {
			for range games {
				if rng.Float64() < chance {
					points++
				}
			}
			return points
		})
		for i, r := range rate(results, 0)[1:] {
			if all++; math.Abs(r.elo-elo[i+1]) <= r.half {
				held++
			}
		}
	}
	if share := float64(held) / float64(all); share < 0.9 || share > 0.99 {
		t.Errorf("%d of %d intervals hold the truth", held, all)
	}
}

// A player whom no games link with the one at 0 has no rating, and changes none.
func TestRateOfStrangers(t *testing.T) {
	t.Parallel()
	got := rate([][]float64{{0, 1, 0, 0}, {3, 0, 0, 0}, {0, 0, 0, 2}, {0, 0, 2, 0}}, 0)
	if !got[0].known || !got[1].known || got[2].known || got[3].known {
		t.Errorf("the ratings are %+v, want those of the first two alone", got)
	}
	if two := rate([][]float64{{0, 1}, {3, 0}}, 0); math.Abs(got[1].elo-two[1].elo) > 1e-6 || math.Abs(got[1].half-two[1].half) > 1e-6 {
		t.Errorf("beside strangers the rating is %+v, want %+v", got[1], two[1])
	}
}
