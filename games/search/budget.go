package search

import (
	"math"
	"math/rand/v2"
	"time"
)

// A Budget limits a search: by a time if that is above 0, else by a number of playouts.
type Budget struct {
	Playouts  int
	Time      time.Duration
	Overlooks float64 // the share of its own moves that a weak player does not think of, from 0 to 1
}

// Part returns the fraction n/of of a budget.
func (b Budget) Part(n, of int) Budget {
	return Budget{b.Playouts * n / of, b.Time * time.Duration(n) / time.Duration(of), b.Overlooks}
}

// Noticed returns those of some moves that a player thinks of who overlooks a share of them: one at least, and in
// random order. Nobody who overlooks nothing needs chance.
func Noticed[M any](moves []M, overlooks float64, rng *rand.Rand) []M {
	if overlooks <= 0 {
		return moves
	}
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	n := 1
	for range moves[1:] {
		if rng.Float64() >= overlooks {
			n++
		}
	}
	return moves[:n]
}

// timeEvery is the number of playouts between looks at the time.
const timeEvery = 16

// A Clock counts the budget that a search has used.
type Clock struct {
	budget Budget
	end    time.Time
	used   int
	looked int // used at the last look at the time
}

// Start returns a clock that begins now.
func (b Budget) Start() *Clock { return &Clock{budget: b, end: time.Now().Add(b.Time)} }

// left returns the number of playouts that are left, which a budget of time does not know.
func (c *Clock) left() int {
	if c.budget.Time > 0 {
		return math.MaxInt
	}
	return c.budget.Playouts - c.used
}

// Decided reports whether the rest of the budget cannot make up for a lead, if each step of
// so many playouts changes it by at most one.
func (c *Clock) Decided(lead float64, step int) bool { return lead > float64(c.left()/step) }

// Next reports whether there is budget for that many playouts more, and takes them. The
// first call is always granted, since a search has to come to some move.
func (c *Clock) Next(playouts int) bool {
	switch {
	case c.used == 0:
	case c.budget.Time <= 0 && c.used+playouts > c.budget.Playouts:
		return false
	case c.budget.Time > 0 && c.used-c.looked >= timeEvery:
		if !time.Now().Before(c.end) {
			return false
		}
		c.looked = c.used
	}
	c.used += playouts
	return true
}
