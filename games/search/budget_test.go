package search

import (
	"testing"
	"time"
)

// A budget of playouts is spent and not passed, one of a time is not counted, and the
// first playouts are always there.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		budget Budget
		step   int
		want   int
	}{
		{Budget{Playouts: 100}, 1, 100},
		{Budget{Playouts: 100}.Part(1, 4), 8, 24},
		{Budget{Playouts: 2}, 8, 8},
		{Budget{}, 1, 1},
		{Budget{Time: 1}, 1, timeEvery},
		{Budget{Time: 1}, 40, 40},
		{Budget{Playouts: 5, Time: 1}, 1, timeEvery},
	} {
		n := 0
		for clock := c.budget.Start(); clock.Next(c.step); {
			n += c.step
		}
		if n != c.want {
			t.Errorf("of %+v, by %d, there are %d playouts, want %d", c.budget, c.step, n, c.want)
		}
	}
	long := Budget{Playouts: 5, Time: time.Hour}.Start()
	for range 100 {
		if !long.Next(1) {
			t.Fatal("an hour is over at once")
		}
	}
	if got, want := (Budget{Playouts: 9, Time: time.Hour}).Part(2, 3), (Budget{Playouts: 6, Time: 40 * time.Minute}); got != want {
		t.Errorf("two thirds are %+v, want %+v", got, want)
	}
}
