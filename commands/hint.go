package commands

import (
	"context"
	"errors"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/insight"
	"parlour/commands/think"
	"parlour/games"
)

// hintCommand defines /hint.
func hintCommand() command {
	return command{
		name: "hint", run: hint, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeGame},
	}
}

// hint shows the move that an opponent would make for the asker.
func hint(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := s.find(ctx, c, which.Mine)
	if m == nil {
		return reply, err
	}
	return s.hint(ctx, c, m)
}

// anotherHint shows another move than those that the button carries. Until there is one, the
// message says that Parlour thinks.
func anotherHint(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	var asked *match.Match
	reply, err := seeTurn(ctx, s, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		asked = m
		return message.Message{Content: s.say(c, "board.head.thinks")}, mayHint(m, seat)
	})
	if err != nil || asked == nil {
		return reply, err
	}
	reply.Then = func(ctx context.Context) interaction.Reply {
		var hinted []games.Move
		for _, move := range c.button.Steps {
			hinted = append(hinted, games.Move(move))
		}
		reply, err := s.hint(ctx, c, asked, hinted...)
		if err != nil {
			return say(s.sentence(c.Request, err))
		}
		return reply
	}
	return reply, nil
}

// mayHint returns a refusal unless a seat may get a hint: where that is no help against another
// person.
func mayHint(m *match.Match, seat games.Seat) error {
	switch err := m.Playing(); {
	case err != nil:
		return err
	case len(m.People()) > 1:
		return games.Refuse("refuse.hint")
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case len(m.State.Step(seat, nil).Options()) == 0:
		return games.Refuse("refuse.turn", "Player", m.State.ToMove())
	}
	return nil
}

// hint answers with a hint besides those that the asker has had or, if the game has moved on
// meanwhile, with its board.
func (s *Service) hint(ctx context.Context, c call, m *match.Match, hinted ...games.Move) (interaction.Reply, error) {
	seat := m.SeatOf(c.By.ID)
	if err := mayHint(m, seat); err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	advice, err := s.thinkers.Hint(ctx, c.By.ID, m, seat, hinted...)
	last := errors.Is(err, think.ErrNoOther)
	switch {
	case errors.Is(err, think.ErrBusy):
		return interaction.Reply{}, games.Refuse("refuse.hint.asked")
	case err != nil && !last:
		return interaction.Reply{}, tooLong(err)
	}
	switch now, err := s.env.Load(ctx, m.ID); {
	case err != nil:
		return interaction.Reply{}, err
	case now.Turn != m.Turn || now.Phase != m.Phase:
		return s.stale(ctx, c, now), nil
	}
	if last {
		msg, err := insight.Hint(s.writer, c.reader(), m, advice, nil)
		msg.Content = message.Lines(s.say(c, "hint.last"), msg.Content)
		return answer(msg, err)
	}
	return answer(insight.Hint(s.writer, c.reader(), m, advice, append(hinted, advice.Best)))
}
