package commands

import (
	"cmp"
	"context"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// Where Parlour is a guest it can only answer: a command with a new message, a press by a change of
// the message that was pressed, and both with a few more messages for a quarter of an hour. So a
// press on a message that all see changes it, or is followed by a new board. A press on a board that
// a crash has left behind shows the match there as it is now.

// onPublic reports whether a button of a message that all see was pressed where the bot is a guest.
func (r Request) onPublic() bool { return r.Guest && r.Message != "" && !r.Alone && r.Button != "" }

// pressHere runs what a button does where the bot is a guest. The message that was pressed first shows what has not
// been shown yet.
func (c call) pressHere(ctx context.Context, run handler) (Reply, error) {
	answers := c.Pressed.Verb == message.VerbYes || c.Pressed.Verb == message.VerbNo
	if c.Typed == nil && c.Pressed.Match != "" && !answers {
		if m, err := c.Behind(ctx, c.Pressed.Match, c.Channel); err == nil && m != nil {
			reply, late := c.showHere(ctx, m), m.Late() != games.Spectator
			if late || c.thisTurn(m) != nil || m.ShowsTable(c.Message) {
				return reply, nil
			}
		}
	}
	reply, err := run(c, ctx)
	switch {
	case isRefusal(err) && c.Pressed.Match != "":
		return c.refuseHere(ctx, err)
	case err != nil || reply.Public || reply.Form != nil || reply.Aloud != nil || len(reply.Due) == 0:
		return reply, err
	}
	if m := reply.Due[0].Committed; m != nil && m.Desired.Post > m.Published.Post && m.WaitsOnlyFor(c.By.ID) {
		return c.showHere(ctx, m), nil
	}
	reply.Vanish, reply.Tell = true, reply.Message.Rows != nil && c.Pressed.Verb != message.VerbConfirm
	return reply, nil
}

// showHere answers a press on a message that all see, where the bot is a guest, with the match as it
// is now, in that message.
func (c call) showHere(ctx context.Context, m *match.Match) Reply {
	now, err := c.ChangeAlone(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
		match.ShownIn(&m.Head, m, c.Message) // as the answer will have it
		return nil, nil
	})
	if err != nil { // it is shown, and the next press notes it
		c.Log.Warn("it is not noted where a match is shown", "match", m.ID, "err", err)
		return Reply{Message: c.publicNow(ctx, m), Public: true}
	}
	return Reply{Message: c.publicNow(ctx, now), Public: true, Due: []match.Unshown{now.Unshown()}}
}

// pressedTwice reports whether a board was pressed that has just been replaced by another, and is
// becoming its line: by a second press on Confirm, say.
func (c call) pressedTwice(m *match.Match) bool {
	return m.Published == m.Desired && m.Live.Message != c.Message && c.Now().Sub(m.LastChange()) < time.Minute
}

// publicNow returns what all see of a match now.
func (c call) publicNow(ctx context.Context, m *match.Match) message.Message {
	if m.Setup.Rules == 0 {
		return c.Writer.Coded().Table(m)
	}
	if m.Phase == storage.Playing && m.State != nil {
		m = m.Timed()
	}
	if err := c.Env.ReadTally(ctx, m); err != nil {
		c.Log.Warn("the board at an end does not tell of other matches", "match", m.ID, "err", err)
	}
	return c.Writer.Coded().Board(m)
}

// refuseHere answers a press that was refused. If the message that was pressed is out of date, it is
// brought up to date in place of the refusal. So is a board on which somebody presses a button of the
// table: the answer that made the table a board was lost.
func (c call) refuseHere(ctx context.Context, refusal error) (Reply, error) {
	m, err := c.Env.Load(ctx, c.Pressed.Match)
	if err != nil || !m.Guest || m.Channel != c.Channel || m.SeatOf(c.By.ID) == games.Spectator && m.Invited == nil {
		return Reply{}, refusal
	}
	lost := m.Live.Message == c.Message && refusal.Error() == m.RefuseClosed().Error()
	if m.Published == m.Desired && !lost {
		return Reply{}, refusal
	}
	return c.showHere(ctx, m), nil
}

