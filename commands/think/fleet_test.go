package think

import (
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// An opponent thinks in the process that has shown whose turn it is. Another leaves the thought to that one, and the
// match too when it is due, until the lease of that one has ended.
func TestAnotherProcessThinks(t *testing.T) {
	thoughts := 0
	p, _ := newPool(t, scripted{play: func(v games.View, _ games.Seat, _ games.Seed) games.Move {
		thoughts++
		return "Cd3-d4"
	}})
	clock := p.Env.Now()
	now := func() time.Time { return clock }
	join := func() *fleet.Member {
		m, err := fleet.Join(t.Context(), storetest.Shared{Store: p.Env.Store, Clock: now}, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	other := match.NewEnv([]games.Game{scripted{}}, p.Env.Store, p.Env.Now, zeros{})
	other.Fleet, p.Env.Fleet = join(), join()
	begin(t, p, "m", 0, "easy", "")
	if err := p.Env.Touch(t.Context(), "m"); err != nil { // which draws its chance
		t.Fatal(err)
	}
	m, err := other.Load(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	other.Entrust(t.Context(), m)
	m.Owner = ""
	if m.Head, err = other.Append(t.Context(), m.Head); err != nil {
		t.Fatal(err)
	}
	if !p.Env.ThinksElsewhere(t.Context(), m, 0) || other.ThinksElsewhere(t.Context(), m, 0) || p.Env.ThinksElsewhere(t.Context(), m, 1) {
		t.Errorf("the thought %+v is not that of the process that shows the match", m.Thought)
	}
	if by := m.NextCheck.Add(time.Hour); p.Env.IsDue(t.Context(), m.Head, by) || !other.IsDue(t.Context(), m.Head, by) {
		t.Error("the match is not due for the process that thinks, or for another")
	}
	if p.Consider("m"); thoughts != 0 {
		t.Fatal("the other process thinks too")
	}
	clock = clock.Add(20 * time.Second)
	if _, err := p.Env.Fleet.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p.Consider("m"); thoughts != 1 {
		t.Errorf("after the lease of the first the other has thought %d times, want once", thoughts)
	}
	if m, err = p.Env.Load(t.Context(), "m"); err != nil || len(m.Log) != 1 {
		t.Errorf("the log is %v (%v), want a move", m.Log, err)
	}
}
