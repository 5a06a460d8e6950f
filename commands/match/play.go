package match

import (
	"reflect"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// ply checks a move by playing it, and notes in the head whether the game is over. A new turn asks
// for a new message; while others still choose, the newest one changes. Questions and plans end
// with the turn, and when a seat leaves.
func (m *Match) ply(seat games.Seat, move games.Move) ([]games.Ply, error) {
	next, err := m.State.Play(seat, move)
	if err != nil {
		return nil, err
	}
	if result, over := next.Result(); over {
		m.Phase, m.Places = storage.Over, result.Places
	}
	same := games.SameTurn(m.State, next, seat)
	switch {
	case !same:
		m.showTurn(seat, next)
	case m.Info.Hidden, !reflect.DeepEqual(m.State.View(games.Spectator), next.View(games.Spectator)):
		m.Redraw()
	}
	if !same && m.Solo() {
		m.News = nil // the board is the same message, which told it before
	}
	if !same || move.Leaves() {
		m.lapseAsks()
		m.Plan = nil
	}
	return []games.Ply{{Seat: seat, Move: move}}, nil
}

// Play makes a move for a seat, and after it the answer that its opponent has planned.
func (m *Match) Play(seat games.Seat, move games.Move) ([]games.Ply, error) {
	plan := m.Plan
	made, err := m.ply(seat, move)
	if err != nil {
		return nil, err
	}
	return m.answered(plan, made), nil
}

// Resign has a seat leave the game. Once no person plays on, the opponents leave too. That ends the
// game, unless somebody who left still owes a card.
func (m *Match) Resign(seat games.Seat) ([]games.Ply, error) {
	made, err := m.ply(seat, games.Leave)
	if err != nil || len(m.PeopleIn()) > 1 || m.Phase == storage.Over {
		return made, err
	}
	next, err := m.State.Play(seat, games.Leave)
	for err == nil && m.Phase != storage.Over && len(next.In()) > 0 {
		other := next.In()[0]
		made = append(made, games.Ply{Seat: other, Move: games.Leave})
		if next, err = next.Play(other, games.Leave); err != nil {
			return nil, err
		}
		if result, over := next.Result(); over {
			m.Phase, m.Places = storage.Over, result.Places
		}
	}
	m.reshow()
	return made, err
}

// Resigned returns the people who resigned from a match that is over because they left it to
// opponents, which then left too. There are none in any other match.
func (m *Match) Resigned() []games.Seat {
	last := len(m.Log) - 1
	for last >= 0 && m.Log[last].Move == games.Leave && !m.IsPerson(m.Log[last].Seat) {
		last--
	}
	if m.Phase != storage.Over || last < 0 || last == len(m.Log)-1 || m.Log[last].Move != games.Leave ||
		slices.ContainsFunc(m.steps[last].After.In(), m.IsPerson) {
		return nil
	}
	left := map[games.Seat]bool{}
	for _, e := range m.Log {
		left[e.Seat] = e.Move == games.Leave || left[e.Seat] && e.Move != games.Return
	}
	return slices.DeleteFunc(m.People(), func(s games.Seat) bool { return !left[s] })
}

// ComeBack has a seat play again whose player left, or whose clock expired.
func (m *Match) ComeBack(seat games.Seat) ([]games.Ply, error) {
	if m.spent(seat) {
		return nil, games.Refuse("refuse.spent")
	}
	return m.ply(seat, games.Return)
}

// MayCallOff reports whether nobody has made a second move yet. A move that is changed
// while others still choose is the same move.
func (m *Match) MayCallOff() bool {
	if m.Phase != storage.Playing || m.State == nil {
		return false
	}
	moved := map[games.Seat]int{} // the turn in which each seat moved
	for _, i := range m.Standing() {
		s := m.steps[i]
		if before, again := moved[s.Seat]; again && before != s.Turn {
			return false
		}
		moved[s.Seat] = s.Turn
	}
	return true
}

// CallOff ends a game that has hardly begun, without a result. Once something was dealt or played it
// is put to the others, so that nobody throws a bad deal or a bad beginning away.
func (m *Match) CallOff(seat games.Seat) ([]games.Ply, error) {
	return m.Ask(seat, AboutOff)
}

// mayCallOff returns a refusal unless a seat may call the game off, or ask the others to.
func (m *Match) mayCallOff(seat games.Seat) error {
	i := m.openAsk(AboutOff)
	switch {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case !m.MayCallOff():
		return games.Refuse("refuse.off")
	case i >= 0 && slices.Contains(m.Asks[i].Agreed, m.Players[seat].ID):
		return games.Refuse("refuse.off.asked", "Others", m.AskedAbout(AboutOff))
	}
	return nil
}

// callOff ends a game that all agree to call off.
func (m *Match) callOff(seat games.Seat) {
	m.End("off", m.Players[seat].Name)
	m.reshow()
}

// OffNeeds returns the seats that a seat has to ask before it calls the game off.
func (m *Match) OffNeeds(seat games.Seat) []games.Seat {
	return m.AskedBy(storage.Ask{About: AboutOff, Agreed: []string{m.Players[seat].ID}})
}

// ClaimWin ends the game as a win over the seat whose clock has expired.
func (m *Match) ClaimWin(seat games.Seat) ([]games.Ply, error) {
	late, err := m.lateFor(seat)
	if err != nil {
		return nil, err
	}
	return m.ply(late, games.Lapse)
}

// GrantTime gives the seat whose clock has expired the time for another turn.
func (m *Match) GrantTime(seat games.Seat, name string) (late games.Seat, err error) {
	if late, err = m.lateFor(seat); err != nil {
		return late, err
	}
	m.restart(late)
	m.Repost()
	m.tell("news.grant", "Name", name, "Late", m.Players[late].Name)
	return late, nil
}

// lateFor returns the seat whose clock has expired, for its opponent.
func (m *Match) lateFor(seat games.Seat) (games.Seat, error) {
	late := m.Late()
	switch late {
	case games.Spectator:
		return late, games.Refuse("refuse.not-up")
	case seat:
		return late, games.Refuse("refuse.late")
	}
	return late, nil
}

// LeaveThread moves a match out of its thread, which is locked or gone, to the channel above.
func (m *Match) LeaveThread(thread string) error {
	if m.Channel != thread || m.Phase != storage.Playing {
		return ErrStale
	}
	m.Channel, m.Thread = m.Home, false
	m.Repost()
	return nil
}

// Thinker returns the first opponent that owes a move, or [games.Spectator]. It waits until
// the board before is shown: people would never see that one otherwise.
func (m *Match) Thinker() games.Seat {
	if m.Published != m.Desired || m.Phase != storage.Playing || m.State == nil || !m.GuildLostAt.IsZero() || m.Opponent() == nil {
		return games.Spectator
	}
	for _, seat := range m.State.ToMove() {
		if !m.IsPerson(seat) && !m.waits(m.State, seat) {
			return seat
		}
	}
	return games.Spectator
}

// waits reports whether an opponent leaves the next move to people: where the fastest seat
// has the move, and while no person plays but one can come back.
func (m *Match) waits(s games.State, seat games.Seat) bool {
	if m.IsPerson(seat) {
		return false
	}
	if slices.ContainsFunc(m.People(), func(p games.Seat) bool { return slices.Contains(s.In(), p) }) {
		return racing(s)
	}
	return slices.ContainsFunc(m.People(), func(p games.Seat) bool { return m.canPlay(s, p) })
}

// End ends a match without a result.
func (m *Match) End(why, by string) {
	m.Phase, m.Ended, m.EndedBy = storage.Off, why, by
	m.lapseAsks()
	m.Plan = nil
}
