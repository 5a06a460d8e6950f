package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// nextGame shows the asker the game that waits for them most urgently, until they have moved there.
func (c call) nextGame(ctx context.Context) (Reply, error) {
	m, err := c.mostUrgent(ctx, "")
	if err == nil && m == nil {
		err = games.Refuse("refuse.no-next")
	}
	if err != nil {
		return Reply{}, err
	}
	reply, err := c.show(ctx, m, false)
	reply.Until = untilMoved(m)
	return reply, err
}

// mostUrgent returns the game that waits for the asker most urgently besides one, nil for none. A
// game that cannot be read hides none of the others.
func (c call) mostUrgent(ctx context.Context, but string) (*match.Match, error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return nil, err
	}
	for _, head := range match.Waiting(c.Env.Offered(own), c.By.ID) {
		if head.ID == but {
			continue
		}
		if m, err := c.Env.Load(ctx, head.ID); err == nil && m.Owes(m.SeatOf(c.By.ID)) {
			return m, nil
		}
	}
	return nil, nil
}

// withNext adds a button to the answer to a move in a match, if another game waits for the asker. Such
// an answer stays until the match moves on.
func (c call) withNext(ctx context.Context, m *match.Match, reply Reply) Reply {
	next, err := c.mostUrgent(ctx, m.ID)
	if err != nil || next == nil {
		return reply
	}
	button := message.Button{Verb: message.VerbNext}.Control(c.label("button.next"), message.Main)
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
