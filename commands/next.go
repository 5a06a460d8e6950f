package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// mostUrgent returns the game that waits for the asker most urgently besides one, nil for none. A
// game that cannot be read hides none of the others.
func (h *host) mostUrgent(ctx context.Context, c call, but string) (*match.Match, error) {
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return nil, err
	}
	for _, head := range match.Waiting(h.Env.Offered(own), c.By.ID) {
		if head.ID == but {
			continue
		}
		if m, err := h.Env.Load(ctx, head.ID); err == nil && m.Owes(m.SeatOf(c.By.ID)) {
			return m, nil
		}
	}
	return nil, nil
}

// withNext adds a button to the answer to a move in a match, if another game waits for the asker. Such
// an answer stays until the match moves on.
func (h *host) withNext(ctx context.Context, c call, m *match.Match, reply Reply) Reply {
	next, err := h.mostUrgent(ctx, c, m.ID)
	if err != nil || next == nil {
		return reply
	}
	button := message.Control{ID: message.Button{Verb: message.VerbNext}.String(), Label: h.Writer.Label(c.Lang, "button.next"), Style: message.Main}
	reply.Message.Rows = append(reply.Message.Rows, []message.Control{button})
	reply.Vanish, reply.Until = false, untilMoved(m)
	return reply
}

// untilMoved returns the end of the turn of a match; nil once the match is over, as what is said then
// stays.
func untilMoved(m *match.Match) *match.Moment {
	if m.Phase != storage.Playing {
		return nil
	}
	return &match.Moment{Match: m.ID, Turn: m.Turn}
}
