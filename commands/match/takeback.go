package match

import (
	"reflect"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// follow returns the position after the next ply of the log. One that takes back others
// marks them in the steps.
func (m *Match) follow(p games.Ply) (games.State, error) {
	n := p.Move.BackBy()
	if n == 0 {
		return m.State.Play(p.Seat, p.Move)
	}
	standing := m.Standing()
	if err := games.MayGoBack(m.State, m.Setup.Seats, p, len(standing)); err != nil {
		return nil, err
	}
	undone := standing[len(standing)-n:]
	m.steps = slices.Clone(m.steps) // other readers share them
	for _, i := range undone {
		m.steps[i].TakenBack = true
	}
	return m.steps[undone[0]].Before, nil
}

// Standing returns, as indices into the log, the plies that nobody has taken back. A ply
// that takes back others is none of them.
func (m *Match) Standing() []int {
	var all []int
	for i, s := range m.steps {
		if !s.TakenBack && s.Move.BackBy() == 0 {
			all = append(all, i)
		}
	}
	return all
}

// MayTakeBack returns a refusal unless a seat may take back its last move, with all that was
// played after it.
func (m *Match) MayTakeBack(seat games.Seat) error {
	switch i := m.openAsk(AboutTakeback); {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case i >= 0 && m.Asks[i].By != m.Players[seat].ID:
		return games.Refuse("refuse.takeback.answer", "Player", m.SeatOf(m.Asks[i].By))
	case i >= 0:
		return games.Refuse("refuse.takeback.asked", "Others", m.AskedBy(m.Asks[i]))
	}
	undone := m.undoable(seat, m.Turn)
	if len(undone) == 0 {
		return games.Refuse("refuse.back")
	}
	if last := m.steps[undone[0]]; games.Bids(last.Before) && last.Turn == m.Turn {
		return games.Refuse("refuse.takeback.bid")
	}
	for _, i := range undone {
		if m.Info.Hidden && m.showed(m.steps[i]) {
			return games.Refuse("refuse.takeback.hidden")
		}
	}
	return nil
}

// undoable returns, as indices into the log, the last move that a seat had made in a turn
// before anything was taken back in it, and the plies after it that stood then. It returns none if
// a system move is among them: a player who has left stays away.
func (m *Match) undoable(seat games.Seat, turn int) []int {
	var log []games.Ply
	for _, s := range m.steps {
		if s.Turn > turn || s.Turn == turn && s.Move.BackBy() > 0 {
			break
		}
		log = append(log, s.Ply)
	}
	standing := games.Standing(log)
	for n, i := range slices.Backward(standing) {
		switch {
		case log[i].Move.System():
			return nil
		case log[i].Seat == seat:
			return standing[n:]
		}
	}
	return nil
}

// showed reports whether a ply showed something to anybody but its player.
func (m *Match) showed(s Step) bool {
	return slices.ContainsFunc(append(m.Others(s.Seat), games.Spectator), func(seat games.Seat) bool {
		return !reflect.DeepEqual(s.Before.View(seat), s.After.View(seat))
	})
}

// TakeBack asks for the last move of a seat to be taken back. Parlour agrees at once. A request
// that comes a second time takes nothing more back.
func (m *Match) TakeBack(seat games.Seat) ([]games.Ply, error) {
	for _, e := range m.Log {
		if m.RequestID != "" && e.RequestID == m.RequestID && e.Move.BackBy() > 0 {
			return nil, nil
		}
	}
	return m.Ask(seat, AboutTakeback)
}

// takeBack takes back what a question is about that all agree to. The other questions end, as
// their turn does.
func (m *Match) takeBack(a storage.Ask) ([]games.Ply, error) {
	seat := m.SeatOf(a.By)
	undone := m.undoable(seat, a.Turn)
	if len(undone) == 0 || a.Turn != m.Turn {
		return nil, ErrStale
	}
	switch { // where nobody was asked, no question tells of it
	case len(m.People()) == 1:
		m.tell("news.back.own")
	case len(m.PeopleIn()) == 1:
		m.tell("news.back", "Name", m.Players[seat].Name)
	}
	m.lapseAsks()
	m.Plan = nil
	m.reshow()
	return []games.Ply{{Seat: seat, Move: games.Back(len(undone))}}, nil
}

// AskedBack returns the move that a question wants to take back, with the position before it. ok is
// false if there is none.
func (m *Match) AskedBack(a storage.Ask) (step Step, ok bool) {
	var log []games.Ply
	for _, s := range m.steps {
		if s.Turn < a.Turn {
			log = append(log, s.Ply)
		}
	}
	for _, i := range slices.Backward(games.Standing(log)) {
		if s := m.steps[i]; s.Seat == m.SeatOf(a.By) && !s.Move.System() {
			return s, true
		}
	}
	return Step{}, false
}
