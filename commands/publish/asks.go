package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// showAsks posts the questions of a match that are not posted, and makes lines of those that are
// answered. A question leaves the head once its message is a line.
func (p *Publisher) showAsks(ctx context.Context, m *publication) error {
	var failed error
	var left []storage.Ask
	for _, a := range m.Asks {
		done, err := p.showAsk(ctx, m, &a)
		failed = errors.Join(failed, err)
		if !done {
			left = append(left, a)
		} else if a.Message != "" {
			match.RememberAsk(&m.Head, a)
		}
	}
	m.Asks = left
	return failed
}

// showAsk brings the message of one question up to date. done reports that nothing is left to do
// about the question.
func (p *Publisher) showAsk(ctx context.Context, m *publication, a *storage.Ask) (done bool, err error) {
	due := a.About == match.AboutRole && !a.Until.IsZero() && !p.Env.Now().Before(a.Until)
	if a.Message == "" && !m.fresh && (a.Answer != "" || due) { // it may be there, though nobody noted it
		if err := p.findAsk(ctx, m, a); err != nil {
			return Refused(err), ignore(ignore(err, ErrGone), ErrForbidden)
		}
	}
	if a.Message == "" && a.Answer == "" && a.About == match.AboutRole {
		if err := p.considerCall(ctx, m, a, due); err != nil || a.Answer == "" && a.Role == "" {
			return false, err // it waits
		}
	}
	answered := a.Answer != ""
	if a.Message == "" {
		if answered {
			return true, nil // the answer came before the question was seen
		}
		if err := p.postAsk(ctx, m, a); err != nil {
			if a.About == match.AboutRole && Refused(err) {
				return true, nil // nobody needs it
			}
			return false, err
		}
	}
	if !answered && a.Told == m.Telling(*a) {
		return false, nil
	}
	if !answered {
		m.asked = append(m.asked, a.Number)
	}
	brief, end := p.beside(ctx, m)
	defer end()
	if said := p.Writer.Ask(m.Match, *a); said.Content == "" {
		err = p.Channel.Delete(brief, a.Channel, a.Message)
	} else {
		err = p.edit(brief, m.Match, a.Channel, a.Message, said)
	}
	if err != nil && !Refused(err) && !p.tired(m.Match) {
		p.Log.Info("a question stays for now", "match", m.ID, "question", a.Number, "err", err)
		return false, nil
	}
	a.Told = m.Telling(*a)
	return answered, nil
}

// whereAsked returns the channel of a question, and what recognises its message.
func whereAsked(m *publication, a storage.Ask) (channel string, isAsk func(Posted) bool) {
	channel, verb, steps, number := m.Channel, message.VerbYes, 1, strconv.Itoa(a.Number)
	if a.About == match.AboutInvite || a.About == match.AboutRole {
		channel, verb, steps = m.Home, message.VerbJoin, 2
	}
	return channel, func(found Posted) bool {
		return found.has(func(b message.Button) bool {
			return b.Match == m.ID && b.Verb == verb && len(b.Steps) == steps && b.Steps[steps-1] == number
		})
	}
}

// findAsk finds the message of a question that an interrupted publication may have posted. It may be older than it says.
func (p *Publisher) findAsk(ctx context.Context, m *publication, a *storage.Ask) error {
	channel, isAsk := whereAsked(m, *a)
	own, err := p.ownOf(ctx, m, channel, m.Interrupted)
	if i := slices.IndexFunc(own, isAsk); i >= 0 {
		a.Channel, a.Message, a.Told = channel, own[i].ID, match.AskStale
	}
	return err
}

// postAsk posts a question, or finds it.
func (p *Publisher) postAsk(ctx context.Context, m *publication, a *storage.Ask) error {
	channel, isAsk := whereAsked(m, *a)
	id, err := p.postOnce(ctx, m, channel, m.ID+"-a"+strconv.Itoa(a.Number), p.Writer.Ask(m.Match, *a), isAsk)
	if err != nil {
		return fmt.Errorf("post question %d to channel %s: %w", a.Number, channel, err)
	}
	a.Channel, a.Message, a.Told = channel, id, m.Telling(*a)
	return nil
}

// considerCall decides whether a role is pinged now for an open table, which may be due, and gives the question the role.
// If it is not, the question waits, or it has an answer: nobody is pinged then. In a thread nobody ever is, because that
// would add them all to it.
func (p *Publisher) considerCall(ctx context.Context, m *publication, a *storage.Ask, due bool) (err error) {
	if a.Role = ""; !due {
		return nil
	}
	if m.Free() <= 0 {
		a.Until = time.Time{} // until a seat is free
		return nil
	}
	l := p.Layout(ctx, m.Guild)
	if l.Guild == "" || m.Table == "" {
		a.Until = p.Env.Now().Add(match.CallsAfter)
		return nil
	}
	var later time.Time
	if room, known := l.Rooms[m.Home]; known && room.Above == "" {
		a.Role, later, err = p.Env.MayCall(ctx, m.Match, a.By, l.Open)
	}
	switch {
	case err != nil || a.Role != "":
	case later.IsZero():
		a.Answer = match.Lapsed
	default:
		a.Until = later
	}
	return err
}
