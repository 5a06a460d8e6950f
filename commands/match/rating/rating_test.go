package rating

import (
	"math"
	"reflect"
	"testing"
)

// near reports whether two numbers differ by at most so much.
func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestGlickmansExample holds the worked example of his paper: three games in one period.
func TestGlickmansExample(t *testing.T) {
	r := Rating{1500, 200, 0.06}
	got := glicko2(r, 1, result{Rating{1400, 30, 0.06}, 1}, result{Rating{1550, 100, 0.06}, 0}, result{Rating{1700, 300, 0.06}, 0})
	if !near(got.Mean, 1464.06, 0.01) || !near(got.Deviation, 151.52, 0.01) || !near(got.Volatility, 0.05999, 1e-5) {
		t.Errorf("the example's rating is %v, and the paper has 1464.06, 151.52 and 0.05999", got)
	}
	idle, phi := r.Aged(2, 1/PeriodsPerDay), 1.152862 // the paper's φ*, after a period with a volatility of 0.05999
	if !near(idle.Deviation/Scale, phi, 1e-5) {
		t.Errorf("after a period without games the deviation is %v, and the paper has %v", idle.Deviation/Scale, phi)
	}
}

// TestDeviationsGrow holds how long a rating stays known, and that nobody is less known than a newcomer.
func TestDeviationsGrow(t *testing.T) {
	for _, c := range []struct {
		seats              int
		before, days, want float64
	}{
		{2, 60, 0, 60}, {2, 60, -3, 60}, {2, 60, 365, Known}, {2, 340, 365, FirstOfTwo},
		{4, 60, 365, Known}, {4, 240, 365, FirstOfMore},
	} {
		got := Rating{1600, c.before, Volatility}.Aged(c.seats, c.days)
		if !near(got.Deviation, c.want, 0.5) || got.Mean != 1600 || got.Volatility != Volatility {
			t.Errorf("%d seats: a deviation of %v is %v after %v days; want %v", c.seats, c.before, got, c.days, c.want)
		}
	}
}

func TestPlacesMoveRatings(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		before, places, reversed := make([]Rating, seats), make([]int, seats), make([]Rating, seats)
		for s := range before {
			before[s] = Rating{1500 + 50*float64(s%3), 80 + 10*float64(s), Volatility}
			places[seats-1-s] = s + 1 // the last seat is first
			reversed[seats-1-s] = before[s]
		}
		after := After(before, places)
		if after[seats-1].Mean <= before[seats-1].Mean || after[0].Mean >= before[0].Mean {
			t.Errorf("%d seats: the first does not gain or the last does not lose: %v, %v", seats, before, after)
		}
		for s, r := range after {
			if r.Deviation >= before[s].Deviation {
				t.Errorf("%d seats: seat %d is less known after the game: %v, %v", seats, s, before[s], r)
			}
		}
		inOrder := make([]int, seats)
		for s := range inOrder {
			inOrder[s] = s + 1
		}
		for s, r := range After(reversed, inOrder) {
			if r != after[seats-1-s] {
				t.Errorf("%d seats: ratings depend on the order of seats: %v is %v", seats, after[seats-1-s], r)
			}
		}
		same, shared := make([]Rating, seats), make([]int, seats)
		for s := range same {
			same[s], shared[s] = First(seats), 1
		}
		for _, r := range After(same, shared) {
			if r.Mean != Mean {
				t.Errorf("%d seats: equals who draw do not stay equal: %v", seats, r)
			}
		}
	}
}

// TestFiguresOfTheVersion holds ratings of this [Version], rounded as they are stored: games that are rated already keep
// theirs.
func TestFiguresOfTheVersion(t *testing.T) {
	known := Rating{1612.34, 87.65, 0.059998}
	for _, c := range []struct {
		before []Rating
		places []int
		want   []Rating
	}{
		{[]Rating{known, First(2)}, []int{1, 2}, []Rating{{1623.67, 86.48, 0.059997}, {1372.23, 256.9, 0.059999}}},
		{[]Rating{First(3), known, First(3)}, []int{1, 2, 2}, []Rating{{1611.56, 239.16, 0.06}, {1603.08, 86.78, 0.059998}, {1463.49, 225.77, 0.06}}},
	} {
		if got := After(c.before, c.places); Version != 1 || !reflect.DeepEqual(got, c.want) {
			t.Errorf("version %d: After(%v, %v) is %v; want %v", Version, c.before, c.places, got, c.want)
		}
	}
}
