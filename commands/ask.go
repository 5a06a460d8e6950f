package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// answerYes agrees to the question of the button.
func (c call) answerYes(ctx context.Context) (Reply, error) {
	return c.answerAsk(ctx, true)
}

// answerNo declines the question of the button.
func (c call) answerNo(ctx context.Context) (Reply, error) {
	return c.answerAsk(ctx, false)
}

// answerAsk answers a question. Its message becomes a line by the reply itself, unless it was answered
// from a list. A question that waits for no answer any more is answered with the board as it is now.
func (c call) answerAsk(ctx context.Context, yes bool) (Reply, error) {
	number, _, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	var asked storage.Ask
	defer c.gate.Lock(c.By.ID)()
	m, err := c.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) (made []games.Ply, err error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		asked, made, err = m.AnswerAsk(seat, number, yes)
		if err == nil && yes && asked.About == match.AboutRematch {
			err = c.gate.CheckAgain(ctx, m, c.By.ID)
		}
		return made, err
	})
	if err == match.ErrStale {
		return c.stale(ctx, m), nil
	}
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	shows, again := m.Unshown(), c.beginAgain(ctx, m)
	if c.Alone || c.withBot() {
		msg := c.Writer.Answered(c.reader(), m, asked, yes, c.Now())
		return Reply{Message: msg, Due: append([]match.Unshown{shows}, again...)}, nil
	}
	shows.Message, shows.Ask = c.Message, number
	msg := c.Writer.Ask(m, asked)
	msg.Pings = nil // those whom it asks still were notified when it was posted
	return Reply{Public: true, Message: msg, Shows: &shows, Due: again}, nil
}

// asked has an answer that says what others are asked go with the turn in which they can answer.
func asked(reply Reply, err error) (Reply, error) {
	for _, due := range reply.Due {
		if m := due.Committed; m != nil &&
			len(m.AskedAbout(match.AboutDraw))+len(m.AskedAbout(match.AboutTakeback)) > 0 {
			reply.Until = untilMoved(m)
		}
	}
	return reply, err
}
