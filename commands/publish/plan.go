package publish

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A reminder is sent together with others if it would follow within a part of the time for
// its turn, and within a few minutes at most.
const (
	togetherPart = 50
	togetherMost = 5 * time.Minute
)

// togetherOfOne is how close two reminders of one turn are that become one.
const togetherOfOne = time.Minute

// A plan is what a person owes, and what of it they are to be told now.
type plan struct {
	own    []storage.Head // their live matches
	turns  []turn         // all turns that they owe and can be told of, most urgent first
	moved  []string       // ids of the matches in which their clock expires at another time than was computed last
	digest bool           // whether a digest is due
	next   time.Time      // when the next reminder or digest comes, zero for never
}

// A turn is what a person owes in one match.
type turn struct {
	head  storage.Head
	seat  games.Seat
	clock clock.Turn // zero if there is none that they can be reminded of
	share int        // percent of the turn that they are to be reminded of now; 0 for none
}

// plan goes through the matches of a person.
func (r *Reminders) plan(ctx context.Context, p storage.Person) (plan, error) {
	var made plan
	outages, err := r.Env.Outages(ctx)
	if err != nil {
		return made, err
	}
	own, err := r.Env.Store.OfPlayer(ctx, p.ID, true)
	if err != nil {
		return made, err
	}
	made.own = own
	for _, head := range r.Env.Offered(own) {
		seat := match.SeatIn(head, p.ID)
		if head.Phase != storage.Playing || !head.GuildLostAt.IsZero() || seat < 0 || int(seat) >= len(head.Clocks) || head.Clocks[seat].Since.IsZero() {
			continue
		}
		owed := turn{head: head, seat: seat}
		if t, ok := match.TurnOf(head, seat, p, outages); ok && head.Clocks[seat].ExpiredAt.IsZero() {
			was := head.Clocks[seat].Due
			owed.clock, owed.head.Clocks[seat].Due = t, t.Due()
			if t.Due().Sub(was).Abs() >= time.Minute && !was.IsZero() {
				made.moved = append(made.moved, head.ID)
			}
		}
		if expired := head.Clocks[seat].ExpiredAt; !expired.IsZero() {
			owed.head.Clocks[seat].Due = expired // nothing is more urgent
		}
		made.turns = append(made.turns, owed)
	}
	slices.SortStableFunc(made.turns, turn.compare)
	now := r.Env.Now()
	made.planDigest(p, now)
	made.planReminders(p, now)
	return made, nil
}

// compare orders turns by when their clocks expire, those without a clock last.
func (t turn) compare(o turn) int {
	a, b := t.due(), o.due()
	if a.IsZero() != b.IsZero() {
		return b.Compare(a)
	}
	return a.Compare(b)
}

// due returns when the clock of a turn expires, zero for never.
func (t turn) due() time.Time { return t.head.Clocks[t.seat].Due }

// planDigest computes when a person's next digest is due. The digest of a day that is over
// is dropped: on the day after it would be one of two.
func (p *plan) planDigest(person storage.Person, now time.Time) {
	if person.Digest == nil || person.Digested.IsZero() {
		return
	}
	zone := cmp.Or(clock.ZoneOf(person), time.UTC)
	year, month, day := now.In(zone).Date()
	after := time.Date(year, month, day, 0, 0, 0, -1, zone)
	if person.Digested.After(after) {
		after = person.Digested
	}
	at := clock.Daily(*person.Digest, zone, after)
	if quiet, is := clock.QuietOf(person).At(now); is && !at.After(now) {
		at = quiet.To
	}
	if until, is := clock.AwayUntil(person, now); is && at.Before(until) {
		at = until
	}
	if p.digest = !at.After(now); !p.digest {
		p.next = at
	}
}

// planReminders computes what a person is to be reminded of now, and when next. When there is
// something to say now, what would follow in a moment is said with it.
func (p *plan) planReminders(person storage.Person, now time.Time) {
	speaks := p.digest
	for _, t := range p.turns {
		share, _ := t.shareBy(person, now, now)
		speaks = speaks || share > 0
	}
	for i := range p.turns {
		t, by := &p.turns[i], now
		if speaks {
			by = now.Add(min(t.clock.Limit/togetherPart, togetherMost))
		}
		var next time.Time
		t.share, next = t.shareBy(person, now, by)
		if !next.IsZero() && (p.next.IsZero() || next.Before(p.next)) {
			p.next = next
		}
	}
}

// shareBy returns the percent of a turn that a person is to be reminded of by a moment, 0 for
// none, and when the reminder after that comes, zero for never.
func (t turn) shareBy(person storage.Person, now, by time.Time) (share int, next time.Time) {
	if t.clock.Limit == 0 {
		return 0, time.Time{}
	}
	had := clock.LastShare(person, t.head.ID, t.clock.Since)
	for _, percent := range clock.RemindOf(person) {
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

// remembers drops reminders of turns that are over. A reminder of a match that cannot be told
// of for now is kept, so that it is not sent twice.
func (p plan) remembers(all []storage.Reminder) []storage.Reminder {
	return slices.DeleteFunc(slices.Clone(all), func(r storage.Reminder) bool {
		return !slices.ContainsFunc(p.own, func(head storage.Head) bool {
			return head.ID == r.Match && slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return c.Since.Equal(r.Since) })
		})
	})
}

// planReminders makes the people who owe a move in a match due in time for their next reminder.
// It reads them again: a check of a person that ended since the match was read may have found
// nothing to plan.
func (p *Publisher) planReminders(ctx context.Context, m *match.Match) error {
	if m.Phase != storage.Playing || m.State == nil || !m.GuildLostAt.IsZero() || len(m.Clocks) != len(m.Players) {
		return nil
	}
	for i, c := range m.Clocks {
		owed := turn{head: m.Head, seat: games.Seat(i)}
		var ok bool
		if owed.clock, ok = m.Times.Turn(m.Head, owed.seat); !ok || !c.ExpiredAt.IsZero() {
			continue
		}
		person, err := storage.People.Get(ctx, p.Env.Store, m.Players[i].ID)
		if err != nil {
			return err
		}
		share, next := owed.shareBy(person, m.Now, m.Now)
		if share > 0 {
			next = m.Now
		}
		if err := checkBy(ctx, p.Env, person, next); err != nil {
			return err
		}
	}
	return nil
}

// checkBy brings the next check of a person forward to a moment, unless that is zero.
func checkBy(ctx context.Context, env *match.Env, person storage.Person, at time.Time) error {
	if at.IsZero() || !person.NextCheck.IsZero() && !person.NextCheck.After(at) {
		return nil
	}
	_, err := storage.People.Change(ctx, env.Store, person.ID, func(now *storage.Person) error {
		if now.NextCheck.IsZero() || now.NextCheck.After(at) {
			now.NextCheck = at
		}
		return nil
	})
	return err
}

// Replan makes the matches of a person due, as they have set something about time, and
// returns those that are. The check of the person, which is due too, sees to the others.
func (p *Publisher) Replan(ctx context.Context, person string) ([]match.Unshown, error) {
	own, err := p.Env.Store.OfPlayer(ctx, person, true)
	if err != nil {
		return nil, err
	}
	var due []match.Unshown
	for _, head := range own {
		if head.Phase != storage.Playing {
			continue
		}
		if err := p.Env.Touch(ctx, head.ID); err != nil {
			p.Log.Warn("a match is not planned anew yet", "match", head.ID, "err", err)
			continue
		}
		due = append(due, match.Unshown{ID: head.ID})
	}
	return due, nil
}
