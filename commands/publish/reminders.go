package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/privacy"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// soon is when a person is checked again who could not be told everything.
const soon = 10 * time.Second

// unopened is when a person is told the rest with whom no channel may be opened now.
const unopened = 5 * time.Minute

// Reminders tells people what they owe: reminders, digests, and the end of matches that can be
// shown nowhere. It also forgets people who have asked for that, which is due in the same way.
type Reminders struct {
	*Publisher
	forgetter privacy.Forgetter
}

// answersFor is how long after the end of a match a daily list says that a rematch waits for an answer.
const answersFor = 30 * 24 * time.Hour

// NewReminders returns the Reminders beside a Publisher.
func NewReminders(p *Publisher) *Reminders {
	former := func(lang string) string { return p.Writer.In(lang).Label("former.name") }
	away := func(ctx context.Context, id string, a storage.Direct) {
		p.takeAway(ctx, id, a, p.Patient.Delete)
	}
	return &Reminders{p, privacy.Forgetter{Env: p.Env, Name: former, TakeAway: away, Log: p.Log}}
}

// Due sends everybody what is due by a time. It runs beside [Publisher.Due] and not within it,
// because it takes its time.
func (r *Reminders) Due(ctx context.Context, by time.Time) error {
	return match.EachDue(ctx, r.AtOnce, func(limit int) (ids []string, found int, err error) {
		people, err := storage.People.Due(ctx, r.Env.Store, by, limit)
		for _, p := range people {
			if r.Env.IsPersonDue(ctx, p, by) {
				ids = append(ids, p.ID)
			}
		}
		return ids, len(people), err
	}, func(id string) error {
		err := r.remind(ctx, id, by)
		if err != nil && ctx.Err() == nil {
			r.Log.Warn("a person could not be reminded", "err", err)
		}
		return err
	})
}

// remind sends a person what is due, once, and computes when to check them again. Notices that
// an earlier check decided and may not have sent come first.
func (r *Reminders) remind(ctx context.Context, id string, by time.Time) (err error) {
	defer match.Catch(&err)
	defer func() { err = ignore(err, storage.ErrNotDue) }() // another process has the person
	ctx, done := r.Env.Fleet.While(ctx)
	defer done()
	until := r.Env.Now().Add(match.Lease)
	p, err := storage.People.Claim(ctx, r.Env.Store, id, by, until, func(p *storage.Person) error {
		if !r.Env.IsPersonDue(ctx, *p, by) {
			return storage.ErrNotDue
		}
		p.Owner = r.Env.Fleet.ID()
		return nil
	})
	if err != nil {
		return err
	}
	if p.Leaving != nil {
		return r.forgetter.Forget(ctx, p)
	}
	if err := r.Env.CountPuzzle(ctx, p); err != nil {
		return err
	}
	if r.Env.Serves(ctx, p, "") != nil { // nothing is sent to them any more
		return r.Env.SetPerson(ctx, id, func(p *storage.Person) {
			if r.Env.Serves(ctx, *p, "") != nil { // else it is due again when the claim runs out
				p.Owner, p.NextCheck, p.Outbox, p.Ended = "", time.Time{}, nil, nil
			}
		})
	}
	tried := len(p.Outbox) > 0
	if p, err = r.sendAgain(ctx, p); err != nil {
		return err
	}
	made, err := AgendaOf(ctx, r.Env, p)
	if err != nil {
		return err
	}
	for _, id := range made.Moved {
		if err := r.Env.Touch(ctx, id); err != nil {
			return err
		}
	}
	notice, err := r.compose(ctx, p, made)
	if err != nil {
		return err
	}
	if p, err = r.enqueue(ctx, p, notice); err != nil {
		return err
	}
	if p, err = r.sendAll(ctx, p); err != nil {
		return err
	}
	if err := r.takeBack(ctx, p, made.Own); err != nil {
		return err
	}
	return r.reschedule(ctx, p, tried || notice != nil)
}

