package match

import (
	"context"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// autoAwayLead is how long before time is up an absence by itself begins, and so how much time is left after it.
const autoAwayLead = 10 * time.Minute

// spares reports whether an absence by itself stops clocks in a match: one between people, not strict, where a move has
// at least a day or adds as much to the bank. Nothing else decides that.
func spares(head storage.Head) bool {
	return head.People() > 1 && !head.Strict && max(head.TurnTime, head.Gain) >= 24*time.Hour
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

// sparing reports whether the clock of a seat expires soon or has just expired, and an absence by itself of its player
// goes on or may begin. Nobody is spared before their reminder.
func (m *Match) sparing(seat games.Seat) bool {
	c, p := m.Clocks[seat], m.Times.People[seat]
	if !spares(m.Head) || c.Due.IsZero() || !c.ExpiredAt.IsZero() || m.Now.Before(c.Due.Add(-autoAwayLead)) ||
		!clock.WasReminded(p, m.ID, c.Since) {
		return false
	}
	_, away := clock.EndOf(p.AutoAway, m.Now)
	return clock.MayAutoAway(p, m.Now) || away && !m.Now.Before(c.Due)
}

// spare begins an absence by itself for the player of a seat, if they are in the server. If their time was up meanwhile,
// the clock first gets what it would have had left.
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

// noteAbsences notes the absences by itself of the players in the head, for the board and the record.
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

// ByItself reports whether the absence that the board shows of a seat is one by itself.
func (m *Match) ByItself(seat games.Seat) bool {
	return slices.ContainsFunc(m.Absences, func(a storage.Absence) bool {
		return a.Seat == seat && a.To.Equal(m.Clocks[seat].Away)
	})
}

// BeginAutoAway begins an absence by itself for a person. The check of the person, which is due at once, tells them, and
// has their other matches looked at.
func (e *Env) BeginAutoAway(ctx context.Context, person string) error {
	return e.SetPerson(ctx, person, func(p *storage.Person) {
		if clock.BeginAutoAway(p, e.Now()) {
			p.NextCheck = e.Now()
		}
	})
}

// EndAutoAways ends the absences by itself of players who have made a move of their own since. It reports whether there
// was one.
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

// backAt returns when the player of a seat first moved after their last absence by itself began. back is false unless
// the absence goes on after that move. An answer that they had planned is no such move: it comes with another's request.
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
