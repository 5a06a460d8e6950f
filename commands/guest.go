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
func (c call) onPublic() bool { return c.Guest && c.Message != "" && !c.Alone && c.Button != "" }

// press runs what a button does. Where the bot is a guest, the message that was pressed first shows
// what has not been shown yet.
func (h *host) press(ctx context.Context, c call, v verb) (Reply, error) {
	if !c.onPublic() {
		return v.Run(ctx, h, c)
	}
	if c.Typed == nil && c.Pressed.Match != "" && v.Name != message.VerbYes && v.Name != message.VerbNo {
		if m, err := h.Publisher.Behind(ctx, c.Pressed.Match, c.Channel); err == nil && m != nil {
			if reply := h.showHere(ctx, c, m); c.thisTurn(m) != nil || m.Late() != games.Spectator || m.ShowsTable(c.Message) {
				return reply, nil
			}
		}
	}
	reply, err := v.Run(ctx, h, c)
	switch {
	case isRefusal(err) && c.Pressed.Match != "":
		return h.refuseHere(ctx, c, err)
	case err != nil || reply.Public || reply.Form != nil || reply.Aloud != nil || len(reply.Due) == 0:
		return reply, err
	}
	if m := reply.Due[0].Committed; m != nil && m.Desired.Post > m.Published.Post && m.WaitsOnlyFor(c.By.ID) {
		return h.showHere(ctx, c, m), nil
	}
	reply.Vanish, reply.Tell = true, reply.Message.Rows != nil && c.Pressed.Verb != message.VerbConfirm
	return reply, nil
}

// showHere answers a press on a message that all see, where the bot is a guest, with the match as it
// is now, in that message.
func (h *host) showHere(ctx context.Context, c call, m *match.Match) Reply {
	now, err := h.Publisher.ShowIn(ctx, m.ID, c.Message)
	if err != nil { // it is shown, and the next press notes it
		h.Log.Warn("it is not noted where a match is shown", "match", m.ID, "err", err)
		return Reply{Message: h.publicNow(m), Public: true}
	}
	return Reply{Message: h.publicNow(now), Public: true, Due: []match.Unshown{now.Unshown()}}
}

// pressedTwice reports whether a board was pressed that has just been replaced by another, and is
// becoming its line: by a second press on Confirm, say.
func (h *host) pressedTwice(c call, m *match.Match) bool {
	return m.Published == m.Desired && m.Live.Message != c.Message && h.Now().Sub(m.LastChange()) < time.Minute
}

// publicNow returns what all see of a match now.
func (h *host) publicNow(m *match.Match) message.Message {
	if m.Setup.Rules == 0 {
		return h.Writer.Coded().Table(m)
	}
	if m.Phase == storage.Playing && m.State != nil {
		m = m.Timed()
	}
	return h.Writer.Coded().Board(m)
}

// refuseHere answers a press that was refused. If the message that was pressed is out of date, it is
// brought up to date in place of the refusal. So is a board on which somebody presses a button of the
// table: the answer that made the table a board was lost.
func (h *host) refuseHere(ctx context.Context, c call, refusal error) (Reply, error) {
	m, err := h.Env.Load(ctx, c.Pressed.Match)
	if err != nil || !m.Guest || m.Channel != c.Channel || m.SeatOf(c.By.ID) == games.Spectator && m.Invited == nil {
		return Reply{}, refusal
	}
	if lost := m.Live.Message == c.Message && refusal.Error() == m.RefuseClosed().Error(); m.Published == m.Desired && !lost {
		return Reply{}, refusal
	}
	return h.showHere(ctx, c, m), nil
}

// aloud has the answer to a command show a table, or the first board, to all.
func (h *host) aloud(ctx context.Context, m *match.Match, reply *Reply) error {
	if m.Phase == storage.Playing {
		var err error
		if m.Times, err = h.Env.Times(ctx, m.Head); err != nil {
			return err
		}
	}
	msg, shows := h.publicNow(m), m.Unshown()
	reply.Aloud, reply.Shows, reply.Due = &msg, &shows, nil
	return nil
}
