package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// moveCommand defines /move.
func moveCommand() command {
	return command{
		Name: "move", Run: typedMove, Define: options(required(completing(optionMove)), completing(optionGame)),
		Complete: map[string]handler{optionMove: completeMove, optionGame: completeGame},
	}
}

// typedMove shows the move that was typed. It plays a bid, and a move of a person without Confirm.
func typedMove(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := h.find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	c.Pressed = message.NewButton(m, message.VerbPick)
	return typed(ctx, h, c, m, c.Options[optionMove])
}

// typeMove opens the form for a move as text, and takes what was typed there. A text that is
// refused leaves the panel as it was.
func typeMove(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	if c.Typed != nil && c.thisTurn(m) == nil {
		reply, err := typed(ctx, h, c, m, *c.Typed)
		if !isRefusal(err) {
			return reply, err
		}
		again, failed := showSteps(ctx, h, c, nil, 0, false)
		again.Message.Content = message.Lines(h.sentence(c.Request, err), again.Message.Content)
		return again, failed
	}
	var form *message.Form
	reply, err := h.seeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		form = h.Writer.MoveForm(c.Lang, m, seat, c.Pressed)
		return message.Message{Content: h.say(c, "type.late")}, nil
	})
	reply.Form = form
	return reply, err
}

// typed shows the steps that a text names, a whole move or a part of one. It plays a bid, and a whole
// move of a person without Confirm.
func typed(ctx context.Context, h *host, c call, m *match.Match, text string) (Reply, error) {
	seat, err := m.Seated(c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	if _, made := m.MadeBy(c.ID); made {
		return h.moved(ctx, c, m)
	}
	if err := m.Playing(); err != nil {
		return Reply{}, err
	}
	steps, area, err := h.Writer.ReadMove(c.Lang, m, seat, text)
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	return showSteps(ctx, h, c, steps, area, true)
}

// openPanel opens the panel on which a move is made step by step.
func openPanel(ctx context.Context, h *host, c call) (Reply, error) {
	return showSteps(ctx, h, c, nil, 0, false)
}

// openStep opens the panel at the choice of a public button.
func openStep(ctx context.Context, h *host, c call) (Reply, error) {
	return showSteps(ctx, h, c, c.Pressed.Steps, 0, true)
}

// pickStep goes a step on. A button carries the steps; a menu carries those before the value
// that was chosen. Both have a number before them.
func pickStep(ctx context.Context, h *host, c call) (Reply, error) {
	_, steps, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	return showSteps(ctx, h, c, slices.Concat(steps, c.Values), 0, true)
}

// turnPage opens the panel at some steps, for Back, and at an area or a page of a long menu.
func turnPage(ctx context.Context, h *host, c call) (Reply, error) {
	page, steps, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	return showSteps(ctx, h, c, steps, page, false)
}

// showSteps shows what comes after some steps where their button was pressed: on a panel, or on
// the public board of a match of one person. The last pick plays a bid, and every move of a person
// without Confirm.
func showSteps(ctx context.Context, h *host, c call, steps []string, page int, picks bool) (Reply, error) {
	var public, plays bool
	var until *match.Moment
	reply, err := h.seeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		if picks && !m.Bidding() {
			steps = games.Forward(m.State, seat, steps)
		}
		if _, move := m.Finish(seat, steps); picks && move != "" && (m.Bidding() || c.Own.Unconfirmed) {
			plays = true
			return message.Message{}, nil
		}
		if !m.MayMove(seat) && m.MayPlan(seat) == nil {
			return h.Writer.NotYet(c.reader(), m), nil
		}
		if c.onBoard(m) || c.onPublic() {
			var msg message.Message
			if msg, public = h.Writer.Coded().StepBoard(m, seat, steps, page, c.Own.Unconfirmed); public {
				return msg, nil
			}
		}
		until = m.UntilRevealed()
		return h.Writer.Panel(c.reader(), m, seat, steps, page)
	})
	if plays {
		return playSteps(ctx, h, c, steps, false)
	}
	reply.Public, reply.Until = reply.Public || public, until
	return reply, err
}

// confirmMove plays the move that the steps of a button lead to.
func confirmMove(ctx context.Context, h *host, c call) (Reply, error) {
	return playSteps(ctx, h, c, c.Pressed.Steps, true)
}
