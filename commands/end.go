package commands

import (
	"context"
	"slices"

	"parlour/commands/match"

	"parlour/commands/message"

	"parlour/games"
	"parlour/storage"
)

// ResignCommand defines /resign.
func ResignCommand() Command {
	return OfGame("resign", resign, CompleteGame)
}

// DrawCommand defines /draw.
func DrawCommand() Command {
	return OfGame("draw", draw, CompleteGame)
}

// ShowMore shows what else can be done in a game.
func ShowMore(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, err := h.Seen(ctx, c)
	switch {
	case err != nil:
		return Reply{}, err
	case c.Watches(m):
		return Reply{Message: h.Writer.MoreForOnlookers(c.Reader(), m)}, nil
	}
	return h.SeeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		return h.Writer.More(c.Reader(), m, seat), nil
	})
}

// resign asks whether resigning is meant.
func resign(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, reply, err := h.Find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	c.Pressed = message.NewButton(m, "ask", "resign")
	return ConfirmFirst(ctx, h, c)
}

// ConfirmFirst asks once more before a game is given up or a seat is offered. The first step of
// the button is the verb of the button that means it.
func ConfirmFirst(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.SeeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		steps := c.Pressed.Steps
		if len(steps) == 0 || !slices.Contains([]string{"resign", "off", "seat", "give"}, steps[0]) {
			return message.Message{}, games.Refuse("refuse.button")
		}
		about := seat
		var err error
		if steps[0] == "seat" || steps[0] == "give" {
			about, err = c.Pressed.Seat()
		}
		switch {
		case err != nil:
		case steps[0] == "seat":
			err = m.MayOffer(seat, about)
		case steps[0] == "give":
			err = match.MayGive(m, seat, about)
		case !m.In(seat):
			err = m.RefuseLeft(seat)
		}
		if err != nil {
			return message.Message{}, err
		}
		return message.Confirmation(h.Writer, c.Reader(), m, steps[0], about, steps[1:]...), nil
	})
}

// KeepOn answers a person who gives nothing up, or closes nothing, after all.
func KeepOn(_ context.Context, h *Host, c Call) (Reply, error) {
	if slices.Contains(c.Pressed.Steps, "close") {
		return Tell(h.Say(c, "ask.kept.close")), nil
	}
	return Tell(h.Say(c, "ask.kept")), nil
}

// ResignGame resigns.
func ResignGame(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InGame(ctx, c, c.Pressed.Match, match.Resign, func(m *match.Match, seat games.Seat) games.Text {
		if match.MayReturn(m.State, seat) {
			return games.Say("resign.back")
		}
		return games.Say("resign.done")
	})
}

// ComeBack has the asker play again who left, or whose clock expired.
func ComeBack(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InGame(ctx, c, c.Pressed.Match, match.ComeBack, Saying("return.done"))
}

// CallOff ends a game that has hardly begun, without a result, or asks the others to.
func CallOff(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InGame(ctx, c, c.Pressed.Match, match.CallOff, func(m *match.Match, _ games.Seat) games.Text {
		if m.Phase == storage.Off {
			return games.Say("off.done")
		}
		asked := match.AskedAbout(m, match.AboutOff)
		return games.Say("off.asked", "Others", asked, "Count", len(asked))
	})
}

// draw offers a draw or agrees to one.
func draw(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, reply, err := h.Find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	return asked(h.InGame(ctx, c, m.ID, match.OfferDraw, drawSaid))
}

// OfferDraw offers a draw in the turn of its button.
func OfferDraw(ctx context.Context, h *Host, c Call) (Reply, error) {
	return asked(h.InTurn(ctx, c, match.OfferDraw, drawSaid))
}

// AgreeToDraw agrees to an offer on a board from before there were questions.
func AgreeToDraw(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InTurn(ctx, c, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		return match.AnswerDraw(m, seat, true)
	}, drawSaid)
}

// DeclineDraw declines one.
func DeclineDraw(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InTurn(ctx, c, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		return match.AnswerDraw(m, seat, false)
	}, Saying("draw.declined"))
}

// drawSaid says whether a draw was agreed or offered.
func drawSaid(m *match.Match, _ games.Seat) games.Text {
	if m.Phase == storage.Over {
		return games.Say("draw.agreed")
	}
	asked := match.AskedAbout(m, match.AboutDraw)
	return games.Say("draw.offered", "Others", asked, "Count", len(asked))
}

// ClaimWin ends a game as a win over the player whose clock has expired.
func ClaimWin(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InTurn(ctx, c, match.ClaimWin, Saying("claim.done"))
}

// GrantTime gives the player whose clock has expired the time for another turn.
func GrantTime(ctx context.Context, h *Host, c Call) (Reply, error) {
	late := games.Spectator
	return h.InTurn(ctx, c, func(m *match.Match, seat games.Seat) (made []games.Ply, err error) {
		late, err = match.GrantTime(m, seat, c.By.Name)
		return nil, err
	}, func(*match.Match, games.Seat) games.Text { return games.Say("grant.done", "Player", late) })
}
