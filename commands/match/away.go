package match

import (
	"context"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// autoAwayLead is how long before time is up a person comes to be away by themselves. That is what they have left
// after it.
const autoAwayLead = 10 * time.Minute

// spares reports whether the clocks of a match stand while a person is away by themselves: it is between people, a move
// has at least a day, or adds as much to the bank, and it is not strict. Whatever else such a match must be is said here.
func spares(head storage.Head) bool {
	people := Without(head.Players, func(p storage.Player) bool { return p.Level != "" })
	return len(people) > 1 && !head.Strict && max(head.TurnTime, head.Gain) >= 24*time.Hour
}

// stands returns when the clock of a person stands in a match because they are away.
func stands(head storage.Head, p storage.Person) []storage.Span {
	switch {
	case head.Strict:
		return nil
	case spares(head):
		return slices.Concat(p.Away, p.AutoAway)
	}
	return p.Away
}

// StandsAway reports whether the clock of a person stands in a match now because they are away.
func StandsAway(head storage.Head, p storage.Person, now time.Time) bool {
	_, away := clock.EndOf(stands(head, p), now)
	return away
}

// AwayIn returns the end of the absence of a person that a match says, zero for none. A strict one says it too, though
// its clocks run on.
func AwayIn(head storage.Head, p storage.Person, now time.Time) time.Time {
	until, away := clock.EndOf(p.Away, now)
	if !away && spares(head) {
		until, _ = clock.EndOf(p.AutoAway, now)
	}
	return until
}

// sparing reports whether the clock of a seat expires soon, or has just expired, while its player is away by themselves
// or may come to be. Somebody who is yet to be reminded gets time for that first.
func (m *Match) sparing(seat games.Seat) bool {
	c, p := m.Clocks[seat], m.Times.People[seat]
	if !spares(m.Head) || c.Due.IsZero() || !c.ExpiredAt.IsZero() || m.Now.Before(c.Due.Add(-autoAwayLead)) ||
		!clock.WasReminded(p, m.ID, c.Since) {
		return false
	}
	_, away := clock.EndOf(p.AutoAway, m.Now)
	return clock.MayAutoAway(p, m.Now) || away && !m.Now.Before(c.Due)
}

// spare has the player of a seat be away who is found in the server. If the time was up meanwhile, the clock first gets
// what it would have had left.
func (m *Match) spare(seat games.Seat, known Presence) (Verdict, error) {
	where, asked := known[seat]
	c := &m.Clocks[seat]
	switch late := !m.Now.Before(c.Due); {
	case !asked:
		return Verdict{Ask: seat}, nil
	case where != Here && late:
		return m.expire(seat, known)
	case where != Here:
		return nothing, nil
	case late:
		c.Extension = storage.Span{From: m.Now, To: m.Now.Add(autoAwayLead)}
		m.computeDue()
		return changed(nil), nil
	}
	return Verdict{Away: m.Players[seat].ID, Ask: games.Spectator}, nil
}

// noteAbsences notes in the head when players were away by themselves, for the board and the record.
func (m *Match) noteAbsences() {
	if !spares(m.Head) {
		return
	}
	m.Absences = slices.Clone(m.Absences)
	for seat, p := range m.Times.People {
		for _, s := range p.AutoAway {
			i := slices.IndexFunc(m.Absences, func(a storage.Absence) bool {
				return a.Seat == games.Seat(seat) && a.From.Equal(s.From)
			})
			switch {
			case i >= 0:
				m.Absences[i].To = s.To
			case !m.Now.Before(s.From) && m.Now.Before(s.To):
				m.Absences = append(m.Absences, storage.Absence{Seat: games.Seat(seat), Span: s})
			}
		}
	}
}

// ByItself reports whether the player of a seat is away by themselves, as far as the board says.
func (m *Match) ByItself(seat games.Seat) bool {
	return slices.ContainsFunc(m.Absences, func(a storage.Absence) bool {
		return a.Seat == seat && a.To.Equal(m.Clocks[seat].Away)
	})
}

// BeginAutoAway has a person be away by themselves. The check of the person, which is due at once, tells them, and has
// their other matches looked at.
func (e *Env) BeginAutoAway(ctx context.Context, person string) error {
	return e.SetPerson(ctx, person, func(p *storage.Person) {
		if clock.BeginAutoAway(p, e.Now()) {
			p.NextCheck = e.Now()
		}
	})
}

// EndAutoAways ends absences of players who have made a move of their own since they were away by themselves. It
// reports whether there was one.
func (e *Env) EndAutoAways(ctx context.Context, m *Match) (ended bool, err error) {
	for seat, p := range m.Times.People {
		at, back := m.backAt(games.Seat(seat), p)
		if !back {
			continue
		}
		ended = true
		if err := e.SetPerson(ctx, p.ID, func(p *storage.Person) {
			if clock.EndAutoAway(p, at) {
				p.NextCheck = e.Now()
			}
		}); err != nil {
			return ended, err
		}
	}
	return ended, nil
}

// backAt returns when the player of a seat first moved after they came to be away by themselves, if that absence goes on
// after it. An answer that they had planned is no such move: it comes with the request of another.
func (m *Match) backAt(seat games.Seat, p storage.Person) (at time.Time, back bool) {
	n := len(p.AutoAway)
	if n == 0 || int(seat) >= len(m.Players) || m.Players[seat].ID != p.ID {
		return time.Time{}, false
	}
	last := p.AutoAway[n-1]
	for i, e := range slices.Backward(m.Log) {
		if !e.At.After(last.From) {
			break
		}
		planned := i > 0 && m.Log[i-1].RequestID == e.RequestID && m.Log[i-1].Seat != seat
		if own := !e.Move.System() || e.Move == games.Return || e.Move == games.Leave; own && e.Seat == seat && e.RequestID != "" && !planned {
			at, back = e.At, e.At.Before(last.To)
		}
	}
	return at, back
}
