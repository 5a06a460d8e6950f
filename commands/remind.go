package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// together is how far ahead a reminder may be sent that falls together with others, as
// a part of the time for its turn, and at most.
const (
	togetherPart = 50
	togetherMost = 5 * time.Minute
)

// togetherOfOne is how close two reminders of one turn are that are one.
const togetherOfOne = time.Minute

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
	}, func(id string) {
		if err := h.lookAtPerson(ctx, id, by); err != nil && ctx.Err() == nil {
			h.Log.Warn("a look at a person failed", "err", err)
		}
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

// A plan is what somebody owes, and what of it they are to be told now.
type plan struct {
	own    []storage.Head // their live matches
	turns  []turn         // all that they owe and can be told of, most urgent first
	moved  []string       // the matches in which their time is up at another time than was worked out last
	digest bool           // whether a digest is due
	next   time.Time      // when the next reminder or digest comes, zero for never
}

// A turn is what somebody owes in one match.
type turn struct {
	head  storage.Head
	seat  games.Seat
	clock clock.Turn // zero where there is none that they can be reminded of
	share int        // of how many percent of it they are to be reminded now; 0 for none
}

// plan goes over the matches of a person.
func (h *Host) plan(ctx context.Context, p storage.Person) (plan, error) {
	var made plan
	outages, err := h.outages(ctx)
	if err != nil {
		return made, err
	}
	own, err := h.Store.OfPlayer(ctx, p.ID, true)
	if err != nil {
		return made, err
	}
	made.own = own
	for _, head := range h.offered(own) {
		seat := slices.IndexFunc(head.Players, func(o storage.Player) bool { return o.ID == p.ID })
		if head.Phase != storage.Playing || !head.Barred.IsZero() || seat < 0 || seat >= len(head.Clocks) || head.Clocks[seat].Since.IsZero() {
			continue
		}
		owed := turn{head: head, seat: games.Seat(seat)}
		if t, ok := turnOf(head, seat, p, outages); ok && head.Clocks[seat].Up.IsZero() {
			was := head.Clocks[seat].Due
			owed.clock, owed.head.Clocks[seat].Due = t, t.Due()
			if t.Due().Sub(was).Abs() >= time.Minute && !was.IsZero() {
				made.moved = append(made.moved, head.ID)
			}
		}
		if up := head.Clocks[seat].Up; !up.IsZero() {
			owed.head.Clocks[seat].Due = up // nothing is more urgent
		}
		made.turns = append(made.turns, owed)
	}
	slices.SortStableFunc(made.turns, turn.compare)
	now := h.Now()
	made.digestOf(p, now)
	made.remindOf(p, now)
	return made, nil
}

// compare orders turns by when their time is up, those without a clock last.
func (t turn) compare(o turn) int {
	a, b := t.due(), o.due()
	if a.IsZero() != b.IsZero() {
		return b.Compare(a)
	}
	return a.Compare(b)
}

// due is when the time for a turn is up, zero for never.
func (t turn) due() time.Time { return t.head.Clocks[t.seat].Due }

// digestOf works out when somebody's next digest is due. One of a day that is over comes
// no more: on the day after it would be one of two.
func (p *plan) digestOf(who storage.Person, now time.Time) {
	if who.Digest == nil || who.Digested.IsZero() {
		return
	}
	zone := cmp.Or(zoneOf(who), time.UTC)
	year, month, day := now.In(zone).Date()
	after := time.Date(year, month, day, 0, 0, 0, -1, zone)
	if who.Digested.After(after) {
		after = who.Digested
	}
	at := clock.Daily(*who.Digest, zone, after)
	if quiet, is := quietOf(who).At(now); is && !at.After(now) {
		at = quiet.To
	}
	if until, is := awayUntil(who, now); is && at.Before(until) {
		at = until
	}
	if p.digest = !at.After(now); !p.digest {
		p.next = at
	}
}

// remindOf works out of what somebody is to be reminded now, and when next. When there
// is something to say now, what would follow in a moment is said with it.
func (p *plan) remindOf(who storage.Person, now time.Time) {
	speaks := p.digest
	for _, t := range p.turns {
		share, _ := t.shareBy(who, now, now)
		speaks = speaks || share > 0
	}
	for i := range p.turns {
		t, by := &p.turns[i], now
		if speaks {
			by = now.Add(min(t.clock.Limit/togetherPart, togetherMost))
		}
		var next time.Time
		t.share, next = t.shareBy(who, now, by)
		if !next.IsZero() && (p.next.IsZero() || next.Before(p.next)) {
			p.next = next
		}
	}
}

// shareBy returns of how many percent of a turn somebody is to be reminded by a time, 0
// for none, and when the reminder after that comes, zero for never.
func (t turn) shareBy(who storage.Person, now, by time.Time) (share int, next time.Time) {
	if t.clock.Limit == 0 {
		return 0, time.Time{}
	}
	had := lastShare(who, t.head.ID, t.clock.Since)
	for _, percent := range remindOf(who) {
		if percent <= had {
			continue
		}
		at := t.clock.Reminder(percent, now)
		switch {
		case at.IsZero():
		case at.After(by) && (share == 0 || at.After(now.Add(togetherOfOne))):
			return share, at
		default:
			share = percent
		}
	}
	return share, time.Time{}
}

// speaks reports whether there is something to say now.
func (p plan) speaks() bool {
	return p.digest || slices.ContainsFunc(p.turns, func(t turn) bool { return t.share > 0 })
}

// expect sees to it that those who owe a move in a match are looked at in time for the
// next reminder.
func (h *Host) expect(ctx context.Context, m *match, t times, now time.Time) error {
	for seat, c := range m.Clocks {
		p := t.people[seat]
		owed := turn{head: m.Head, seat: games.Seat(seat)}
		var ok bool
		if owed.clock, ok = t.turn(m.Head, seat); !ok || !c.Up.IsZero() {
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
	if at.IsZero() || !p.Wake.IsZero() && !p.Wake.After(at) {
		return nil
	}
	_, err := h.Store.ChangePerson(ctx, p.ID, func(p *storage.Person) error {
		if p.Wake.IsZero() || p.Wake.After(at) {
			p.Wake = at
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
		if p.Wake.Equal(next) {
			return nil
		}
		if p, err = h.Store.ChangePerson(ctx, p.ID, func(p *storage.Person) error {
			p.Wake, p.Reminded = next, made.remembers(p.Reminded)
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

// remembers drops reminders of turns that are over. One of a match that cannot be told
// of for now is kept, as nobody is to have it twice.
func (p plan) remembers(all []storage.Reminder) []storage.Reminder {
	return slices.DeleteFunc(slices.Clone(all), func(r storage.Reminder) bool {
		return !slices.ContainsFunc(p.own, func(head storage.Head) bool {
			return head.ID == r.Match && slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return c.Since.Equal(r.Since) })
		})
	})
}
