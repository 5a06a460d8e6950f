package main

import (
	"math"
	"os"
	"strings"
	"testing"
)

// The table in docs/scale.md is what the program prints.
func TestDocumentHasTheTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	write(&b)
	if !strings.Contains(string(text), b.String()) {
		t.Errorf("docs/scale.md does not have the table that make scale prints:\n%s", b.String())
	}
}

// A thousand servers begin 300 games of 28 moves a day, worked out by hand.
func TestAThousandServers(t *testing.T) {
	e := Of(1000)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"moves a second", e.Moves, 8400.0 / 86400},
		{"moves in the busiest seconds", e.PeakMoves, 840.0 / 3600 * 2},
		{"requests that count", e.Counted, 840.0 / 3600 * 4},
		{"times by which the limit is raised", e.Raise, 1},
		{"writes", e.Writes, 840.0 / 3600 * 6},
		{"GB in a year", e.Stored, 300 * 365 * 13000.0 / 1e9},
		{"bots", float64(e.Bots), 3},
		{"shards", float64(e.Shards), 1},
		{"GB sent in a month", e.Sent, 8400 * 730.0 / 24 * 104000 / 1e9},
		{"dollars", e.Dollars, 730*(3*0.0816+2*0.065+0.0225) + 20*0.115*2},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

// More servers need no less of anything.
func TestMoreNeedsNoLess(t *testing.T) {
	for n := 1; n < 1<<22; n *= 2 {
		a, b := Of(n), Of(2*n)
		if a.Moves > b.Moves || a.Raise > b.Raise || a.Bots > b.Bots || a.Shards > b.Shards || a.Stored > b.Stored || a.Dollars > b.Dollars {
			t.Errorf("%d servers need %+v, and twice as many %+v", n, a, b)
		}
	}
}

func TestNumbersHaveTwoDigits(t *testing.T) {
	for want, x := range map[string]float64{"0": 0, "0.097": 0.0972, "1": 1, "9.7": 9.72, "97": 97.2, "470": 466.7, "27,000": 26572, "1,400": 1423.5} {
		if got := about(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}
