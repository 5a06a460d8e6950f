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
	case !slices.Contains(next.ToMove(), seat):
		return nil, games.Refuse("refuse.plan.ends")
	}
	return next, nil
}

// PlanAhead notes the answer of a seat to a move of its opponent.
func (m *Match) PlanAhead(seat games.Seat, theirs, answer games.Move) error {
	next, err := m.AfterTheirs(seat, theirs)
	if err == nil {
		_, err = next.Play(seat, answer)
	}
	if err == nil && answer.System() {
		err = ErrStale
	}
	if err != nil {
		return err
	}
	m.Plan = &storage.Plan{Player: m.Players[seat].ID, Turn: m.Turn, If: theirs, Then: answer}
	return nil
}

// ForgetPlan drops the plan of a seat.
func (m *Match) ForgetPlan(seat games.Seat) ([]games.Ply, error) {
	if m.PlanOf(m.Players[seat].ID) == nil {
		return nil, ErrStale
	}
	m.Plan = nil
	return nil, nil
}

// PlanOf returns the plan of a person, nil for none. Nobody else may know of it.
func (m *Match) PlanOf(person string) *storage.Plan {
	if p := m.Plan; p != nil && m.Phase == storage.Playing && p.Player == person && p.Turn == m.Turn {
		return p
	}
	return nil
}

// answered adds the answer that was planned to a move, if it was planned to just that.
func (m *Match) answered(plan *storage.Plan, made []games.Ply) []games.Ply {
	if plan == nil || plan.Turn != m.Turn || plan.If != made[0].Move || plan.Player == m.Players[made[0].Seat].ID {
		return made
	}
	seat := m.SeatOf(plan.Player)
	next, err := m.State.Play(made[0].Seat, made[0].Move)
	if err == nil {
		next, err = next.Play(seat, plan.Then)
	}
	if err != nil {
		return made
	}
	if result, over := next.Result(); over {
		m.Phase, m.Places = storage.Over, result.Places
	}
	return append(made, games.Ply{Seat: seat, Move: plan.Then})
}
