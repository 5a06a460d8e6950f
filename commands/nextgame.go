package commands

import (
	"context"

	"parlour/games"
)

// nextGame shows the asker the game that waits for them most urgently, until they have moved there.
func nextGame(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.mostUrgent(ctx, c, "")
	if err == nil && m == nil {
		err = games.Refuse("refuse.no-next")
	}
	if err != nil {
		return Reply{}, err
	}
	reply, err := h.show(ctx, c, m, false)
	reply.Until = untilMoved(m)
	return reply, err
}
