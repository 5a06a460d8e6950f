package search

import "time"

// A Budget says when to stop thinking: after so many playouts or, where it is above
// 0, after a time.
type Budget struct {
	Playouts int
	Time     time.Duration
}

// Part returns a part of a budget.
func (b Budget) Part(n, of int) Budget {
	return Budget{b.Playouts * n / of, b.Time * time.Duration(n) / time.Duration(of)}
}

// timeEvery is how many playouts pass between looks at the time.
const timeEvery = 16

// A Clock counts what a search has used of its budget.
type Clock struct {
	budget Budget
	end    time.Time
	used   int
	looked int // how many were used when the time was looked at
}

// Start begins to count.
func (b Budget) Start() *Clock { return &Clock{budget: b, end: time.Now().Add(b.Time)} }

// Next reports whether there is budget for so many playouts more, and takes them. The
// first are always there, since who thinks has to think of something.
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
