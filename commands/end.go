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
		return Reply{Message: c.to(m).MoreForOnlookers()}, nil
	}
	return c.seeTurn(ctx, func(m *match.Match, seat games.Seat) (message.Message, error) {
		return c.to(m).More(), nil
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
		return c.to(m).Confirmation(does, about, c.Pressed.Steps[1:]...), nil
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

// sure is the step of a button whose presser was asked and means it.
const sure = "sure"

// closeMatch closes a table or a game of the channel without a result, for a moderator. It asks once.
func (c call) closeMatch(ctx context.Context) (Reply, error) {
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	if !slices.Contains(c.Pressed.Steps, sure) {
		if err := c.mayClose(m); err != nil {
			return Reply{}, err
		}
		return c.askToClose(m), nil
	}
	m, err = c.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := c.mayClose(m); err != nil {
			return nil, err
		}
		return nil, m.Close(c.By.Player())
	})
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	reply := tell(c.say("close.done"))
	reply.Due = []match.Unshown{m.Unshown()}
	return reply, nil
}

// mayClose returns a refusal unless the asker moderates the channel of a match that still goes on.
func (c call) mayClose(m *match.Match) error {
	if !c.reader().Oversees(m) {
		return games.Refuse("refuse.close")
	}
	return m.MayClose()
}

// askToClose asks a moderator once more.
func (c call) askToClose(m *match.Match) Reply {
	key := "ask.close"
	if m.Phase == storage.Open {
		key += ".table"
	}
	reply := tell(c.say(key))
	reply.Message.Rows = [][]message.Control{{
		message.NewButton(m, message.VerbKeep, string(message.VerbClose)).Control(c.label("button.keep-open"), message.Plain),
		message.NewButton(m, message.VerbClose, sure).Control(c.label("button.yes-close"), message.Danger),
	}}
	return reply
}

// answerYes agrees to the question of the button.
func (c call) answerYes(ctx context.Context) (Reply, error) {
	return c.answerAsk(ctx, true)
}

// answerNo declines the question of the button.
func (c call) answerNo(ctx context.Context) (Reply, error) {
	return c.answerAsk(ctx, false)
}

// answerAsk answers a question. Its message becomes a line by the reply itself, unless it was answered
// from a list. A question that waits for no answer any more is answered with the board as it is now.
func (c call) answerAsk(ctx context.Context, yes bool) (Reply, error) {
	number, _, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	var asked storage.Ask
	defer c.gate.Lock(c.By.ID)()
	m, err := c.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) (made []games.Ply, err error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		asked, made, err = m.AnswerAsk(seat, number, yes)
		if err == nil && yes && asked.About == match.AboutRematch {
			err = c.gate.CheckAgain(ctx, m, c.By.ID)
		}
		return made, err
	})
	if err == match.ErrStale {
		return c.stale(ctx, m), nil
	}
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	shows, again := m.Unshown(), c.beginAgain(ctx, m)
	if c.Alone || c.withBot() {
		msg := c.to(m).Answered(asked, yes, c.Now())
		return Reply{Message: msg, Due: append([]match.Unshown{shows}, again...)}, nil
	}
	shows.Message, shows.Ask = c.Message, number
	msg := c.Writer.Ask(m, asked)
	msg.Pings = nil // those whom it asks still were notified when it was posted
	return Reply{Public: true, Message: msg, Shows: &shows, Due: again}, nil
}

// asked has an answer that says what others are asked go with the turn in which they can answer.
func asked(reply Reply, err error) (Reply, error) {
	for _, due := range reply.Due {
		if m := due.Committed; m != nil &&
			len(m.AskedAbout(match.AboutDraw))+len(m.AskedAbout(match.AboutTakeback)) > 0 {
			reply.Until = untilMoved(m)
		}
	}
	return reply, err
}

// takeback asks for the asker's last move to be taken back.
func (c call) takeback(ctx context.Context) (Reply, error) {
	m, err := c.find(ctx, match.Mine)
	if err != nil {
		return Reply{}, err
	}
	return asked(c.inGame(ctx, m.ID, (*match.Match).TakeBack, takebackSaid))
}

// takebackOfButton does so in the turn of its button.
func (c call) takebackOfButton(ctx context.Context) (Reply, error) {
	return asked(c.inTurn(ctx, (*match.Match).TakeBack, takebackSaid))
}

// takebackSaid says whether a move was taken back, or others are asked.
func takebackSaid(m *match.Match, _ games.Seat) games.Text {
	asked := m.AskedAbout(match.AboutTakeback)
	if len(asked) == 0 {
		return games.Say("takeback.done")
	}
	return games.Say("takeback.asked", "Others", asked, "Count", len(asked))
}