// aloud has the answer to a command show a table, or the first board, to all.
func (c call) aloud(ctx context.Context, m *match.Match, reply *Reply) error {
	if m.Phase == storage.Playing {
		var err error
		if m.Times, err = c.Env.Times(ctx, m.Head); err != nil {
			return err
		}
	}
	msg, shows := c.publicNow(ctx, m), m.Unshown()
	reply.Aloud, reply.Shows, reply.Due = &msg, &shows, nil
	return nil
}

// told returns an answer that says what all will see. If the channel of the match refuses that, another
// answer takes its place, by [call.untold].
func (c call) told(due match.Unshown, reply Reply) Reply {
	if m := due.Committed; m != nil { // the publication that is about to begin changes its own
		own := *m
		due.Committed = &own
	}
	if !c.Guest {
		reply.Then = func(ctx context.Context) Reply { return c.untold(ctx, due) }
	}
	return reply
}

// untold publishes a match, or waits until another publication has, and says what would help if its
// channel refuses it. The reply is empty if it is shown, or will be tried again.
func (c call) untold(ctx context.Context, due match.Unshown) Reply {
	if err := c.Publish(ctx, due); err != nil {
		c.Log.Info("a match is not shown to all yet", "match", due.ID, "err", err)
	}
	m, err := c.Env.Load(ctx, due.ID)
	if err != nil || !match.Unseen(m.Head, c.Now()) {
		return Reply{}
	}
	return c.unseen(m)
}

// unseen says that the channel of a match refuses it, and what would help.
func (c call) unseen(m *match.Match) Reply {
	return Reply{Message: c.to(m).Unseen(c.Private)}
}

// enterWithin is how long the question may take whether Parlour is in a private thread.
const enterWithin = time.Second

// entered returns a request with [enter] among what the bot lacks if the request comes from
// a private thread without the bot. A press on a message of the bot's shows that it is there. If Discord
// does not say so in time, the publication will.
func (s *Service) entered(ctx context.Context, r Request) Request {
	if !r.Private || r.Focus != "" || len(r.Lacks) > 0 || r.Message != "" && !r.Alone {
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, enterWithin)
	defer cancel()
	if err := s.Channel.Rouse(ctx, r.Channel); publish.Refused(err) {
		r.Lacks = append(r.Lacks, enter)
	}
	return r
}

// moveHere moves a match out of a channel where nothing can be shown to the one in which its
// button was clicked.
func (c call) moveHere(ctx context.Context) (Reply, error) {
	if err := c.mayShow(); err != nil {
		return Reply{}, err
	}
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	said := saying("board.moved")
	move := func(m *match.Match, _ games.Seat) ([]games.Ply, error) {
		if !message.Movable(c.reader(), m) {
			return nil, games.Refuse("refuse.here")
		}
		m.MoveTo(storage.Place{Home: c.Channel, Above: c.Above, Private: c.Private})
		return nil, nil
	}
	m, err := c.ChangeAlone(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if m.Phase != storage.Open {
			return c.guarded(&said, move)(m)
		}
		if err := cmp.Or(c.sits(m), c.mayBegin(here, m.Game, c.Channel, c.Above)); err != nil {
			return nil, err
		}
		return move(m, 0)
	})
	reply, err := c.replyTo(ctx, m, said, err)
	if err != nil {
		return reply, err
	}
	return c.told(m.Unshown(), reply), nil
}

// postAgain has a match posted that its channel refused, and says what has become of it.
func (c call) postAgain(ctx context.Context, m *match.Match) (Reply, error) {
	if err := c.sits(m); err != nil {
		return Reply{}, err
	}
	if match.Unseen(m.Head, c.Now()) {
		if err := c.Env.Touch(ctx, m.ID); err != nil {
			return Reply{}, err
		}
	}
	if reply := c.untold(ctx, match.Unshown{ID: m.ID}); reply.Message.Content != "" {
		return reply, nil
	}
	m, err := c.Env.Load(ctx, m.ID)
	if err != nil {
		return Reply{}, err
	}
	if m.Phase.Live() && m.Published != m.Desired {
		return tell(c.say("unseen.soon")), nil
	}
	return tell(c.say("unseen.up")), nil
}

// sits returns a refusal unless the asker has a seat in a match, or at a table.
func (c call) sits(m *match.Match) error {
	if err := m.MaySee(c.By.ID, c.Channel); err != nil {
		return err
	}
	if m.SeatOf(c.By.ID) == games.Spectator {
		return games.Refuse("refuse.not-seated")
	}
	return nil
}
