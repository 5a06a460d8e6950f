package match

import (
	"slices"
	"testing"

	"parlour/games"
	"parlour/storage"
)

// planning returns a game of Magic in which seat 0 is to move, of one store.
func planning(t *testing.T) *Env {
	t.Helper()
	e := newEnv(t)
	head := begun(t, "magic", 2)
	head.ID = "magic"
	if _, err := e.Store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	return e
}

// plan is a decision: seat 1 plans an answer.
func plan(theirs, answer games.Move) func(*Match) ([]games.Ply, error) {
	return func(m *Match) ([]games.Ply, error) { return nil, m.PlanAhead(1, theirs, answer) }
}

// plays is a decision: a seat makes a move.
func plays(seat games.Seat, move games.Move) func(*Match) ([]games.Ply, error) {
	return func(m *Match) ([]games.Ply, error) { return m.Play(seat, move) }
}

// change carries out a decision that must succeed.
func change(t *testing.T, e *Env, decide func(*Match) ([]games.Ply, error)) *Match {
	t.Helper()
	m, err := e.Change(t.Context(), "magic", decide)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPlanIsPlayedAfterJustThatMove(t *testing.T) {
	for name, c := range map[string]struct {
		before func(*Match) ([]games.Ply, error) // done after the plan is made
		move   games.Move
		want   []games.Move
	}{
		"just that move":     {nil, "b2U", []games.Move{"b2U", "b2Nd4U"}},
		"another move":       {nil, "b2D", []games.Move{"b2D"}},
		"the same elsewhere": {nil, "c2U", []games.Move{"c2U"}},
		"forgotten":          {func(m *Match) ([]games.Ply, error) { return m.ForgetPlan(1) }, "b2U", []games.Move{"b2U"}},
		"planned anew":       {plan("b2U", "b2Sa4D"), "b2U", []games.Move{"b2U", "b2Sa4D"}},
		"another player": {func(m *Match) ([]games.Ply, error) {
			m.Times.People = make([]storage.Person, 2)
			return m.replacePlayer(1, storage.Player{ID: "x", Name: "X"}, storage.Person{})
		}, "b2U", []games.Move{"b2U"}},
	} {
		e := planning(t)
		change(t, e, plan("b2U", "b2Nd4U"))
		if c.before != nil {
			change(t, e, c.before)
		}
		m := change(t, e, plays(0, c.move))
		var got []games.Move
		for _, p := range m.Log {
			got = append(got, p.Move)
		}
		if !slices.Equal(got, c.want) || m.Plan != nil {
			t.Errorf("%s: the log is %v and the plan %v, want %v and none", name, got, m.Plan, c.want)
		}
		if owes := games.Seat(len(c.want) % 2); m.Clocks[owes].Since.IsZero() || !m.Clocks[1-owes].Since.IsZero() {
			t.Errorf("%s: the clocks are %+v, want that of seat %d running", name, m.Clocks, owes)
		}
	}
}

// A plan that ends the game ends it.
func TestPlanMayEndTheGame(t *testing.T) {
	e := newEnv(t)
	head := begun(t, "permute", 2)
	head.ID, head.Setup.Options["size"] = "magic", "4"
	if _, err := e.Store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		m, err := e.Load(t.Context(), "magic")
		if err != nil || m.Phase != storage.Playing {
			t.Fatalf("the game is over before a plan could end it (%v)", err)
		}
		seat := m.State.ToMove()[0]
		theirs, answer := ending(m.State)
		if theirs == "" {
			change(t, e, plays(seat, m.State.Legal(seat)[0]))
			continue
		}
		change(t, e, func(m *Match) ([]games.Ply, error) { return nil, m.PlanAhead(1-seat, theirs, answer) })
		if m = change(t, e, plays(seat, theirs)); m.Phase != storage.Over || len(m.Places) != 2 {
			t.Errorf("after %s and the planned %s the phase is %s with places %v, want the end", theirs, answer, m.Phase, m.Places)
		}
		return
	}
	t.Error("no game of 20 moves came to an end")
}

// ending returns a move, and an answer to it that ends the game, if there are any.
func ending(s games.State) (theirs, answer games.Move) {
	seat := s.ToMove()[0]
	for _, theirs := range s.Legal(seat) {
		next, err := s.Play(seat, theirs)
		if err != nil {
			continue
		}
		for _, answer := range next.Legal(1 - seat) {
			if last, err := next.Play(1-seat, answer); err == nil && len(last.ToMove()) == 0 {
				return theirs, answer
			}
		}
	}
	return "", ""
}

func TestPlanAheadRefuses(t *testing.T) {
	e := planning(t)
	for why, decide := range map[string]func(*Match) ([]games.Ply, error){
		"by the one who moves":      func(m *Match) ([]games.Ply, error) { return nil, m.PlanAhead(0, "b2U", "b2Nd4U") },
		"a move that is none":       plan("b2Wb2U", "b2Nd4U"),
		"an answer that is none":    plan("b2U", "b2Nb1U"),
		"a move of the system":      plan(games.Draw, "b2Nd4U"),
		"an answer of the system":   plan("b2U", games.Leave),
		"a takeback for an answer":  plan("b2U", games.Back(1)),
		"a move that ends the game": plan(games.Leave, "b2Nd4U"),
		"against Parlour": func(m *Match) ([]games.Ply, error) {
			m.Players[0].Level = games.Easy
			return nil, m.PlanAhead(1, "b2U", "b2Nd4U")
		},
	} {
		if m, err := e.Change(t.Context(), "magic", decide); err == nil {
			t.Errorf("a plan %s was taken: %+v", why, m.Plan)
		}
	}
	if m, err := e.Load(t.Context(), "magic"); err != nil || m.Plan != nil {
		t.Errorf("the plan is %+v (%v), want none", m.Plan, err)
	}
}

// Only the planner is told of a plan, in the turn for which it was made.
func TestPlanOf(t *testing.T) {
	e := planning(t)
	m := change(t, e, plan("b2U", "b2Nd4U"))
	if m.PlanOf("b") == nil || m.PlanOf("a") != nil || m.PlanOf("x") != nil {
		t.Error("others know of the plan, or the planner does not")
	}
	m.Turn++
	if m.PlanOf("b") != nil {
		t.Error("a plan of an earlier turn stands")
	}
}
