package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// resignCommand defines /resign.
func resignCommand() command {
	return ofGame("resign", resign, completeGame)
}

// drawCommand defines /draw.
func drawCommand() command {
	return ofGame("draw", draw, completeGame)
}

// showMore shows what else can be done in a game.
func showMore(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	switch {
	case err != nil:
		return Reply{}, err
	case c.watches(m):
		return Reply{Message: h.Writer.MoreForOnlookers(c.reader(), m)}, nil
	}
	return h.seeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		return h.Writer.More(c.reader(), m, seat), nil
	})
}

// resign asks whether resigning is meant.
func resign(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := h.find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	c.Pressed = message.NewButton(m, message.VerbAsk, string(message.VerbResign))
	return confirmFirst(ctx, h, c)
}

// confirmFirst asks once more before a game is given up or a seat is offered. The first step of
// the button is the verb of the button that means it.
func confirmFirst(ctx context.Context, h *host, c call) (Reply, error) {
	return h.seeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		if len(c.Pressed.Steps) == 0 {
			return message.Message{}, games.Refuse("refuse.button")
		}
		does, about, err := message.Verb(c.Pressed.Steps[0]), seat, error(nil)
		switch does {
		case message.VerbResign, message.VerbOff:
			if !m.In(seat) {
				err = m.RefuseLeft(seat)
			}
		case message.VerbSeat, message.VerbGive:
			may := m.MayOffer
			if does == message.VerbGive {
				may = m.MayGive
			}
			if about, err = c.Pressed.Seat(); err == nil {
				err = may(seat, about)
			}
		default:
			err = games.Refuse("refuse.button")
		}
		if err != nil {
			return message.Message{}, err
		}
		return h.Writer.Confirmation(c.reader(), m, does, about, c.Pressed.Steps[1:]...), nil
	})
}

// keepOn answers a person who gives nothing up, or closes nothing, after all.
func keepOn(_ context.Context, h *host, c call) (Reply, error) {
	if slices.Contains(c.Pressed.Steps, string(message.VerbClose)) {
		return tell(h.say(c, "ask.kept.close")), nil
	}
	return tell(h.say(c, "ask.kept")), nil
}

// resignGame resigns.
func resignGame(ctx context.Context, h *host, c call) (Reply, error) {
	return h.inGame(ctx, c, c.Pressed.Match, (*match.Match).Resign, func(m *match.Match, seat games.Seat) games.Text {
		if match.MayReturn(m.State, seat) {
			return games.Say("resign.back")
		}
		return games.Say("resign.done")
	})
}

// comeBack has the asker play again who left, or whose clock expired.
func comeBack(ctx context.Context, h *host, c call) (Reply, error) {
	return h.inGame(ctx, c, c.Pressed.Match, (*match.Match).ComeBack, saying("return.done"))
}

// callOff ends a game that has hardly begun, without a result, or asks the others to.
func callOff(ctx context.Context, h *host, c call) (Reply, error) {
	return h.inGame(ctx, c, c.Pressed.Match, (*match.Match).CallOff, func(m *match.Match, _ games.Seat) games.Text {
		if m.Phase == storage.Off {
			return games.Say("off.done")
		}
		asked := m.AskedAbout(match.AboutOff)
		return games.Say("off.asked", "Others", asked, "Count", len(asked))
	})
}

// draw offers a draw or agrees to one.
func draw(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := h.find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	return asked(h.inGame(ctx, c, m.ID, (*match.Match).OfferDraw, drawSaid))
}

// offerDraw offers a draw in the turn of its button.
func offerDraw(ctx context.Context, h *host, c call) (Reply, error) {
	return asked(h.inTurn(ctx, c, (*match.Match).OfferDraw, drawSaid))
}

// drawSaid says whether a draw was agreed or offered.
func drawSaid(m *match.Match, _ games.Seat) games.Text {
	if m.Phase == storage.Over {
		return games.Say("draw.agreed")
	}
	asked := m.AskedAbout(match.AboutDraw)
	return games.Say("draw.offered", "Others", asked, "Count", len(asked))
}

// claimWin ends a game as a win over the player whose clock has expired.
func claimWin(ctx context.Context, h *host, c call) (Reply, error) {
	return h.inTurn(ctx, c, (*match.Match).ClaimWin, saying("claim.done"))
}

// grantTime gives the player whose clock has expired the time for another turn.
func grantTime(ctx context.Context, h *host, c call) (Reply, error) {
	late := games.Spectator
	return h.inTurn(ctx, c, func(m *match.Match, seat games.Seat) (made []games.Ply, err error) {
		late, err = m.GrantTime(seat, c.By.Name)
		return nil, err
	}, func(*match.Match, games.Seat) games.Text { return games.Say("grant.done", "Player", late) })
}
