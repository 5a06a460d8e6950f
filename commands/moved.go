package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// moved answers a move that was made. A bid that may change keeps its panel, and a board that was
// pressed shows the next turn. An answer stays where the board is elsewhere.
func (h *host) moved(ctx context.Context, c call, m *match.Match) (Reply, error) {
	unshown, seat := m.Unshown(), m.SeatOf(c.By.ID)
	switch {
	case c.onBoard(m):
		return Reply{Message: h.Writer.Coded().Board(m.Timed()), Public: true, Shows: &unshown}, nil
	case m.Bid(seat) != "":
		msg, err := h.Writer.Panel(c.reader(), m, seat, nil, 0)
		return Reply{Message: msg, Due: []match.Unshown{unshown}, Until: m.UntilRevealed()}, err
	}
	reply := tell(h.Writer.Played(c.reader(), m, c.ID))
	reply.Vanish, reply.Due = c.Alone && (c.Guild != "" || m.Guild == ""), []match.Unshown{unshown}
	if m.Guest && m.Channel != c.Channel {
		reply.Vanish, reply.Message.Content = false, message.Lines(reply.Message.Content, h.say(c, "guest.elsewhere"))
	}
	return h.withNext(ctx, c, m, reply), nil
}

// Direct returns the direct message that asks for a bid whose button was pressed; zero for any
// other message.
func (c call) Direct(m *match.Match) storage.Direct {
	if c.Guild != "" || m.Guild == "" || c.Alone || c.Message == "" || c.Channel != c.Own.Direct {
		return storage.Direct{}
	}
	return storage.Direct{Player: c.By.ID, Turn: c.Pressed.Turn, Channel: c.Channel, Message: c.Message}
}
