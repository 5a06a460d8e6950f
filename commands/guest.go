package commands

import (
	"context"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// Where Parlour is a guest it can only answer: a command with a new message, a press by a change of
// the message that was pressed, and both with a few more messages for a quarter of an hour. So a
// press on a message that all see changes it, or is followed by a new board. A press on a board that
// a crash has left behind shows the match there as it is now.

// onPublic reports whether a button of a message that all see was pressed where the bot is a guest.
func (r Request) onPublic() bool { return r.Guest && r.Message != "" && !r.Alone && r.Button != "" }

// press runs what a button does. Where the bot is a guest, the message that was pressed first shows
// what has not been shown yet.
func (c call) press(ctx context.Context, run handler) (Reply, error) {
	if !c.onPublic() {
		return run(c, ctx)
	}
	answers := c.Pressed.Verb == message.VerbYes || c.Pressed.Verb == message.VerbNo
	if c.Typed == nil && c.Pressed.Match != "" && !answers {
		if m, err := c.publisher.Behind(ctx, c.Pressed.Match, c.Channel); err == nil && m != nil {
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
	now, err := c.publisher.ShowIn(ctx, m.ID, c.Message)
	if err != nil { // it is shown, and the next press notes it
		c.Log.Warn("it is not noted where a match is shown", "match", m.ID, "err", err)
		return Reply{Message: c.publicNow(m), Public: true}
	}
	return Reply{Message: c.publicNow(now), Public: true, Due: []match.Unshown{now.Unshown()}}
}

// pressedTwice reports whether a board was pressed that has just been replaced by another, and is
// becoming its line: by a second press on Confirm, say.
func (c call) pressedTwice(m *match.Match) bool {
	return m.Published == m.Desired && m.Live.Message != c.Message && c.Now().Sub(m.LastChange()) < time.Minute
}

// publicNow returns what all see of a match now.
func (c call) publicNow(m *match.Match) message.Message {
	if m.Setup.Rules == 0 {
		return c.Writer.Coded().Table(m)
	}
	if m.Phase == storage.Playing && m.State != nil {
		m = m.Timed()
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
	msg, shows := c.publicNow(m), m.Unshown()
	reply.Aloud, reply.Shows, reply.Due = &msg, &shows, nil
	return nil
}
