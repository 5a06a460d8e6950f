package commands_test

import (
	"flag"
	"slices"
	"testing"
	"time"
)

var (
	wholeYear   = flag.Bool("year", false, "simulate a whole year of 200 people and 1,000 games")
	yearLog     = flag.Bool("yearlog", false, "print posts and the log of simulated years")
	yearTrouble = flag.Float64("trouble", 1, "how many times as much goes wrong in simulated years as usually")
	yearSeed    = flag.Uint64("seed", 1, "seed of the simulated years")
)

// A scale is the size of a simulated year.
type scale struct {
	from                time.Time
	people, games, days int
	crashes             float64 // how likely the process dies in a check or a request
	least               int     // how often each of [things] must happen
}

// seldom are the things that may be missing in the short form.
var seldom = []string{
	"several at once", "claims", "grants", "absences", "seats taken", "lost answers", "same nonce", "channels read", "gateway shut",
	"extensions",
}

// yearScale returns the scale. The short form is in spring, when clocks go forward in the north
// and back in the south.
func yearScale() scale {
	if *wholeYear {
		return scale{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 200, 1000, 365, 0.016, 5}
	}
	return scale{time.Date(2026, 2, 25, 0, 0, 0, 0, time.UTC), 24, 100, 50, 0.05, 1}
}

// In a simulated year every rule about time is checked over everything that is written into the
// store and sent to anybody. The same seed gives the same year.
//
//test:unwatched
func TestYear(t *testing.T) {
	t.Parallel()
	y := newYear(t, yearScale(), *yearSeed)
	y.run()
	y.judge.Report(t, faults())
	for _, thing := range things() {
		t.Logf("%-20s %d", thing, y.judge.Count[thing])
		if n := y.judge.Count[thing]; n < y.least && (*wholeYear || !slices.Contains(seldom, thing)) {
			t.Errorf("of %s there were %d, want at least %d", thing, n, y.least)
		}
	}
}
