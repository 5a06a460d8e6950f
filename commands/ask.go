package commands

import (
	"context"
	"strconv"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// answerYes agrees to the question of the button.
func answerYes(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return answerAsk(ctx, s, c, true)
}

// answerNo declines the question of the button.
func answerNo(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return answerAsk(ctx, s, c, false)
}

// answerAsk answers a question. The message of the question becomes a line by the reply itself.
// A question that waits for no answer any more is answered with the board as it is now.
func answerAsk(ctx context.Context, s *Service, c call, yes bool) (interaction.Reply, error) {
	if len(c.button.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	number, err := strconv.Atoi(c.button.Steps[0])
	if err != nil {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	var asked storage.Ask
	defer s.gate.Lock(c.By.ID)()
	m, err := s.env.Change(ctx, c.button.Match, func(m *match.Match) (made []games.Ply, err error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		asked, made, err = match.AnswerAsk(m, seat, number, yes)
		if err == nil && yes && asked.About == match.AboutRematch {
			err = s.gate.CheckAgain(ctx, m, c.By.ID)
		}
		return made, err
	})
	if err == match.ErrStale {
		return s.stale(ctx, c, m), nil
	}
	if err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	shows := m.Unshown()
	shows.Message, shows.Ask = c.Message, number
	msg := s.writer.Ask(m, asked)
	msg.Pings = nil // those whom it asks still were notified when it was posted
	return interaction.Reply{Public: true, Message: msg, Shows: &shows, Due: begunAgain(ctx, s, m)}, nil
}
