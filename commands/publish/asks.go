package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

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
	err = p.edit(brief, m.Match, a.Channel, a.Message, p.Writer.Ask(m.Match, *a))
	if err != nil && !Refused(err) && !p.tired(m.Match) {
		p.Log.Info("a question stays for now", "match", m.ID, "question", a.Number, "err", err)
		return false, nil
	}
	a.Told = len(a.Agreed)
	return answered, nil
}

// postAsk posts a question, or finds it. One that is answered already is only looked for.
func (p *Publisher) postAsk(ctx context.Context, m *publication, a *storage.Ask) error {
	isAsk := func(found Posted) bool {
		number := []string{strconv.Itoa(a.Number)}
		return found.has(func(b message.Button) bool {
			return b.Match == m.ID && b.Verb == message.VerbYes && slices.Equal(b.Steps, number)
		})
	}
	if a.Answer != "" {
		own, err := p.ownOf(ctx, m, m.Channel, m.Interrupted)
		if i := slices.IndexFunc(own, isAsk); i >= 0 {
			a.Channel, a.Message = m.Channel, own[i].ID
		}
		if Refused(err) {
			return nil
		}
		return err
	}
	id, err := p.postOnce(ctx, m, m.Channel, m.ID+"-a"+strconv.Itoa(a.Number), p.Writer.Ask(m.Match, *a), isAsk)
	if err != nil {
		return fmt.Errorf("post question %d to channel %s: %w", a.Number, m.Channel, err)
	}
	a.Channel, a.Message, a.Told = m.Channel, id, len(a.Agreed)
	return nil
}
