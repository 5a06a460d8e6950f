package match

import (
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// Paces returns how long a person had each of their standing moves of a game to make that they made after a moment, in
// the order of the log. What is left out of a time is when it did not run for them: quiet hours, absences, pauses and
// outages. A move counts if its seat owed one: no changed bid, and none where only the first of several counts. It is
// empty where a seat has changed hands, as the log does not say whose a move was.
func (m *Match) Paces(p storage.Person, outages []storage.Span, after time.Time) (all []time.Duration) {
	seat := m.SeatOf(p.ID)
	if seat == games.Spectator || len(m.Past) > 0 {
		return nil
	}
	pauses := slices.Concat(outages, m.Pauses, p.Away)
	var since time.Time // when the seat began to owe the move; zero while it owes none
	if len(m.steps) > 0 && slices.Contains(m.steps[0].Before.ToMove(), seat) {
		since = m.Began
	}
	for _, s := range m.steps {
		mine := s.Seat == seat && !since.IsZero()
		if mine && !s.Move.System() && !s.TakenBack && s.At.After(after) && !racing(s.Before) {
			all = append(all, clock.Awake(clock.QuietOf(p), pauses, since, s.At))
		}
		switch owes := slices.Contains(s.After.ToMove(), seat); {
		case !owes:
			since = time.Time{}
		case since.IsZero() || mine:
			since = s.At
		}
	}
	return all
}
