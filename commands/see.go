package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// maySee returns a refusal unless the asker may see a match from their channel. In direct messages there
// can be a panel from before its person gave up the seat, or was forgotten.
func (c call) maySee(m *match.Match) error {
	err := m.MaySee(c.By.ID, c.Channel)
	forgot := func(p storage.Player) bool { return storage.IsFormer(p.ID) }
	left := slices.Contains(m.Past, c.By.ID) || slices.ContainsFunc(m.Players, forgot)
	if err != nil && left && c.Guild == "" {
		return games.Refuse("refuse.left-before")
	}
	return err
}

// seated returns the seat of the asker, or a refusal. To a stranger it does not say who plays.
func (c call) seated(m *match.Match) (games.Seat, error) {
	if err := c.maySee(m); err != nil {
		return games.Spectator, err
	}
	return m.Seated(c.By.ID)
}

// seen returns the match of a button that the asker sees, or a refusal.
func (c call) seen(ctx context.Context) (*match.Match, error) {
	m, err := c.Env.Load(ctx, c.Pressed.Match)
	if err == nil && c.maySee(m) != nil { // a board can be seen before its thread is noted
		m, err = c.publisher.LoadNoted(ctx, c.Pressed.Match)
	}
	if err == nil {
		err = c.maySee(m)
	}
	return m, err
}

// show shows a match to the asker, if they may see it.
func (c call) show(ctx context.Context, m *match.Match, asText bool) (Reply, error) {
	if err := c.maySee(m); err != nil {
		return Reply{}, err
	}
	if c.hidden(m) {
		return c.unseen(m), nil
	}
	c.publisher.Rouse(ctx, m)
	return Reply{Message: c.Writer.Card(c.reader(), m, asText, c.Now())}, nil
}

// seeTurn shows a player something in the turn of their button. If that turn is over, it shows
// the board as it is now or, to the request that ended it, that it is done.
func (c call) seeTurn(ctx context.Context, see func(*match.Match, games.Seat) (message.Message, error)) (Reply, error) {
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	if c.watches(m) {
		return c.lookOn(ctx, m), nil
	}
	msg := message.Message{}
	if err = c.thisTurn(m); err == nil {
		if err = m.Playing(); err == nil {
			msg, err = see(m, m.SeatOf(c.By.ID))
		}
	}
	if err == match.ErrStale {
		if _, made := m.MadeBy(c.ID); made {
			return c.moved(ctx, m)
		}
		return c.stale(ctx, m), nil
	}
	return answer(msg, message.Named(m, err))
}

// stale answers a click on an old board or panel with the board as it is now, where it stands
// if it is that of a match of one person. The board may be old because the bot could not post
// there, so it is tried again.
func (c call) stale(ctx context.Context, m *match.Match) Reply {
	c.publisher.Rouse(ctx, m)
	switch {
	case c.onBoard(m):
		return Reply{Message: c.Writer.Coded().Board(m), Public: true}
	case c.onPublic() && !c.pressedTwice(m):
		return c.showHere(ctx, m)
	}
	reply := Reply{Message: c.Writer.StaleCard(c.reader(), m, c.Now())}
	here := (c.Channel == m.Channel || c.Channel == m.Home) && len(c.Lacks) == 0
	if match.Unreachable(m.Head, c.Now()) && here && c.Env.Touch(ctx, m.ID) == nil {
		reply.Due = []match.Unshown{{ID: m.ID}}
	}
	due, goes := c.publisher.AdoptDirect(ctx, m, c.direct(m))
	reply.Due, reply.Vanish = append(reply.Due, due...), goes
	return reply
}

// mayShow returns a refusal for a channel in which a game cannot be shown.
func (c call) mayShow() error {
	switch {
	case len(c.Lacks) == 0:
		return nil
	case slices.Contains(c.Lacks, enter):
		return games.Refuse("refuse.private")
	}
	var lacks []string
	for _, right := range c.Lacks {
		lacks = append(lacks, c.say("right."+string(right)))
	}
	return games.Refuse("refuse.rights", "Rights", lacks)
}

// watches reports whether the asker looks on at a game that has begun.
func (c call) watches(m *match.Match) bool {
	begun := m.Phase != storage.Open && m.State != nil
	return begun && m.SeatOf(c.By.ID) == games.Spectator && m.Visible(c.By.ID, c.Channel)
}

// lookOn answers an onlooker who pressed a button of the players: in words at the newest board, and
// elsewhere with that board.
func (c call) lookOn(ctx context.Context, m *match.Match) Reply {
	if c.Message != "" && c.Message == m.Message {
		return Reply{Message: c.Writer.OnlookerHere(c.reader(), m)}
	}
	c.publisher.Rouse(ctx, m)
	return Reply{Message: c.Writer.OnlookerCard(c.reader(), m, c.Now())}
}
