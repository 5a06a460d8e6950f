package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// enqueue writes a notice into a person's outbox, or settles one that says nothing. It
// returns [storage.ErrNotDue] if another check has decided since the person was read: a
// check may outlast its claim.
func (r *Reminders) enqueue(ctx context.Context, read storage.Person, n *storage.Notice) (storage.Person, error) {
	if n == nil {
		return read, nil
	}
	return r.change(ctx, read, func(p *storage.Person) error {
		if p.Notices != read.Notices {
			return storage.ErrNotDue
		}
		if n.Content == "" {
			settle(p, *n)
			return nil
		}
		p.Outbox = append(p.Outbox, numbered(p, *n))
		return nil
	})
}

// change changes a person who was claimed. It returns [storage.ErrNotDue] if another process has taken the person over.
func (r *Reminders) change(ctx context.Context, read storage.Person,
	do func(*storage.Person) error) (storage.Person, error) {
	return storage.People.Change(ctx, r.Env.Store, read.ID, func(p *storage.Person) error {
		if p.Owner != read.Owner {
			return storage.ErrNotDue
		}
		return do(p)
	})
}

// replace puts other notices into the place of one in a person's outbox. Reminders that none of
// them has are settled.
func (r *Reminders) replace(ctx context.Context, read storage.Person, old storage.Notice,
	all []storage.Notice) (storage.Person, error) {
	return r.change(ctx, read, func(p *storage.Person) error {
		if !slices.ContainsFunc(p.Outbox, func(n storage.Notice) bool { return n.Nonce == old.Nonce }) {
			return nil // another check was faster
		}
		left := old
		left.Reminded = match.Without(old.Reminded, func(r storage.Reminder) bool {
			return slices.ContainsFunc(all, func(n storage.Notice) bool { return n.Reminded[0] == r })
		})
		settle(p, left)
		for _, n := range all {
			p.Outbox = append(p.Outbox, numbered(p, n))
		}
		return nil
	})
}

// numbered gives a notice its nonce, which no other notice to the person has.
func numbered(p *storage.Person, n storage.Notice) storage.Notice {
	p.Notices++
	n.Nonce = match.IDOf(p.ID) + "-" + strconv.FormatInt(int64(p.Notices), 36)
	return n
}

// maxSent bounds how many messages with reminders are remembered of a person.
const maxSent = 50

// settle notes that a notice was sent, or can never be.
func settle(p *storage.Person, n storage.Notice) {
	p.Outbox = match.Without(p.Outbox, func(o storage.Notice) bool { return o.Nonce == n.Nonce })
	for _, r := range n.Reminded {
		p.Reminded = match.Without(p.Reminded, func(o storage.Reminder) bool { return o.Match == r.Match })
		p.Reminded = append(p.Reminded, r)
	}
	p.Ended = match.Without(p.Ended, func(id string) bool { return slices.Contains(n.Ended, id) })
	if n.Digest {
		p.Digested = n.At
	}
	if last := len(p.AutoAway) - 1; n.AutoAway && last >= 0 {
		p.AutoAwayTold = p.AutoAway[last].From
	}
}

// settled is settle in the store. If the notice is a message now, its reminders are remembered
// with it. It returns [storage.ErrNotDue] if another process has taken the person over, which finds the
// message itself.
func (r *Reminders) settled(ctx context.Context, read storage.Person, n storage.Notice,
	channel, message string) (storage.Person, error) {
	return r.change(context.WithoutCancel(ctx), read, func(p *storage.Person) error {
		settle(p, n)
		if message != "" && len(n.Reminded) > 0 && !n.Digest {
			p.Sent = append(slices.Clone(p.Sent), storage.Sent{Channel: channel, Message: message, For: n.Reminded})
			p.Sent = p.Sent[max(0, len(p.Sent)-maxSent):]
		}
		return nil
	})
}

