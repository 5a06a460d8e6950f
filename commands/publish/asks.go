package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/match/privacy"
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
	err = p.edit(ctx, m.Match, a.Channel, a.Message, p.Writer.Ask(m.Match, *a))
	if err != nil && !Refused(err) {
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
		own, err := p.channelOf(m.Head).Own(ctx, m.Channel, m.Interrupted)
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

// Delivered notes that a public answer has shown what its commit wanted, and publishes the rest.
func (p *Publisher) Delivered(ctx context.Context, c match.Unshown) error {
	return p.publish(ctx, c.ID, func(ctx context.Context) (bool, error) {
		if p.Env.Newest(c.Committed.Head) && c.Committed.Owner == p.Env.Fleet.ID() {
			delivered(&c.Committed.Head, c)
			return p.show(ctx, c.Committed, c.Committed.Head)
		}
		for range match.MaxTries {
			now, err := p.Env.Store.Get(ctx, c.ID)
			if err != nil {
				return false, err
			}
			delivered(&now.Head, c)
			privacy.EraseAgain(&now.Head, c.Committed.Head)
			now.NextCheck = p.Env.Now()
			if _, err = p.Env.Append(ctx, now.Head); err == nil {
				break
			}
			if !errors.Is(err, storage.ErrConflict) {
				return false, err
			}
		}
		return p.due(ctx, c.ID, p.Env.Now())
	})
}

// delivered notes in a head what a public answer has shown.
func delivered(head *storage.Head, c match.Unshown) {
	switch {
	case c.Ask == 0 && head.Guest && c.Message != "":
		match.ShownIn(head, c.Committed, c.Message)
		return
	case c.Ask == 0:
		deliveredBoard(head, c)
		return
	}
	askShown(head, c.Ask, c.Committed.Head, c.Message)
}

// deliveredBoard notes in a head that a public answer has changed the newest board. If another change
// was shown meanwhile, a later one or an earlier one, either of the two may have undone the other, so
// the board is to be changed again. A board of the past that the answer has changed is to be made its
// line again.
func deliveredBoard(head *storage.Head, c match.Unshown) {
	shown := c.Committed
	switch {
	case c.Message != "" && head.Message != c.Message, head.Published.Post != shown.Published.Post:
		was := shown.Head
		redrawn(&was, shown)
		old := was.Live
		if old.Message != "" && old.Message != head.Live.Message && !amongBoards(head.Old, old.Message) {
			retire(head, old)
		}
	case head.Published.Edit > shown.Published.Edit:
		head.Desired.Edit = max(head.Desired.Edit, head.Published.Edit+1)
	default:
		head.Published.Edit = max(head.Published.Edit, shown.Desired.Edit)
		redrawn(head, shown)
	}
}

// askStale is the [storage.Ask.Told] of an answered question whose message may no longer be its line.
const askStale = -1

// maxRemembered bounds how many lines of questions are remembered.
const maxRemembered = 3

// askShown notes in a head that an answer has made the message of a question what it was in another head of the match.
func askShown(head *storage.Head, number int, was storage.Head, message string) {
	isIt := func(a storage.Ask) bool { return a.Number == number }
	i, then := slices.IndexFunc(head.Asks, isIt), slices.IndexFunc(was.Asks, isIt)
	if then < 0 {
		return
	}
	shown := was.Asks[then]
	shown.Channel, shown.Message, shown.Told = was.Channel, message, len(shown.Agreed)
	head.Asks = slices.Clone(head.Asks)
	switch {
	case i >= 0 && shown.Answer != "":
		rememberAsk(head, shown)
		head.Asks = slices.Delete(head.Asks, i, i+1)
	case i >= 0:
		a := &head.Asks[i]
		a.Channel, a.Message, a.Told = shown.Channel, shown.Message, shown.Told
		if a.Answer != "" {
			a.Told = askStale
		}
	case shown.Answer == "":
		if j := slices.IndexFunc(head.Answered, isIt); j >= 0 {
			a := head.Answered[j]
			a.Channel, a.Message, a.Told = shown.Channel, shown.Message, askStale
			head.Asks = append(head.Asks, a)
		}
	}
}

// rememberAsk notes in a head that the message of an answered question is its line.
func rememberAsk(head *storage.Head, a storage.Ask) {
	others := match.Without(head.Answered, func(o storage.Ask) bool { return o.Number == a.Number })
	head.Answered = append(others, a)
	head.Answered = head.Answered[max(0, len(head.Answered)-maxRemembered):]
}

// mergeAsks notes in the newest head of a match what a publication has shown of its questions. If it has shown one
// as it was, and the answer has made the message its line meanwhile, either may have undone the other, so the
// line is to be made again.
func mergeAsks(newest *storage.Head, shown outcome) {
	var all []storage.Ask
	for _, a := range newest.Asks {
		i := slices.IndexFunc(shown.Asks, func(s storage.Ask) bool { return s.Number == a.Number })
		switch {
		case a.Told == askStale: // noted since
		case i >= 0 && shown.Asks[i].Message != "":
			a.Channel, a.Message, a.Told = shown.Asks[i].Channel, shown.Asks[i].Message, shown.Asks[i].Told
		case i < 0 && a.Number <= shown.AskCount:
			continue // it is a line by now
		}
		all = append(all, a)
	}
	for _, a := range newest.Answered {
		if slices.Contains(shown.asked, a.Number) && !slices.ContainsFunc(all, func(o storage.Ask) bool { return o.Number == a.Number }) {
			a.Told = askStale
			all = append(all, a)
		}
	}
	newest.Asks = all
	for _, a := range shown.Answered {
		if !slices.ContainsFunc(newest.Answered, func(o storage.Ask) bool { return o.Number == a.Number }) {
			rememberAsk(newest, a)
		}
	}
}
