package commands

import (
	"context"
	"slices"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/message/typing"
	"parlour/games"
)

// optionMove is the option of /move.
const optionMove = "move"

// moveCommand defines /move.
func moveCommand() command {
	return command{
		name: "move", run: typedMove, define: options(required(completing(optionMove)), completing(optionGame)),
		complete: map[string]handler{optionMove: completeMove, optionGame: completeGame},
	}
}

// typedMove shows the move that was typed, or plays it if nobody is asked again.
func typedMove(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := s.find(ctx, c, which.Mine)
	if m == nil {
		return reply, err
	}
	c.button = button.Of(m, "pick")
	return s.typed(ctx, c, m, c.Options[optionMove])
}

// typeMove opens the form for a move as text, and takes what was typed there. A text that is
// refused leaves the panel as it was.
func typeMove(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if c.Typed != nil && c.thisTurn(m) == nil {
		reply, err := s.typed(ctx, c, m, *c.Typed)
		if !isRefusal(err) {
			return reply, err
		}
		again, failed := showSteps(ctx, s, c, nil, 0, false)
		again.Message.Content = message.Lines(s.sentence(c.Request, err), again.Message.Content)
		return again, failed
	}
	var form *message.Form
	reply, err := seeTurn(ctx, s, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		form = typing.MoveForm(s.writer, c.Lang, m, seat, c.button)
		return message.Message{Content: s.say(c, "type.late")}, nil
	})
	reply.Form = form
	return reply, err
}

// typed shows the steps that a text names, a whole move or a part of one. It plays a move if
// nobody is asked again.
func (s *Service) typed(ctx context.Context, c call, m *match.Match, text string) (interaction.Reply, error) {
	seat, err := m.Seated(c.By.ID)
	if err != nil {
		return interaction.Reply{}, err
	}
	if _, made := m.MadeBy(c.ID); made {
		return s.moved(ctx, c, m)
	}
	if err := m.Playing(); err != nil {
		return interaction.Reply{}, err
	}
	steps, area, err := typing.Read(s.writer, c.Lang, m, seat, text)
	if err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	return showSteps(ctx, s, c, steps, area, true)
}

// openPanel opens the panel on which a move is made step by step.
func openPanel(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return showSteps(ctx, s, c, nil, 0, false)
}

// openStep opens the panel at the choice of a public button.
func openStep(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return showSteps(ctx, s, c, c.button.Steps, 0, true)
}

// pickStep goes a step on. A button carries the steps; a menu carries those before the value
// that was chosen. Both have a number before them.
func pickStep(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	_, steps, err := c.button.Numbered()
	if err != nil {
		return interaction.Reply{}, err
	}
	return showSteps(ctx, s, c, slices.Concat(steps, c.Values), 0, true)
}

// turnPage opens the panel at some steps, for Back, and at an area or a page of a long menu.
func turnPage(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	page, steps, err := c.button.Numbered()
	if err != nil {
		return interaction.Reply{}, err
	}
	return showSteps(ctx, s, c, steps, page, false)
}

// showSteps shows what comes after some steps where their button was pressed: on a panel, or on
// the public board of a match of one person. The last pick plays a move if nobody is asked
// again: a bid, which can be changed, and every move of a person without Confirm.
func showSteps(ctx context.Context, s *Service, c call, steps []string, page int, picks bool) (interaction.Reply, error) {
	var public, plays bool
	var until *match.Moment
	reply, err := seeTurn(ctx, s, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		if picks && !m.Bidding() {
			steps = games.Forward(m.State, seat, steps)
		}
		if _, move := match.Finish(m, seat, steps); picks && move != "" && (m.Bidding() || c.own.Unconfirmed) {
			plays = true
			return message.Message{}, nil
		}
		if !match.MayMove(m, seat) && match.MayPlan(m, seat) == nil {
			return insight.Waits(s.writer, c.reader(), m), nil
		}
		if c.onBoard(m) || c.onPublic() {
			var msg message.Message
			if msg, public = s.writer.Coded().StepBoard(m, seat, steps, page, c.own.Unconfirmed); public {
				return msg, nil
			}
		}
		until = match.UntilRevealed(m)
		return s.writer.Panel(c.reader(), m, seat, steps, page)
	})
	if plays {
		return playSteps(ctx, s, c, steps, false)
	}
	reply.Public, reply.Until = reply.Public || public, until
	return reply, err
}

// confirmMove plays the move that the steps of a button lead to.
func confirmMove(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return playSteps(ctx, s, c, c.button.Steps, true)
}
