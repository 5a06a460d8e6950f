package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

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
			rememberAsk(&m.Head, a)
		}
	}
	m.Asks = left
	return failed
}

// showAsk brings the message of one question up to date. done reports that nothing is left to do
// about the question.
func (p *Publisher) showAsk(ctx context.Context, m *publication, a *storage.Ask) (done bool, err error) {
	answered := a.Answer != ""
	if a.Message == "" {
		if answered && m.fresh {
			return true, nil // the answer came before the question was seen
		}
		if err := p.postAsk(ctx, m, a); err != nil || a.Message == "" {
			return err == nil, err
		}
	}
	if !answered && a.Told == len(a.Agreed) {
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
	a.Told = len(a.Agreed)
	return answered, nil
}

// postAsk posts a question, or finds it. One that is answered already is only looked for.
func (p *Publisher) postAsk(ctx context.Context, m *publication, a *storage.Ask) error {
	channel, verb, steps := m.Channel, message.VerbYes, 1
	if a.About == match.AboutInvite {
		channel, verb, steps = m.Home, message.VerbJoin, 2
	}
	isAsk := func(found Posted) bool {
		number := strconv.Itoa(a.Number)
		return found.has(func(b message.Button) bool {
			return b.Match == m.ID && b.Verb == verb && len(b.Steps) == steps && b.Steps[steps-1] == number
		})
	}
	if a.Answer != "" {
		own, err := p.ownOf(ctx, m, channel, m.Interrupted)
		if i := slices.IndexFunc(own, isAsk); i >= 0 {
			a.Channel, a.Message = channel, own[i].ID
		}
		if Refused(err) {
			return nil
		}
		return err
	}
	id, err := p.postOnce(ctx, m, channel, m.ID+"-a"+strconv.Itoa(a.Number), p.Writer.Ask(m.Match, *a), isAsk)
	if err != nil {
		return fmt.Errorf("post question %d to channel %s: %w", a.Number, channel, err)
	}
	a.Channel, a.Message, a.Told = channel, id, len(a.Agreed)
	return nil
}
