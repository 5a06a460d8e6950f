package match

import (
	"slices"
	"strconv"

	"parlour/games"
	"parlour/storage"
)

// MayGive returns a refusal unless a seat may have Parlour play on for another one, whose
// player is gone: they have left, have offered their seat, or have missed two turns.
func (m *Match) MayGive(by, seat games.Seat) error {
	switch {
	case seat < 0 || int(seat) >= len(m.Clocks) || seat == by:
		return games.Refuse("refuse.button")
	case !m.IsPerson(seat):
		return games.Refuse("refuse.given")
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case !m.In(by):
		return m.RefuseLeft(by)
	case !m.canPlay(m.State, seat):
		return games.Refuse("refuse.seat-gone")
	case m.In(seat) && m.Clocks[seat].Missed < missedTurns && !slices.Contains(m.Offered, seat):
		return games.Refuse("refuse.give", "Player", seat)
	}
	return nil
}

// GiveSeat has an opponent play on for a player who is gone.
func (m *Match) GiveSeat(by, seat games.Seat, h Hire) ([]games.Ply, error) {
	if err := m.MayGive(by, seat); err != nil {
		return nil, err
	}
	return m.replacePlayer(seat, m.Hired(h), storage.Person{})
}

// Hired returns an opponent that has no seat yet.
func (m *Match) Hired(h Hire) storage.Player {
	number := 1
	for slices.ContainsFunc(m.Players, func(p storage.Player) bool { return p.ID == opponentID(number) }) {
		number++
	}
	return storage.Player{ID: opponentID(number), Name: h.Name(number), Level: h.Level}
}

// A Hire is a level of opponent that Parlour can be asked for at a table, and the name that
// it gets by its number there.
type Hire struct {
	Level games.Level
	Name  func(number int) string
}

// opponentID returns the id of an opponent, which is no person's.
func opponentID(number int) string { return "opponent-" + strconv.Itoa(number) }
