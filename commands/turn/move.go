// Package turn is what a player does in a game that is being played: moves and bids, plans for the
// next turn, takebacks, answers to questions, and the ways to end a game.
//
// Its policies:
//
//   - A move is made in steps. A button or a menu carries the steps before it, and each press
//     shows what comes after them.
//   - A move is played once it is confirmed. A bid is played at once, as it can be changed, and so is
//     every move of a person without Confirm.
//   - A player is asked once more before they give something up ([ConfirmFirst]).
//
// The entry points are the commands and the handlers of buttons, which the tables of package commands
// list. A move begins with [OpenPanel].
package turn

import (
	"context"
	"slices"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/message/typing"
	"parlour/games"
)

// MoveCommand defines /move.
func MoveCommand() host.Command {
	return host.Command{
		Name: "move", Run: typedMove, Define: host.Options(host.Required(host.Completing(host.OptionMove)), host.Completing(host.OptionGame)),
		Complete: map[string]host.Handler{host.OptionMove: completeMove, host.OptionGame: host.CompleteGame},
	}
}

// typedMove shows the move that was typed. It plays a bid, and a move of a person without Confirm.
func typedMove(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, reply, err := h.Find(ctx, c, which.Mine)
	if m == nil {
		return reply, err
	}
	c.Pressed = button.Of(m, "pick")
	return typed(ctx, h, c, m, c.Options[host.OptionMove])
}

// TypeMove opens the form for a move as text, and takes what was typed there. A text that is
// refused leaves the panel as it was.
func TypeMove(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if c.Typed != nil && c.ThisTurn(m) == nil {
		reply, err := typed(ctx, h, c, m, *c.Typed)
		if !host.IsRefusal(err) {
			return reply, err
		}
		again, failed := showSteps(ctx, h, c, nil, 0, false)
		again.Message.Content = message.Lines(h.Sentence(c.Request, err), again.Message.Content)
		return again, failed
	}
	var form *message.Form
	reply, err := h.SeeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		form = typing.MoveForm(h.Writer, c.Lang, m, seat, c.Pressed)
		return message.Message{Content: h.Say(c, "type.late")}, nil
	})
	reply.Form = form
	return reply, err
}

// typed shows the steps that a text names, a whole move or a part of one. It plays a bid, and a whole
// move of a person without Confirm.
func typed(ctx context.Context, h *host.Host, c host.Call, m *match.Match, text string) (interaction.Reply, error) {
	seat, err := m.Seated(c.By.ID)
	if err != nil {
		return interaction.Reply{}, err
	}
	if _, made := m.MadeBy(c.ID); made {
		return h.Moved(ctx, c, m)
	}
	if err := m.Playing(); err != nil {
		return interaction.Reply{}, err
	}
	steps, area, err := typing.Read(h.Writer, c.Lang, m, seat, text)
	if err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	return showSteps(ctx, h, c, steps, area, true)
}

// OpenPanel opens the panel on which a move is made step by step.
func OpenPanel(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return showSteps(ctx, h, c, nil, 0, false)
}

// OpenStep opens the panel at the choice of a public button.
func OpenStep(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return showSteps(ctx, h, c, c.Pressed.Steps, 0, true)
}

// PickStep goes a step on. A button carries the steps; a menu carries those before the value
// that was chosen. Both have a number before them.
func PickStep(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	_, steps, err := c.Pressed.Numbered()
	if err != nil {
		return interaction.Reply{}, err
	}
	return showSteps(ctx, h, c, slices.Concat(steps, c.Values), 0, true)
}

// TurnPage opens the panel at some steps, for Back, and at an area or a page of a long menu.
func TurnPage(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	page, steps, err := c.Pressed.Numbered()
	if err != nil {
		return interaction.Reply{}, err
	}
	return showSteps(ctx, h, c, steps, page, false)
}

// showSteps shows what comes after some steps where their button was pressed: on a panel, or on
// the public board of a match of one person. The last pick plays a bid, and every move of a person
// without Confirm.
func showSteps(ctx context.Context, h *host.Host, c host.Call, steps []string, page int, picks bool) (interaction.Reply, error) {
	var public, plays bool
	var until *match.Moment
	reply, err := h.SeeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		if picks && !m.Bidding() {
			steps = games.Forward(m.State, seat, steps)
		}
		if _, move := match.Finish(m, seat, steps); picks && move != "" && (m.Bidding() || c.Own.Unconfirmed) {
			plays = true
			return message.Message{}, nil
		}
		if !match.MayMove(m, seat) && match.MayPlan(m, seat) == nil {
			return insight.Waits(h.Writer, c.Reader(), m), nil
		}
		if c.OnBoard(m) || c.OnPublic() {
			var msg message.Message
			if msg, public = h.Writer.Coded().StepBoard(m, seat, steps, page, c.Own.Unconfirmed); public {
				return msg, nil
			}
		}
		until = match.UntilRevealed(m)
		return h.Writer.Panel(c.Reader(), m, seat, steps, page)
	})
	if plays {
		return playSteps(ctx, h, c, steps, false)
	}
	reply.Public, reply.Until = reply.Public || public, until
	return reply, err
}

// ConfirmMove plays the move that the steps of a button lead to.
func ConfirmMove(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return playSteps(ctx, h, c, c.Pressed.Steps, true)
}
