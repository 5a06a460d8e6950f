package search

import (
	"math"
	"testing"
)

// A curve rises, says the same to both sides unless it has a lift, and leaves alone what is certain.
func TestCurve(t *testing.T) {
	for _, c := range []Curve{PlainCurve, {Steep: 4}, {Steep: 0.5, Lift: -1}, {Steep: 2, Lift: 0.3}} {
		if c.Of(0) != 0 || c.Of(1) != 1 {
			t.Errorf("%+v makes %v and %v of 0 and 1", c, c.Of(0), c.Of(1))
		}
		last := 0.0
		for raw := 0.01; raw < 1; raw += 0.01 {
			p := c.Of(raw)
			if p <= last || p >= 1 {
				t.Errorf("%+v makes %v of %.2f, and %v of what is a little less", c, p, raw, last)
			}
			if both := p + c.Of(1-raw); c.Lift == 0 && math.Abs(both-1) > 1e-9 {
				t.Errorf("%+v gives both sides together %v", c, both)
			}
			if last = p; c == PlainCurve && math.Abs(p-raw) > 1e-9 {
				t.Errorf("the plain curve makes %v of %v", p, raw)
			}
		}
	}
	if got, want := (Curve{Steep: 2, Lift: 1}).Of(0.6), 1/(1+math.Exp(-2*math.Log(1.5)-1)); math.Abs(got-want) > 1e-12 {
		t.Errorf("steepness 2 and a lift of 1 make %v of 0.6, want %v", got, want)
	}
}

// A board has the curve of the nearest size with as many seats, else none.
func TestNearestCurve(t *testing.T) {
	cs := Curves{{Size: 9, Seats: 2, Steep: 3}, {Size: 13, Seats: 2, Steep: 5}, {Size: 9, Seats: 4, Steep: 2}}
	for _, c := range []struct {
		size, seats int
		steep       float64
	}{{2, 2, 3}, {9, 2, 3}, {11, 2, 3}, {12, 2, 5}, {26, 2, 5}, {26, 4, 2}, {9, 3, 1}} {
		if got := cs.At(c.size, c.seats).Steep; got != c.steep {
			t.Errorf("%d seats on size %d have steepness %v, want %v", c.seats, c.size, got, c.steep)
		}
	}
	if got := Curves(nil).At(9, 2); got != PlainCurve {
		t.Errorf("without curves there is %+v", got)
	}
}
