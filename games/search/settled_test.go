package search

import (
	"math/rand/v2"
	"testing"
	"time"
)

// A search that stops once it is settled comes to the same move as one that goes on, and there are
// positions in which it stops early.
func TestSettledSearchesChangeNoMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const playouts = 1024
	early, positions := 0, 0
	for seed := range uint64(60) {
		var c crosses
		for range rng.IntN(7) {
			if free := c.free(); len(free) > 0 {
				c[c.player()] |= 1 << free[rng.IntN(len(free))]
			}
		}
		if len(c.free()) == 0 {
			continue
		}
		positions++
		whole, all := c.until(playouts, false, seed)
		soon, used := c.until(playouts, true, seed)
		if whole != soon || all != playouts {
			t.Errorf("%03o: after %d playouts it plays %d, after all %d it plays %d", c, used, soon, all, whole)
		}
		if used < playouts {
			early++
		}
	}
	if early == 0 || early == positions {
		t.Errorf("of %d searches %d stopped early, want some", positions, early)
	}
}

// player returns the player whose turn it is.
func (c crosses) player() int {
	n := 0
	for cell := range 9 {
		n += int((c[0]|c[1])>>cell) & 1
	}
	return n % 2
}

// until searches by a tree, to the end of a budget or until it is settled, and returns the move and
// the playouts that it took.
func (c crosses) until(playouts int, stops bool, seed uint64) (Move, int) {
	rng := rand.New(rand.NewPCG(seed, 5))
	tree := NewTree(9, rng)
	clock := Budget{Playouts: playouts}.Start()
	for clock.Next(1) {
		c.playout(tree, c.player(), rng)
		if stops && tree.Settled(clock) {
			break
		}
	}
	best, _ := tree.Best()
	return best, clock.used
}

// A lead decides if the steps that are left are fewer. A budget of time decides nothing, as nobody
// knows what is left of it.
func TestDecided(t *testing.T) {
	for _, c := range []struct {
		budget     Budget
		used, step int
		lead       float64
		want       bool
	}{
		{Budget{Playouts: 100}, 60, 1, 41, true},
		{Budget{Playouts: 100}, 60, 1, 40, false},
		{Budget{Playouts: 100}, 60, 2, 20.5, true},
		{Budget{Playouts: 100}, 60, 2, 20, false},
		{Budget{Time: time.Hour}, 60, 1, 1e9, false},
	} {
		clock := c.budget.Start()
		clock.used = c.used
		if got := clock.Decided(c.lead, c.step); got != c.want {
			t.Errorf("%d of %+v used by %d: a lead of %v decides: %v, want %v", c.used, c.budget, c.step, c.lead, got, c.want)
		}
	}
}