// sendAll sends what is in a person's outbox.
func (r *Reminders) sendAll(ctx context.Context, p storage.Person) (storage.Person, error) {
	for len(p.Outbox) > 0 {
		n := p.Outbox[0]
		channel, id, err := r.send(ctx, p.ID, n)
		switch {
		// no direct message goes soon, and there is such a person: they are told in the channels of their matches
		case n.Channel == "" && !errors.Is(err, ErrGone) &&
			(errors.Is(err, ErrClosed) || errors.Is(err, ErrForbidden) || errors.Is(err, ErrSpent)):
			p, err = r.tellInChannels(ctx, p, n, errors.Is(err, ErrSpent))
		case err == nil, errors.Is(err, ErrForbidden), n.Channel != "" && errors.Is(err, ErrGone):
			p, err = r.settled(ctx, p, n, channel, id)
		}
		if err != nil {
			return p, fmt.Errorf("send a reminder: %w", err)
		}
	}
	return p, nil
}

// send sends one notice, and returns where its message is.
func (r *Reminders) send(ctx context.Context, person string, n storage.Notice) (channel, id string, err error) {
	msg := message.Message{Content: n.Content}
	if channel = n.Channel; channel != "" {
		msg.Pings = []string{person}
	} else {
		need := Need{Person: person, Match: about(n)}
		if channel, _, err = r.With(ctx, r.Patient, need); errors.Is(err, ErrGone) {
			return "", "", errors.Join(ErrForbidden, err) // there is no such person any more
		}
		if err != nil {
			return "", "", err
		}
	}
	id, err = r.Patient.Post(ctx, channel, n.Nonce, msg)
	if n.Channel == "" && err != nil {
		err = errors.Join(err, r.NoteClosed(ctx, person, err))
	}
	return channel, id, err
}

// about returns a match of which a notice tells, empty if it tells of none in particular.
func about(n storage.Notice) string {
	for _, reminder := range n.Reminded {
		return reminder.Match
	}
	for _, id := range n.Ended {
		return id
	}
	return ""
}

// sendAgain goes on with the notices that an earlier check decided. Those that were sent are
// noted; those decided just now that still hold are sent under the same nonce, which makes
// no second message; the rest are dropped, to be decided anew.
func (r *Reminders) sendAgain(ctx context.Context, p storage.Person) (storage.Person, error) {
	for _, n := range p.Outbox {
		holds, err := r.holds(ctx, p, n)
		if err != nil {
			return p, err
		}
		if holds && r.Env.Now().Sub(n.At) <= sameNonce {
			continue
		}
		sent, channel, id, err := r.wasSent(ctx, p, n)
		if err != nil {
			return p, err
		}
		if !sent {
			n = storage.Notice{Nonce: n.Nonce}
		}
		if p, err = r.settled(ctx, p, n, channel, id); err != nil {
			return p, err
		}
	}
	return r.sendAll(ctx, p)
}

// holds reports whether everything that a notice tells of is still owed, and to be told now.
// Of a digest that is not known.
func (r *Reminders) holds(ctx context.Context, p storage.Person, n storage.Notice) (bool, error) {
	_, quiet := clock.QuietOf(p).At(r.Env.Now())
	if n.Digest || (len(n.Reminded) > 0 || n.AutoAway) && quiet {
		return false, nil
	}
	for _, reminder := range n.Reminded {
		m, err := r.Env.Store.Get(ctx, reminder.Match)
		if err != nil {
			return false, ignore(err, storage.ErrNotFound)
		}
		seat := int(match.SeatIn(m.Head, p.ID))
		if match.StandsAway(m.Head, p, r.Env.Now()) || m.Paused && r.Env.Now().Before(match.PauseEnd(m.Head)) {
			return false, nil
		}
		if m.Phase != storage.Playing || seat < 0 || seat >= len(m.Clocks) {
			return false, nil
		}
		c := m.Clocks[seat]
		// it says another deadline
		if !c.Since.Equal(reminder.Since) || !c.ExpiredAt.IsZero() || c.Extension.From.After(n.At) {
			return false, nil
		}
	}
	return true, nil
}

// wasSent searches the channel of a notice for it, and returns where its message is. If the channel
// cannot be read the notice counts as sent: once too few is better than twice.
func (r *Reminders) wasSent(ctx context.Context, p storage.Person,
	n storage.Notice) (sent bool, channel, id string, err error) {
	if channel = n.Channel; channel == "" {
		channel = p.Direct
	}
	if channel == "" {
		return false, "", "", nil // it was never opened
	}
	own, err := r.Patient.Own(ctx, channel, n.At)
	if Refused(err) || errors.Is(err, ErrClosed) {
		return true, "", "", nil
	}
	said := strings.TrimSpace(n.Content)
	i := slices.IndexFunc(own, func(m Posted) bool { return strings.TrimSpace(m.Content) == said })
	if i < 0 {
		return false, "", "", err
	}
	return true, channel, own[i].ID, err
}

