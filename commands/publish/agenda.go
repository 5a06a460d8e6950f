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

// askAgain is how soon a person is looked at again who owes a move in a server that cannot reach the bot now.
// They are not reminded before, because their clock gets that time back.
const askAgain = time.Minute

// An Agenda is what a person owes, and what of it they are to be told now.
type Agenda struct {
	Own    []storage.Head // their live matches
	Turns  []turn         // all turns that they owe and can be told of, most urgent first
	Moved  []string       // ids of the matches in which their clock expires at another time than was computed last
	Digest bool           // whether a digest is due
	Away   bool           // whether they are to be told that they are away by themselves
	Next   time.Time      // when the next reminder or digest comes, or a note goes; zero for never
}

// A turn is what a person owes in one match.
type turn struct {
	Head  storage.Head
	Seat  games.Seat
	Clock clock.Turn // zero if there is none that they can be reminded of
	Share int        // percent of the turn that they are to be reminded of now; 0 for none
}

// AgendaOf goes through the matches of a person.
func AgendaOf(ctx context.Context, env *match.Env, p storage.Person) (Agenda, error) {
	var made Agenda
	own, err := env.Store.OfPlayer(ctx, p.ID, true, storage.All)
	if err != nil {
		return made, err
	}
	made.Own = own
	away, waits := absences(env), false
	for _, head := range env.Offered(own) {
		seat, owes := match.Owing(head, p.ID)
		made.shows(head, seat, p, env.Now())
		if !owes || head.Asleep || !head.GuildLostAt.IsZero() {
			continue
		}
		owed := turn{Head: head, Seat: seat}
		absent, err := away(ctx, head.Guild)
		if err != nil {
			return made, err
		}
		waits = waits || absent.Now
		if t, ok := match.TurnOf(head, seat, p, absent.Spans); ok && !absent.Now &&
			head.Clocks[seat].ExpiredAt.IsZero() {
			was := head.Clocks[seat].Due
			owed.Clock, owed.Head.Clocks[seat].Due = t, t.Due()
			if t.Due().Sub(was).Abs() >= time.Minute && !was.IsZero() && !slices.Contains(made.Moved, head.ID) {
				made.Moved = append(made.Moved, head.ID)
			}
		}
		if expired := head.Clocks[seat].ExpiredAt; !expired.IsZero() {
			owed.Head.Clocks[seat].Due = expired // nothing is more urgent
		}
		made.Turns = append(made.Turns, owed)
	}
	slices.SortStableFunc(made.Turns, turn.compare)
	now := env.Now()
	made.planDigest(p, now)
	made.planReminders(p, now)
	made.planAway(p, now)
	_, again := made.notes(p.Notes, now)
	made.nextBy(again)
	if waits {
		made.nextBy(now.Add(askAgain))
	}
	return made, nil
}

// absences returns [match.Env.Away], which it asks once for each server.
func absences(env *match.Env) func(ctx context.Context, guild string) (match.Absence, error) {
	known := map[string]match.Absence{}
	return func(ctx context.Context, guild string) (match.Absence, error) {
		if away, ok := known[guild]; ok {
			return away, nil
		}
		away, err := env.Away(ctx, guild)
		if err == nil {
			known[guild] = away
		}
		return away, err
	}
}

// compare orders turns by when their clocks expire, those without a clock last.
func (t turn) compare(o turn) int {
	a, b := t.Due(), o.Due()
	if a.IsZero() != b.IsZero() {
		return b.Compare(a)
	}
	return a.Compare(b)
}

// Due returns when the clock of a turn expires, zero for never.
func (t turn) Due() time.Time { return t.Head.Clocks[t.Seat].Due }

// planDigest computes when a person's next digest is due. The digest of a day that is over
// is dropped: on the day after it would be one of two.
func (a *Agenda) planDigest(person storage.Person, now time.Time) {
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
	if until, is := clock.EndOf(person.Away, now); is && at.Before(until) {
		at = until
	}
	if a.Digest = !at.After(now); !a.Digest {
		a.nextBy(at)
	}
}

// shows has a match be looked at that does not say until when its player is away, and the person when that ends.
func (a *Agenda) shows(head storage.Head, seat games.Seat, p storage.Person, now time.Time) {
	if head.Phase != storage.Playing || seat < 0 || int(seat) >= len(head.Clocks) {
		return
	}
	until := match.AwayIn(head, p, now)
	if !until.Equal(head.Clocks[seat].Away) {
		a.Moved = append(a.Moved, head.ID)
	}
	a.nextBy(until)
}

