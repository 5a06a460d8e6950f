package match

import (
	"errors"
	"testing"
	"time"

	"parlour/games"
)

// Allot stores playouts, which hold for one turn and seat. A match that has moved on gets none.
func TestAllot(t *testing.T) {
	env := newEnv(t)
	load := func() *Match {
		t.Helper()
		m, err := env.Load(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	late, m := load(), load()
	seat := m.State.ToMove()[0]
	if n, ok := m.Allotted(seat); ok {
		t.Errorf("before anything was allotted there are %d playouts", n)
	}
	if err := env.Allot(t.Context(), m, seat, 70); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Match{m, load()} {
		if n, ok := m.Allotted(seat); n != 70 || !ok {
			t.Errorf("%d playouts are allotted: %v, want 70", n, ok)
		}
		if _, ok := m.Allotted(1 - seat); ok {
			t.Error("the other seat has them too")
		}
	}
	if err := env.Allot(t.Context(), late, seat, 80); !errors.Is(err, ErrStale) {
		t.Errorf("for a match that has moved on Allot = %v, want ErrStale", err)
	}
	m, err := env.Change(t.Context(), "m", playNext(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{0, 1} {
		if _, ok := m.Allotted(seat); ok {
			t.Errorf("in the next turn seat %d has what was allotted before", seat)
		}
	}
}

// A publication that is pending when playouts are allotted finds a newer version than its own. The
// match is due at once, so nothing stays unshown.
func TestAllotLeavesAPendingPublicationDue(t *testing.T) {
	for name, c := range map[string]struct {
		pending bool
		want    time.Time
	}{"none": {false, noon.Add(time.Hour)}, "one": {true, noon}} {
		env := newEnv(t)
		m, err := env.Change(t.Context(), "m", playNext(0))
		if err != nil {
			t.Fatal(err)
		}
		head := m.Head
		if head.NextCheck = noon.Add(time.Hour); !c.pending {
			head.FailingSince = time.Time{}
		}
		if m.Head, err = env.Append(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		if err := env.Allot(t.Context(), m, m.State.ToMove()[0], 70); err != nil || !m.NextCheck.Equal(c.want) {
			t.Errorf("with %s pending, the match is due at %v (%v), want %v", name, m.NextCheck, err, c.want)
		}
	}
}
