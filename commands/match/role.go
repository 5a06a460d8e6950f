package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/storage"
)

// When the role of a server is pinged for an open table.
const (
	CallsAfter = 10 * time.Minute // so long a table has stood open
	callsEach  = 6 * time.Hour    // at most once in that time in a server
)

// CallNight is when no role is pinged, in the zone of the server.
var CallNight = storage.Window{From: 22 * 60, To: 8 * 60}

// planCall notes at a table that is about to open that the role of its server is to be pinged, if it has one.
func (e *Env) planCall(ctx context.Context, m *Match) error {
	if m.Guild == "" || m.Invited != nil {
		return nil
	}
	s, err := storage.Servers.Get(ctx, e.Store, m.Guild)
	if err != nil || s.Role == "" {
		return err
	}
	m.AskCount++
	m.Asks = append(slices.Clone(m.Asks), storage.Ask{
		Number: m.AskCount, About: AboutRole, By: m.Players[0].ID, Until: m.Created.Add(CallsAfter),
	})
	return nil
}

// calling returns the index of the question by which a role is yet to be pinged, -1 for none.
func calling(head storage.Head) int {
	return slices.IndexFunc(head.Asks, func(a storage.Ask) bool {
		return a.About == AboutRole && a.Answer == "" && a.Message == ""
	})
}

// reopens has the role of a server wait anew if no seat of a table was free until now.
func (m *Match) reopens() {
	if i := calling(m.Head); i >= 0 && m.Free() == 1 {
		if a := m.ask(i); a.Until.Before(m.Now.Add(CallsAfter)) {
			a.Until = m.Now.Add(CallsAfter)
		}
	}
}

// Telling is the [storage.Ask.Told] of a question whose message shows it as it is now.
func (m *Match) Telling(a storage.Ask) int {
	switch told := 2 * m.Changes; {
	case a.About != AboutInvite && a.About != AboutRole:
		return len(a.Agreed)
	case a.About == AboutRole && m.Free() <= 0:
		return told + 1
	default:
		return told
	}
}

// MayCall decides whether the role of a server is pinged now for a table. If so, it notes the ping, so that no other
// table pings the role too soon.
//
// Otherwise later is when to decide again. It is zero for never: the opener has finished no game in the server, or the
// server has no such role among those that are there.
func (e *Env) MayCall(ctx context.Context, m *Match, opener string, there map[string]bool) (role string, later time.Time, err error) {
	s, err := storage.Servers.Get(ctx, e.Store, m.Guild)
	if _, known := there[s.Role]; err != nil || !known {
		return "", later, err
	}
	if finished, err := e.hasFinished(ctx, opener, m.Guild); err != nil || !finished {
		return "", later, err
	}
	waits := errors.New("it waits")
	_, err = storage.Servers.Change(ctx, e.Store, m.Guild, func(s *storage.Server) error {
		now, quiet := e.Now(), clock.Quiet{Window: CallNight, Zone: clock.ZoneOfServer(*s)}
		later = now
		if last := s.Called; last.Match != m.ID && now.Before(last.At.Add(callsEach)) {
			later = last.At.Add(callsEach)
		}
		if night, ok := quiet.At(later); ok {
			later = night.To
		}
		if role = s.Role; later.After(now) {
			return waits
		}
		s.Called = storage.Call{At: now, Match: m.ID, Role: role}
		return nil
	})
	switch {
	case errors.Is(err, waits):
		return "", later, nil
	case err != nil:
		return "", time.Time{}, err
	}
	return role, time.Time{}, nil
}

// hasFinished reports whether a person has finished a game in a server, of late.
func (e *Env) hasFinished(ctx context.Context, person, guild string) (bool, error) {
	ended, err := e.NewestOf(ctx, person, false)
	return slices.ContainsFunc(ended, func(h storage.Head) bool { return h.Phase == storage.Over && h.Guild == guild }), err
}
