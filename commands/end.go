package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// showMore shows what else can be done in a game.
func (c call) showMore(ctx context.Context) (Reply, error) {
	m, err := c.seen(ctx)
	switch {
	case err != nil:
		return Reply{}, err
	case c.watches(m):
		return Reply{Message: c.Writer.MoreForOnlookers(c.reader(), m)}, nil
	}
	return c.seeTurn(ctx, func(m *match.Match, seat games.Seat) (message.Message, error) {
		return c.Writer.More(c.reader(), m, seat), nil
	})
}

// resign asks whether resigning is meant.
func (c call) resign(ctx context.Context) (Reply, error) {
	m, err := c.find(ctx, match.Mine)
	if err != nil {
		return Reply{}, err
	}
	c.Pressed = message.NewButton(m, message.VerbAsk, string(message.VerbResign))
	return c.confirmFirst(ctx)
}

// confirmFirst asks once more before a game is given up or a seat is offered. The first step of
// the button is the verb of the button that means it.
func (c call) confirmFirst(ctx context.Context) (Reply, error) {
	return c.seeTurn(ctx, func(m *match.Match, seat games.Seat) (message.Message, error) {
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
		return c.Writer.Confirmation(c.reader(), m, does, about, c.Pressed.Steps[1:]...), nil
	})
}

// keepOn answers a person who gives nothing up, or closes nothing, after all.
func (c call) keepOn(_ context.Context) (Reply, error) {
	if slices.Contains(c.Pressed.Steps, string(message.VerbClose)) {
		return tell(c.say("ask.kept.close")), nil
	}
	return tell(c.say("ask.kept")), nil
}

// resignGame resigns.
func (c call) resignGame(ctx context.Context) (Reply, error) {
	return c.inGame(ctx, c.Pressed.Match, (*match.Match).Resign, func(m *match.Match, seat games.Seat) games.Text {
		if match.MayReturn(m.State, seat) {
			return games.Say("resign.back")
		}
		return games.Say("resign.done")
	})
}

// comeBack has the asker play again who left, or whose clock expired.
func (c call) comeBack(ctx context.Context) (Reply, error) {
	return c.inGame(ctx, c.Pressed.Match, (*match.Match).ComeBack, saying("return.done"))
}

// callOff ends a game that has hardly begun, without a result, or asks the others to.
func (c call) callOff(ctx context.Context) (Reply, error) {
	return c.inGame(ctx, c.Pressed.Match, (*match.Match).CallOff, func(m *match.Match, _ games.Seat) games.Text {
		if m.Phase == storage.Off {
			return games.Say("off.done")
		}
		asked := m.AskedAbout(match.AboutOff)
		return games.Say("off.asked", "Others", asked, "Count", len(asked))
	})
}

// draw offers a draw or agrees to one.
func (c call) draw(ctx context.Context) (Reply, error) {
	m, err := c.find(ctx, match.Mine)
	if err != nil {
		return Reply{}, err
	}
	return asked(c.inGame(ctx, m.ID, (*match.Match).OfferDraw, drawSaid))
}

// offerDraw offers a draw in the turn of its button.
func (c call) offerDraw(ctx context.Context) (Reply, error) {
	return asked(c.inTurn(ctx, (*match.Match).OfferDraw, drawSaid))
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
func (c call) claimWin(ctx context.Context) (Reply, error) {
	return c.inTurn(ctx, (*match.Match).ClaimWin, saying("claim.done"))
}

// grantTime gives the player whose clock has expired the time for another turn.
func (c call) grantTime(ctx context.Context) (Reply, error) {
	late := games.Spectator
	return c.inTurn(ctx, func(m *match.Match, seat games.Seat) (made []games.Ply, err error) {
		late, err = m.GrantTime(seat, c.By.Name)
		return nil, err
	}, func(*match.Match, games.Seat) games.Text { return games.Say("grant.done", "Player", late) })
}
