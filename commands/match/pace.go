package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// Paces returns how long a person had each of their standing moves of a game to make that they made after a moment, in
// the order of the log. Quiet hours, absences, pauses and outages do not count as time. A changed bid is no move, nor is
// what anybody may do first. It is empty where a seat has changed hands, as the log does not say whose a move was.
func (m *Match) Paces(p storage.Person, outages []storage.Span, after time.Time) (all []time.Duration) {
	seat := m.SeatOf(p.ID)
	if seat == games.Spectator || len(m.Past) > 0 {
		return nil
	}
	pauses := slices.Concat(outages, m.Pauses, p.Away, p.AutoAway)
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

// LostOnTime reports whether a seat lost a game because its time was up.
func (m *Match) LostOnTime(seat games.Seat) bool {
	last := len(m.steps) - 1
	for ; last >= 0 && m.steps[last].Seat != seat; last-- {
	}
	if m.Phase != storage.Over || last < 0 {
		return false
	}
	move := m.steps[last].Move
	return move == games.Spent || move == games.Lapse && m.Info.Forfeit
}

// What is known of a person's habits comes from their newest games.
const (
	habitGames  = 30                  // the most games that are read
	paceTime    = 90 * 24 * time.Hour // how long a move counts for the pace
	leastPaced  = 20                  // the fewest moves that make a pace
	leastOnTime = 10                  // the fewest ended games of which it is told how many were lost on time
)

// Habits is how a person plays.
type Habits struct {
	Pace         time.Duration // the median of the times of their moves; 0 if too little is known
	Games, Lates int           // the number of their newest games that are over, and of those they lost on time; 0 for too few
}

// Habits works out the habits of a person from games of theirs, the newest first: their [Match.Paces] in the last 90 days,
// and how many of those that are over they lost on time.
func (e *Env) Habits(ctx context.Context, p storage.Person, heads []storage.Head) (h Habits, err error) {
	var paces []time.Duration
	for _, head := range heads[:min(len(heads), habitGames)] {
		m, err := e.Load(ctx, head.ID)
		if errors.Is(err, storage.ErrDamaged) {
			continue // it hides none of the others
		}
		if err != nil {
			return Habits{}, err
		}
		outages, err := e.Away(ctx, m.Guild)
		if err != nil {
			return Habits{}, err
		}
		paces = append(paces, m.Paces(p, outages.Spans, e.Now().Add(-paceTime))...)
		if m.Phase == storage.Over {
			h.Games++
		}
		if seat := m.SeatOf(p.ID); seat != games.Spectator && m.LostOnTime(seat) {
			h.Lates++
		}
	}
	if h.Games < leastOnTime {
		h.Games, h.Lates = 0, 0
	}
	if len(paces) >= leastPaced {
		slices.Sort(paces)
		h.Pace = paces[len(paces)/2]
	}
	return h, nil
}
