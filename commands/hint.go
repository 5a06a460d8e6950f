package commands

import (
	"context"
	"errors"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/message/insight"
	"parlour/commands/think"
	"parlour/games"
)

func hintCommand() command {
	return command{
		name: "hint", run: hint, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeGame},
	}
}

// hint shows the move that an opponent would make for the asker.
func hint(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.find(ctx, c, mine)
	if m == nil {
		return reply, err
	}
	return answer(s.hint(ctx, c, m))
}

// anotherHint shows another move than those that the button carries.
func anotherHint(ctx context.Context, s *Service, c call) (Reply, error) {
	return seeTurn(ctx, s, c, func(m *match.Match, _ games.Seat) (message.Message, error) {
		var hinted []games.Move
		for _, move := range c.button.Steps {
			hinted = append(hinted, games.Move(move))
		}
		return s.hint(ctx, c, m, hinted...)
	})
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

// hint returns a hint for the asker besides those that they have had.
func (s *Service) hint(ctx context.Context, c call, m *match.Match, hinted ...games.Move) (message.Message, error) {
	seat := m.SeatOf(c.By.ID)
	if err := mayHint(m, seat); err != nil {
		return message.Message{}, message.Named(m, err)
	}
	advice, err := s.thinkers.Hint(ctx, c.By.ID, m, seat, hinted...)
	switch {
	case errors.Is(err, think.ErrBusy):
		return message.Message{}, games.Refuse("refuse.hint.asked")
	case errors.Is(err, think.ErrNoOther):
		msg, err := insight.Hint(s.writer, c.reader(), m, advice, nil)
		msg.Content = message.Lines(s.say(c, "hint.last"), msg.Content)
		return msg, err
	case err != nil:
		return message.Message{}, tooLong(err)
	}
	return insight.Hint(s.writer, c.reader(), m, advice, append(hinted, advice.Best))
}
