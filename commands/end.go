package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// showMore shows what else can be done in a game.
func (c call) showMore(ctx context.Context, m *match.Match) (Reply, error) {
	if c.watches(m) || !m.Phase.Live() {
		return answer(c.to(m).MoreToRead(), nil)
	}
	return c.seeTurn(ctx, m, func(games.Seat) (message.Message, error) { return c.to(m).More(), nil })
}

// resign asks whether resigning is meant.
func (c call) resign(ctx context.Context, m *match.Match) (Reply, error) {
	c.Pressed = message.NewButton(m, message.VerbAsk, string(message.VerbResign))
	return c.confirmFirst(ctx, m)
}

// confirmFirst asks once more before a game is given up or closed, or a seat is offered. The first step of
// the button, or the first word of what was picked from a menu, is the verb of the button that means it.
func (c call) confirmFirst(ctx context.Context, m *match.Match) (Reply, error) {
	if len(c.Pressed.Steps) == 0 {
		c.Pressed.Steps = strings.Fields(strings.Join(c.Values, ""))
	}
	if slices.Equal(c.Pressed.Steps, []string{string(message.VerbClose)}) {
		return c.closeMatch(ctx, m)
	}
	return c.seeTurn(ctx, m, func(seat games.Seat) (message.Message, error) {
		if len(c.Pressed.Steps) == 0 {
			return message.Message{}, errButton
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
			err = errButton
		}
		if err != nil {
			return message.Message{}, err
		}
		return c.to(m).Confirmation(does, about, c.Pressed.Steps[1:]...), nil
	})
}

// keepOn answers a person who gives nothing up, closes nothing, or is not to be forgotten after all.
func (c call) keepOn(_ context.Context) (Reply, error) {
	switch {
	case c.Pressed.Verb == message.VerbKeepMe:
		return tell(c.say("privacy.kept-on")), nil
	case slices.Contains(c.Pressed.Steps, string(message.VerbClose)):
		return tell(c.say("ask.kept.close")), nil
	}
	return tell(c.say("ask.kept")), nil
}

// resignSaid says whether a player who has resigned can come back.
func resignSaid(m *match.Match, seat games.Seat) games.Text {
	if match.MayReturn(m.State, seat) {
		return games.Say("resign.back")
	}
	return games.Say("resign.done")
}

// asksFor says who is asked about something, or that it is done as nobody has to be asked any more.
func asksFor(about, asks, done string) sentence {
	return func(m *match.Match, _ games.Seat) games.Text {
		asked := m.AskedAbout(about)
		if len(asked) == 0 {
			return games.Say(done)
		}
		return games.Say(asks, "Others", asked, "Count", len(asked))
	}
}

// The keys of what is said as long as a draw, a takeback or a pause waits for others.
const (
	drawOffered   = "draw.offered"
	takebackAsked = "takeback.asked"
	pauseAsked    = "pause.asked"
)

// What is said once a draw, a takeback or a pause is asked for.
var (
	pauseSaid    = asksFor(match.AboutPause, pauseAsked, "pause.begins")
	drawSaid     = asksFor(match.AboutDraw, drawOffered, "draw.agreed")
	takebackSaid = asksFor(match.AboutTakeback, takebackAsked, "takeback.done")
)

// pause opens the form for the last day of a pause, and puts to the others what was typed there.
func (c call) pause(ctx context.Context) (Reply, error) {
	if c.Typed == nil {
		m, err := c.seen(ctx)
		var seat games.Seat
		if err == nil {
			seat, err = c.seated(m)
		}
		if err == nil {
			err = c.to(m).Named(cmp.Or(m.Playing(), m.MayPause(seat)))
		}
		if err != nil {
			return Reply{}, err
		}
		return c.form("pause", maxTyped), nil
	}
	until, err := clock.ParsePause(c.Own, *c.Typed, c.Now())
	if err != nil {
		return Reply{}, err
	}
	return inTurn(func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		return m.AskPause(seat, until)
	}, pauseSaid)(c, ctx)
}

// unpauseSaid says when a pause ends that was ended.
func unpauseSaid(m *match.Match, _ games.Seat) games.Text {
	if !match.PauseEnd(m.Head).After(m.Now) {
		return games.Say("pause.ended")
	}
	return games.Say("pause.ends", "Until", message.Dated(match.PauseEnd(m.Head)))
}

// grantTime gives the player whose clock has expired the time for another turn.
func (c call) grantTime(ctx context.Context) (Reply, error) {
	late := games.Spectator
	return inTurn(func(m *match.Match, seat games.Seat) (made []games.Ply, err error) {
		late, err = m.GrantTime(seat, c.By.Name)
		return nil, err
	}, func(*match.Match, games.Seat) games.Text { return games.Say("grant.done", "Player", late) })(c, ctx)
}

// closeMatch closes a table or a game of the channel without a result, for a moderator. It asks once.
func (c call) closeMatch(ctx context.Context, m *match.Match) (Reply, error) {
	if !slices.Contains(c.Pressed.Steps, message.Sure) {
		if err := c.mayClose(m); err != nil {
			return Reply{}, err
		}
		return answer(c.to(m).AskToClose(), nil)
	}
	m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
		if err := c.mayClose(m); err != nil {
			return nil, err
		}
		return nil, m.Close(c.By.Player())
	})
	if err != nil {
		return Reply{}, err
	}
	return tell(c.say("close.done"), m.Unshown()), nil
}

// mayClose returns a refusal unless the asker moderates the channel of a match that still goes on.
func (c call) mayClose(m *match.Match) error {
	if !c.reader().Oversees(m) {
		return games.Refuse("refuse.close")
	}
	return m.MayClose()
}

// answerAsk answers a question. Its message becomes a line by the reply itself, unless it was answered
// from a list. A question that waits for no answer any more is answered with the board as it is now.
func (c call) answerAsk(ctx context.Context) (Reply, error) {
	yes := c.Pressed.Verb == message.VerbYes
	number, _, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	var asked storage.Ask
	defer c.Env.People.Lock(c.By.ID)()
	m, err := c.change(ctx, func(m *match.Match) (made []games.Ply, err error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		asked, made, err = m.AnswerAsk(seat, number, yes)
		if err == nil && yes && asked.About == match.AboutRematch {
			err = errors.Join(c.mayRateAgain(ctx, m), c.Env.MayPlayAgain(ctx, m, c.By.ID))
		}
		return made, err
	})
	if err == match.ErrStale {
		return c.stale(ctx, m), nil
	}
	if err != nil {
		return Reply{}, err
	}
	shows, again := m.Unshown(), c.beginAgain(ctx, m)
	if c.Alone || c.withBot() {
		msg := c.to(m).Answered(asked, yes)
		return Reply{Message: msg, Due: append([]match.Unshown{shows}, again...)}, nil
	}
	shows.Message, shows.Ask = c.Message, number
	msg := c.Writer.Ask(m, asked)
	msg.Pings = nil // those whom it asks still were notified when it was posted
	return Reply{Public: true, Message: msg, Shows: &shows, Due: again}, nil
}