// nextBy has the person be looked at by a moment, unless that is zero.
func (a *Agenda) nextBy(at time.Time) {
	if !at.IsZero() && (a.Next.IsZero() || at.Before(a.Next)) {
		a.Next = at
	}
}

// planAway computes when a person is told that they were away by themselves: not in their quiet hours.
func (a *Agenda) planAway(p storage.Person, now time.Time) {
	last := len(p.AutoAway) - 1
	if last < 0 || !p.AutoAway[last].From.After(p.AutoAwayTold) {
		return
	}
	if quiet, is := clock.QuietOf(p).At(now); is {
		a.nextBy(quiet.To)
		return
	}
	a.Away = true
}

// planReminders computes what a person is to be reminded of now, and when next. When there is
// something to say now, what would follow in a moment is said with it.
func (a *Agenda) planReminders(person storage.Person, now time.Time) {
	speaks := a.Digest
	for _, t := range a.Turns {
		share, _ := t.shareBy(person, now, now)
		speaks = speaks || share > 0
	}
	for i := range a.Turns {
		t, by := &a.Turns[i], now
		if speaks {
			by = now.Add(min(t.Clock.Limit/togetherPart, togetherMost))
		}
		var next time.Time
		t.Share, next = t.shareBy(person, now, by)
		a.nextBy(next)
	}
}

// A note goes so long after its match is known to have ended, which a person with a note is looked at for every noteLook:
// 30 days after the end at most.
const (
	noteLook = 24 * time.Hour
	notesGo  = 30*24*time.Hour - noteLook
)

// KeepNote keeps what a person has written to themselves about a match, in place of what was there.
func (p *Publisher) KeepNote(ctx context.Context, person, id, text string) error {
	return p.Env.SetPerson(ctx, person, func(own *storage.Person) {
		own.Notes = match.Without(own.Notes, func(n storage.Note) bool { return n.Match == id })
		if text == "" {
			return
		}
		own.Notes = append(own.Notes, storage.Note{Match: id, Text: text})
		if look := p.Env.Now().Add(noteLook); own.NextCheck.IsZero() || own.NextCheck.After(look) {
			own.NextCheck = look
		}
	})
}

// notes returns those of a person's notes that stay, and when they must be looked at again, zero for never.
func (a Agenda) notes(all []storage.Note, now time.Time) (stay []storage.Note, next time.Time) {
	for _, n := range all {
		again := now.Add(noteLook)
		if slices.ContainsFunc(a.Own, func(head storage.Head) bool { return head.ID == n.Match }) {
			n.Gone = time.Time{}
		} else {
			n.Gone = cmp.Or(n.Gone, now.Add(notesGo))
			again = n.Gone
		}
		if !again.After(now) {
			continue
		}
		stay = append(stay, n)
		if next.IsZero() || again.Before(next) {
			next = again
		}
	}
	return stay, next
}

// shareBy returns the percent of a turn that a person is to be reminded of by a moment, 0 for
// none, and when the reminder after that comes, zero for never.
func (t turn) shareBy(person storage.Person, now, by time.Time) (share int, next time.Time) {
	if t.Clock.Limit == 0 {
		return 0, time.Time{}
	}
	had := clock.LastShare(person, t.Head.ID, t.Clock.Since)
	for _, percent := range clock.RemindOf(person) {
		if percent <= had {
			continue
		}
		at := t.Clock.Reminder(percent, now)
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

// remembers drops reminders of turns that are over. A reminder of a match that cannot be told
// of for now is kept, so that it is not sent twice.
func (a Agenda) remembers(all []storage.Reminder) []storage.Reminder {
	return match.Without(all, func(r storage.Reminder) bool {
		return !slices.ContainsFunc(a.Own, func(head storage.Head) bool {
			since := func(c storage.Clock) bool { return c.Since.Equal(r.Since) }
			return head.ID == r.Match && slices.ContainsFunc(head.Clocks, since)
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
		owed := turn{Head: m.Head, Seat: games.Seat(i)}
		var ok bool
		if owed.Clock, ok = m.Times.Turn(m.Head, owed.Seat); !ok || !c.ExpiredAt.IsZero() {
			continue
		}
		person, err := p.Env.Person(ctx, m.Players[i].ID)
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
	return env.SetPerson(ctx, person.ID, func(now *storage.Person) {
		if now.NextCheck.IsZero() || now.NextCheck.After(at) {
			now.NextCheck = at
		}
	})
}

// Replan makes the matches of a person due, as they have set something about time, and
// returns those that are. The check of the person, which is due too, sees to the others.
func (p *Publisher) Replan(ctx context.Context, person string) ([]match.Unshown, error) {
	own, err := p.Env.Store.OfPlayer(ctx, person, true, storage.All)
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
