package commands

import (
	"cmp"
	"context"
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
		seat := int(seatIn(head, p.ID))
		if head.Phase != storage.Playing || !head.GuildLostAt.IsZero() || seat < 0 || seat >= len(head.Clocks) || head.Clocks[seat].Since.IsZero() {
			continue
		}
		owed := turn{head: head, seat: games.Seat(seat)}
		if t, ok := turnOf(head, seat, p, outages); ok && head.Clocks[seat].ExpiredAt.IsZero() {
			was := head.Clocks[seat].Due
			owed.clock, owed.head.Clocks[seat].Due = t, t.Due()
			if t.Due().Sub(was).Abs() >= time.Minute && !was.IsZero() {
				made.moved = append(made.moved, head.ID)
			}
		}
		if up := head.Clocks[seat].ExpiredAt; !up.IsZero() {
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

// remembers drops reminders of turns that are over. One of a match that cannot be told
// of for now is kept, as nobody is to have it twice.
func (p plan) remembers(all []storage.Reminder) []storage.Reminder {
	return slices.DeleteFunc(slices.Clone(all), func(r storage.Reminder) bool {
		return !slices.ContainsFunc(p.own, func(head storage.Head) bool {
			return head.ID == r.Match && slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return c.Since.Equal(r.Since) })
		})
	})
}
