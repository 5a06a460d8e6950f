package match

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// MayPlan returns a refusal unless a seat may plan its answer to the next move of its opponent,
// a person who moves now in a game of two that hides nothing.
func (m *Match) MayPlan(seat games.Seat) error {
	if err := m.Playing(); err != nil {
		return err
	}
	other := 1 - seat
	switch {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case len(m.Players) != 2 || m.Info.Hidden || !m.IsPerson(other) ||
		!slices.Equal(m.State.ToMove(), []games.Seat{other}):
		return games.Refuse("refuse.plan")
	}
	return nil
}

// MayPlanAfter reports whether a seat may plan its next answer once it has made a move.
func (m *Match) MayPlanAfter(seat games.Seat, move games.Move) bool {
	next, err := m.State.Play(seat, move)
	if err != nil {
		return false
	}
	after := *m
	after.State = next
	_, over := next.Result()
	return !over && after.MayPlan(seat) == nil
}

// AfterTheirs returns the position after a move of the opponent of a seat, to which the seat
// answers.
func (m *Match) AfterTheirs(seat games.Seat, theirs games.Move) (games.State, error) {
	if err := m.MayPlan(seat); err != nil {
		return nil, err
	}
	next, err := m.State.Play(1-seat, theirs)
	switch {
	case err == nil && theirs.System():
		return nil, ErrStale
	case err != nil:
		return nil, err
	case slices.Contains(next.ToMove(), seat):
		return next, nil
	case len(next.ToMove()) > 0: // one who can't move passes
		return nil, games.Refuse("refuse.plan.again", "Player", 1-seat)
	}
	return nil, games.Refuse("refuse.plan.ends")
}

// MostPlanned is how many lines a plan has at most.
const MostPlanned = 5

// PlanAhead notes the answer of a seat to a move of its opponent. It takes the place of one that was noted before. An
// answer to all other moves is chosen after one of them, and may be impossible after another.
func (m *Match) PlanAhead(seat games.Seat, line storage.PlanLine) error {
	next, err := m.AfterTheirs(seat, line.If)
	if err == nil {
		_, err = next.Play(seat, line.Then)
	}
	if err == nil && line.Then.System() {
		err = ErrStale
	}
	if err != nil {
		return err
	}
	lines := slices.DeleteFunc(m.planned(seat), func(l storage.PlanLine) bool {
		return l.Else == line.Else && (l.Else || l.If == line.If)
	})
	if len(lines) == MostPlanned {
		return games.Refuse("refuse.plan.full")
	}
	at := len(lines)
	if at > 0 && lines[at-1].Else {
		at--
	}
	m.Plan = &storage.Plan{Player: m.Players[seat].ID, Turn: m.Turn, Lines: slices.Insert(lines, at, line)}
	return nil
}

// ForgetPlan drops the lines of a seat's plan that are so.
func (m *Match) ForgetPlan(seat games.Seat, is func(storage.PlanLine) bool) error {
	before := m.planned(seat)
	left := slices.DeleteFunc(slices.Clone(before), is)
	switch {
	case len(left) == len(before):
		return ErrStale
	case len(left) == 0:
		m.Plan = nil
	default:
		m.Plan = &storage.Plan{Player: m.Players[seat].ID, Turn: m.Turn, Lines: left}
	}
	return nil
}

// PlanOf returns the plan of a person, nil for none. Nobody else may know of it.
func (m *Match) PlanOf(person string) *storage.Plan {
	if p := m.Plan; p != nil && m.Phase == storage.Playing && p.Player == person && p.Turn == m.Turn {
		return p
	}
	return nil
}

// planned returns a copy of the lines of a seat's plan.
func (m *Match) planned(seat games.Seat) []storage.PlanLine {
	if plan := m.PlanOf(m.Players[seat].ID); plan != nil {
		return slices.Clone(plan.Lines)
	}
	return nil
}

// answered adds the answer that was planned to a move.
func (m *Match) answered(plan *storage.Plan, made []games.Ply) []games.Ply {
	theirs := made[0]
	if plan == nil || plan.Turn != m.Turn || theirs.Move.System() || plan.Player == m.Players[theirs.Seat].ID {
		return made
	}
	next, err := m.State.Play(theirs.Seat, theirs.Move)
	if err != nil {
		return made
	}
	i := slices.IndexFunc(plan.Lines, func(l storage.PlanLine) bool {
		return l.Else || l.If == theirs.Move || m.sameAfter(next, theirs.Seat, l.If)
	})
	if i < 0 {
		return made
	}
	seat, answer := m.SeatOf(plan.Player), plan.Lines[i].Then
	if next, err = next.Play(seat, answer); err != nil {
		return made
	}
	if result, over := next.Result(); over {
		m.Phase, m.Places = storage.Over, result.Places
	}
	return append(made, games.Ply{Seat: seat, Move: answer})
}

// sameAfter reports whether a move would have led to the board of a position too: of two that do, a step shows one.
func (m *Match) sameAfter(s games.State, seat games.Seat, move games.Move) bool {
	other, err := m.State.Play(seat, move)
	return err == nil && other.View(games.Spectator).String() == s.View(games.Spectator).String()
}