// compose writes down what a person is to be told now, nil for nothing. A person who has left
// a server is not told of matches there: they leave those.
func (r *Reminders) compose(ctx context.Context, p storage.Person, made Agenda) (*storage.Notice, error) {
	n := &storage.Notice{At: r.Env.Now(), Digest: made.Digest, AutoAway: made.Away}
	var told, said []string // of anything else, and of the turns
	if made.Away {
		told = append(told, r.Writer.In(p.Lang).AutoAway(p, r.Env.Now()))
	}
	for _, id := range p.Ended {
		if line, ended := r.endedLine(ctx, p.Lang, id); ended {
			n.Ended = append(n.Ended, id)
			if line != "" {
				told = append(told, line)
			}
		}
	}
	there := map[string]bool{} // by server: whether the person was found there
	isThere := func(head storage.Head) (here bool, err error) {
		if !there[head.Guild] { // a person who is not there leaves each of the matches
			there[head.Guild], err = r.stillThere(ctx, head, p.ID)
		}
		return there[head.Guild], err
	}
	for _, t := range made.Turns {
		if t.Share == 0 && !made.Digest {
			continue
		}
		if here, err := isThere(t.Head); err != nil {
			return nil, err
		} else if !here {
			continue
		}
		line, err := r.turnLine(ctx, p, t)
		if err != nil { // which hides none of the others
			r.Log.Warn("nobody is reminded of a match", "match", t.Head.ID, "err", err)
			continue
		}
		if t.Share > 0 && !p.NoDirect && !message.FitsNotice(slices.Concat(told, said, []string{line})) {
			continue // it is left to the next message
		}
		if line != "" {
			said = append(said, line)
		}
		if t.Share > 0 {
			n.Reminded = append(n.Reminded, storage.Reminder{Match: t.Head.ID, Since: t.Clock.Since, Share: t.Share})
		}
	}
	if made.Digest {
		ended, err := r.Env.EndedOf(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, head := range r.Env.Answers(ctx, slices.Concat(made.Own, ended), p.ID) {
			if !head.EndedAt.IsZero() && n.At.Sub(head.EndedAt) > answersFor || !head.GuildLostAt.IsZero() {
				continue
			}
			if here, err := isThere(head); err != nil {
				return nil, err
			} else if !here {
				continue
			}
			if m, err := r.roused(ctx, head.ID); err == nil {
				said = append(said, r.Writer.AnswerLine(p.Lang, m, p.ID))
			}
		}
	}
	n.Content = r.Writer.Notice(p.Lang, made.Digest, told, said)
	if n.Content == "" && len(n.Reminded) == 0 && len(n.Ended) == 0 && !n.Digest && !n.AutoAway {
		return nil, nil
	}
	return n, nil
}

// turnLine says what is owed in a turn, with the note of its person; nothing if it is over by now.
func (r *Reminders) turnLine(ctx context.Context, p storage.Person, t turn) (string, error) {
	m, err := r.roused(ctx, t.Head.ID)
	if err != nil {
		return "", err
	}
	if m.State == nil || !m.Owes(t.Seat) || !m.Clocks[t.Seat].Since.Equal(t.Head.Clocks[t.Seat].Since) {
		return "", nil
	}
	m.Clocks[t.Seat].Due = t.Due()
	line := r.Writer.RemindLine(p.Lang, m, t.Seat, "", r.Env.Now())
	return message.Lines(line, r.Writer.To(message.Reader{ID: p.ID, Lang: p.Lang, Own: p}, m).NoteLine()), nil
}

// endedLine tells of a match that ended because the bot was removed from its server. The
// players are noted before the match ends; until then ended is false.
func (r *Reminders) endedLine(ctx context.Context, lang, id string) (line string, ended bool) {
	m, err := r.Env.Load(ctx, id)
	switch {
	case err == nil && m.Phase.Live():
		return "", m.GuildLostAt.IsZero() // the match goes on after all
	case err != nil || m.Ended != "removed":
		return "", true
	}
	players := locale.Listed(m.Others(games.Spectator))
	pen := r.Writer.To(message.Reader{Lang: lang}, m)
	return pen.Say("ended.removed", "Game", pen.Title(), "Players", players), true
}

// stillThere reports whether a player of a match is in its server. A player who is not
// leaves the match.
func (r *Reminders) stillThere(ctx context.Context, head storage.Head, person string) (bool, error) {
	if solitary(head) {
		return true, nil
	}
	there, err := r.Patient.Member(ctx, head.Guild, person)
	gone := errors.Is(err, ErrGone)
	if there || err != nil && !gone {
		return there || errors.Is(err, ErrForbidden), ignore(err, ErrForbidden)
	}
	_, err = r.Env.Amend(ctx, head.ID, func(m *match.Match) ([]games.Ply, error) {
		seat := m.SeatOf(person)
		switch {
		case m.Phase != storage.Playing:
			return nil, match.ErrStale
		case gone:
			m.LoseGuild()
			return nil, nil
		case m.State == nil, !m.In(seat):
			return nil, match.ErrStale
		}
		return m.LeaveServer(seat)
	})
	return false, ignore(err, match.ErrStale)
}

// reschedule computes when to check a person again; tried reports whether this check tried to send them
// anything. A turn that began meanwhile may have found this check under way and left it at that, so the
// plan is made once more after its time is written.
func (r *Reminders) reschedule(ctx context.Context, p storage.Person, tried bool) error {
	ctx = context.WithoutCancel(ctx)
	owner := p.Owner
	p, err := r.Env.Person(ctx, p.ID)
	if err != nil {
		return err
	}
	for range match.MaxTries {
		made, err := AgendaOf(ctx, r.Env, p)
		if err != nil {
			return err
		}
		speaks := func(t turn) bool { return t.Share > 0 }
		next, more := made.Next, made.Digest || made.Away || len(p.Ended) > 0 || slices.ContainsFunc(made.Turns, speaks)
		if more { // something could not be told, or came meanwhile
			next = r.Env.Now().Add(soon)
			if tried && p.Direct == "" && !p.NoDirect {
				next = r.Env.Now().Add(unopened)
				if !made.Next.IsZero() && made.Next.Before(next) {
					next = made.Next
				}
			}
		}
		if p.NextCheck.Equal(next) && p.Owner == "" {
			return nil
		}
		if p, err = storage.People.Change(ctx, r.Env.Store, p.ID, func(p *storage.Person) error {
			if p.Owner != owner {
				return storage.ErrNotDue
			}
			p.Owner, p.NextCheck, p.Reminded = "", next, made.remembers(p.Reminded)
			p.Notes, _ = made.notes(p.Notes, r.Env.Now())
			if p.Digest != nil && p.Digested.IsZero() {
				p.Digested = r.Env.Now() // the first digest is the next one
			}
			return nil
		}); err != nil || more {
			return err
		}
		owner = ""
	}
	return nil
}

// tellInChannels replaces a direct message that cannot be sent by one message for each match, in its
// channel. What no channel takes is told later, if direct messages may come then, or else never.
func (r *Reminders) tellInChannels(ctx context.Context, p storage.Person, closed storage.Notice,
	later bool) (storage.Person, error) {
	var all []storage.Notice
	var waits []storage.Reminder
	for _, reminder := range closed.Reminded {
		m, err := r.Env.Load(ctx, reminder.Match)
		if err != nil {
			continue
		}
		seat := m.SeatOf(p.ID)
		if m.State == nil || !m.Owes(seat) {
			continue
		}
		if m.Guest {
			waits = append(waits, reminder)
			continue
		}
		away, err := r.Env.Away(ctx, m.Guild)
		if err != nil {
			return p, err
		}
		if t, ok := match.TurnOf(m.Head, seat, p, away.Spans); ok {
			m.Clocks[seat].Due = t.Due() // the stored one may be from before an outage
		}
		now, waiting := r.Env.Now(), []storage.Reminder{reminder}
		line := r.Writer.RemindLine(m.Lang, m, seat, p.ID, now)
		all = append(all, storage.Notice{At: now, Channel: m.Channel, Reminded: waiting, Content: line})
	}
	if later {
		closed.Ended, closed.Digest, closed.AutoAway = nil, false, false
		waiting := func(r storage.Reminder) bool { return slices.Contains(waits, r) }
		closed.Reminded = match.Without(closed.Reminded, waiting)
	}
	return r.replace(ctx, p, closed, all)
}