// takeBack deletes the messages that reminded a person of moves which they have made since. A
// message stays if a turn passed without them: deleted unread, it would leave a badge that nobody
// can clear. It goes once they move again; if the game is over, it says that instead.
func (r *Reminders) takeBack(ctx context.Context, p storage.Person, own []storage.Head) error {
	var done []string
	for _, s := range p.Sent {
		if slices.ContainsFunc(s.For, func(f storage.Reminder) bool { return runs(own, f) }) {
			continue
		}
		missed := match.Without(s.For, func(f storage.Reminder) bool { return r.moved(ctx, p.ID, f) })
		if slices.ContainsFunc(missed, func(f storage.Reminder) bool { return goesOn(own, f) }) {
			continue
		}
		if err := r.takeAway(ctx, p, s, missed); err != nil && !Refused(err) && !errors.Is(err, ErrClosed) {
			r.Log.Info("a reminder stays for now", "err", err)
			continue
		}
		done = append(done, s.Message)
	}
	if len(done) == 0 {
		return nil
	}
	return r.Env.SetPerson(ctx, p.ID, func(p *storage.Person) {
		p.Sent = match.Without(p.Sent, func(s storage.Sent) bool { return slices.Contains(done, s.Message) })
	})
}

// takeAway deletes a message that reminded of moves, or has it say of those that were missed that
// their games are over.
func (r *Reminders) takeAway(ctx context.Context, p storage.Person, s storage.Sent, missed []storage.Reminder) error {
	var said []string
	for _, f := range missed {
		if m, err := r.Env.Load(ctx, f.Match); err == nil && m.SeatOf(p.ID) != games.Spectator {
			others := m.Others(m.SeatOf(p.ID))
			pen := r.Writer.To(message.Reader{Lang: p.Lang}, m)
			said = append(said, pen.Say("remind.over", "Game", pen.Title(), "Others", others))
		}
	}
	if len(said) == 0 && len(missed) == 0 {
		return r.Patient.Delete(ctx, s.Channel, s.Message)
	}
	if len(said) == 0 { // somebody else has their seat, and the link may still be of use
		return nil
	}
	return r.Patient.Edit(ctx, s.Channel, s.Message, message.Message{Content: message.Lines(said...)})
}

// goesOn reports whether the game of a reminder goes on.
func goesOn(own []storage.Head, f storage.Reminder) bool {
	return slices.ContainsFunc(own, func(head storage.Head) bool {
		return head.ID == f.Match && head.Phase == storage.Playing
	})
}

// runs reports whether the turn of a reminder still runs.
func runs(own []storage.Head, f storage.Reminder) bool {
	return slices.ContainsFunc(own, func(head storage.Head) bool {
		return head.ID == f.Match && head.Phase == storage.Playing &&
			slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return c.Since.Equal(f.Since) })
	})
}

// moved reports whether a person made a ply of their own in the turn of a reminder.
func (r *Reminders) moved(ctx context.Context, person string, f storage.Reminder) bool {
	m, err := r.Env.Load(ctx, f.Match)
	if err != nil {
		return false
	}
	seat := m.SeatOf(person)
	return seat != games.Spectator && slices.ContainsFunc(m.Steps(), func(s match.Step) bool {
		return s.Seat == seat && s.At.After(f.Since) && (s.RequestID != "" || !s.Move.System())
	})
}

// dropReminders has people checked who have reminders of turns of a match that are over.
func (p *Publisher) dropReminders(ctx context.Context, m *match.Match) error {
	for i, person := range m.Times.People {
		if i >= len(m.Players) || person.ID != m.Players[i].ID {
			continue
		}
		over := slices.ContainsFunc(person.Sent, func(s storage.Sent) bool {
			return slices.ContainsFunc(s.For, func(f storage.Reminder) bool {
				return f.Match == m.ID && !runs([]storage.Head{m.Head}, f)
			})
		})
		if over {
			if err := checkBy(ctx, p.Env, person, p.Env.Now()); err != nil {
				return err
			}
		}
	}
	return nil
}
