package all

import (
	"errors"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// The budget of a level falls no further than to the level some steps below. The same View, seat, seed and
// budget give the same move, and with the budget of a level it is that level's move.
func TestBudgetsOfLevels(t *testing.T) {
	thrifty, shrinks := 0, 0
	for _, g := range Games() {
		o, ok := g.(games.Thrifty)
		if !ok {
			continue
		}
		thrifty++
		if _, err := o.Player("nobody", games.Limit{Playouts: 1}); !refused(err) {
			t.Errorf("%s: nobody plays with one playout: %v, want a refusal", g.Info().Name, err)
		}
		for _, seats := range slices.Compact([]int{g.Info().MinSeats, g.Info().MaxSeats}) {
			var all []int // what each level shares
			for i, level := range o.Levels() {
				full, shared, least := budgetOf(t, o, seats, level)
				if full > shared { // a level that only searches longer than the one below
					i--
				}
				all = append(all[:i], shared)
				if below := all[max(i-search.Thrift, 0)]; shared > full || least > shared || least < min(below, shared) {
					t.Errorf("%s with %d seats: %s has %d playouts, shares %d and has at least %d, want no fewer than the %d of the level %d steps below", g.Info().Name, seats, level, full, shared, least, below, search.Thrift)
				}
				if least < full {
					shrinks++
				}
			}
		}
	}
	if thrifty == 0 || shrinks == 0 {
		t.Errorf("%d games have budgets, of which %d fall", thrifty, shrinks)
	}
}

// A search that is to stop makes a legal move at once, whatever its budget.
func TestSearchesStop(t *testing.T) {
	for _, g := range Games() {
		o, ok := g.(games.Opponent)
		if !ok {
			continue
		}
		player, err := o.Player(string(games.Hard), games.Limit{Playouts: 1 << 30, GoOn: func(int) bool { return false }})
		if _, ok := g.(games.Thrifty); !ok && err != nil {
			continue // it can't think longer than it does
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := o.Start(g.Info().Setup())
		if err != nil {
			t.Fatal(err)
		}
		seat := s.ToMove()[0]
		if _, err := s.Play(seat, player(s.View(seat), seat, games.Seed{1})); err != nil {
			t.Errorf("%s: %v", g.Info().Name, err)
		}
	}
}

func refused(err error) bool {
	var r *games.Refusal
	return errors.As(err, &r)
}

// budgetOf returns the budget of a level for the first move of a game, and checks its players.
func budgetOf(t *testing.T, o games.Thrifty, seats int, level games.Level) (full, shared, least int) {
	t.Helper()
	info := o.Info()
	setup := info.Setup()
	setup.Seats, setup.Seed = seats, games.Seed{1}
	s, err := o.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	seat := s.ToMove()[0]
	view, legal := s.View(seat), s.Legal(seat)
	full, shared, least = o.Budget(level, view, seat)
	if full > shared { // it searches like the level below
		return full, shared, least
	}
	few, err := o.Player(string(level), games.Limit{Playouts: least})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := few(view, seat, games.Seed{2}), few(view, seat, games.Seed{2}); a != b || !slices.Contains(legal, a) {
		t.Errorf("%s: %s with %d playouts plays %q and %q", info.Name, level, least, a, b)
	}
	if full > 5000 { // which takes long
		return full, shared, least
	}
	own, err := o.Player(string(level), games.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	with, err := o.Player(string(level), games.Limit{Playouts: full})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := own(view, seat, games.Seed{3}), with(view, seat, games.Seed{3}); a != b {
		t.Errorf("%s: %s plays %q, and %q with its own %d playouts", info.Name, level, a, b, full)
	}
	return full, shared, least
}
