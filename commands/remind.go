package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parlour/games"
	"parlour/storage"
)

// soon is after how long somebody is looked at again of whom not everything is told.
const soon = 10 * time.Second

// Remind looks at everybody who is due to be reminded of something. It goes about its
// work beside Wake and not within it, because it takes its time.
func (h *Host) Remind(ctx context.Context) error { return h.lookAtPeople(ctx, h.Now()) }

// lookAtPeople looks at every person who is due by a time.
func (h *Host) lookAtPeople(ctx context.Context, by time.Time) error {
	return h.eachDue(ctx, func() ([]string, error) {
		due, err := h.Store.DuePeople(ctx, by, dueAtOnce)
		var ids []string
		for _, p := range due {
			ids = append(ids, p.ID)
		}
		return ids, err
	}, func(id string) error {
		err := h.lookAtPerson(ctx, id, by)
		if err != nil && ctx.Err() == nil {
			h.Log.Warn("a look at a person failed", "err", err)
		}
		return err
	})
}

// lookAtPerson sends somebody what is due, once, and works out when to look again. What
// a look before it decided and may not have sent comes first.
func (h *Host) lookAtPerson(ctx context.Context, id string, by time.Time) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, Trace())
		}
	}()
	p, err := storage.ClaimPerson(ctx, h.Store, id, by, h.Now().Add(lease))
	if errors.Is(err, storage.ErrNotDue) {
		return nil
	}
	if err != nil {
		return err
	}
	if p, err = h.sendAgain(ctx, p); err != nil {
		return err
	}
	made, err := h.plan(ctx, p)
	if err != nil {
		return err
	}
	for _, id := range made.moved {
		if err := h.touch(ctx, id); err != nil {
			return err
		}
	}
	notice, err := h.compose(ctx, p, made)
	if err != nil {
		return err
	}
	if p, err = h.decide(ctx, p, notice); err != nil {
		return ignore(err, storage.ErrNotDue)
	}
	if p, err = h.sendAll(ctx, p); err != nil {
		return err
	}
	return h.rest(ctx, p)
}

// expect sees to it that those who owe a move in a match are looked at in time for the
// next reminder.
func (h *Host) expect(ctx context.Context, m *match, t times, now time.Time) error {
	for seat, c := range m.Clocks {
		p := t.people[seat]
		owed := turn{head: m.Head, seat: games.Seat(seat)}
		var ok bool
		if owed.clock, ok = t.turn(m.Head, seat); !ok || !c.ExpiredAt.IsZero() {
			continue
		}
		share, next := owed.shareBy(p, now, now)
		if share > 0 {
			next = now
		}
		if err := h.lookBy(ctx, p, next); err != nil {
			return err
		}
	}
	return nil
}

// lookBy brings the next look at a person forward to a time, unless that is zero.
func (h *Host) lookBy(ctx context.Context, p storage.Person, at time.Time) error {
	if at.IsZero() || !p.NextCheck.IsZero() && !p.NextCheck.After(at) {
		return nil
	}
	_, err := h.Store.ChangePerson(ctx, p.ID, func(p *storage.Person) error {
		if p.NextCheck.IsZero() || p.NextCheck.After(at) {
			p.NextCheck = at
		}
		return nil
	})
	return err
}

// rest works out when to look at a person again. A turn that began meanwhile may have
// found a look under way and left it at that, so what is owed is read once more after
// the time for the next look is written.
func (h *Host) rest(ctx context.Context, p storage.Person) error {
	ctx = context.WithoutCancel(ctx)
	p, err := h.Store.Person(ctx, p.ID)
	if err != nil {
		return err
	}
	for range maxTries {
		made, err := h.plan(ctx, p)
		if err != nil {
			return err
		}
		next, more := made.next, made.speaks() || len(p.Ended) > 0
		if more { // of what could not be told, or came meanwhile
			next = h.Now().Add(soon)
		}
		if p.NextCheck.Equal(next) {
			return nil
		}
		if p, err = h.Store.ChangePerson(ctx, p.ID, func(p *storage.Person) error {
			p.NextCheck, p.Reminded = next, made.remembers(p.Reminded)
			if p.Digest != nil && p.Digested.IsZero() {
				p.Digested = h.Now() // the first digest is the next one
			}
			return nil
		}); err != nil || more {
			return err
		}
	}
	return nil
}
