package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/message/typing"
	"parlour/games"
)

// optionMove is the option of /move.
const optionMove = "move"

func moveCommand() command {
	return command{
		name: "move", run: typedMove, define: options(required(completing(optionMove)), completing(optionGame)),
		complete: map[string]handler{optionMove: completeMove, optionGame: completeGame},
	}
}

// typedMove shows the move that was typed, or plays it if nobody is asked again.
func typedMove(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.find(ctx, c, mine)
	if m == nil {
		return reply, err
	}
	c.button = message.ButtonOf(m, "pick")
	return s.typed(ctx, c, m, c.Options[optionMove])
}

// typeMove opens the form for a move as text, and takes what was typed there. A text that is
// refused leaves the panel as it was.
func typeMove(ctx context.Context, s *Service, c call) (Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return Reply{}, err
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
func (s *Service) typed(ctx context.Context, c call, m *match.Match, text string) (Reply, error) {
	seat, err := m.Seated(c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	if _, made := m.MadeBy(c.ID); made {
		return s.moved(ctx, c, m)
	}
	if err := m.Playing(); err != nil {
		return Reply{}, err
	}
	steps, err := typing.Read(s.writer, c.Lang, m, seat, text)
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	return showSteps(ctx, s, c, steps, 0, true)
}

// completeMove lists how a text that names the steps of a move may go on. An empty list means
// that there is no move; the command itself will say why.
func completeMove(ctx context.Context, s *Service, c call) (Reply, error) {
	m, _, err := s.find(ctx, c, mine)
	if err != nil || m == nil || m.State == nil || c.Command == "bid" && !m.Bidding() {
		return Reply{}, nil
	}
	return Reply{Choices: typing.Complete(s.writer, c.Lang, m, m.SeatOf(c.By.ID), c.Options[c.Focus])}, nil
}

// openPanel opens the panel on which a move is made step by step.
func openPanel(ctx context.Context, s *Service, c call) (Reply, error) {
	return showSteps(ctx, s, c, nil, 0, false)
}

// openStep opens the panel at the choice of a public button.
func openStep(ctx context.Context, s *Service, c call) (Reply, error) {
	return showSteps(ctx, s, c, c.button.Steps, 0, true)
}

// pickStep goes a step on. A button carries the steps; a menu carries those before the value
// that was chosen. Both have a number before them.
func pickStep(ctx context.Context, s *Service, c call) (Reply, error) {
	_, steps, err := c.button.Numbered()
	if err != nil {
		return Reply{}, err
	}
	return showSteps(ctx, s, c, slices.Concat(steps, c.Values), 0, true)
}

// turnPage opens the panel at some steps, for Back, and at an area or a page of a long menu.
func turnPage(ctx context.Context, s *Service, c call) (Reply, error) {
	page, steps, err := c.button.Numbered()
	if err != nil {
		return Reply{}, err
	}
	return showSteps(ctx, s, c, steps, page, false)
}

// showSteps shows what comes after some steps where their button was pressed: on a panel, or on
// the public board of a match of one person. The last pick plays a move if nobody is asked
// again: a bid, which can be changed, and every move of a person without Confirm.
func showSteps(ctx context.Context, s *Service, c call, steps []string, page int, picks bool) (Reply, error) {
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
		if c.onBoard(m) {
			var msg message.Message
			if msg, public = s.writer.Coded().StepBoard(m, steps, page, c.own.Unconfirmed); public {
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

// onBoard reports whether the only person of a match has pressed a button of its public board
// that changes it.
func (c call) onBoard(m *match.Match) bool {
	return !c.Alone && c.button.Verb != "move" && c.button.Verb != "open" && match.OnBoard(m, c.By.ID, c.Message)
}

// confirmMove plays the move that the steps of a button lead to.
func confirmMove(ctx context.Context, s *Service, c call) (Reply, error) {
	return playSteps(ctx, s, c, c.button.Steps, true)
}
