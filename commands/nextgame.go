package commands

import (
	"context"

	"parlour/games"
)

// NextGame shows the asker the game that waits for them most urgently, until they have moved there.
func NextGame(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, err := h.MostUrgent(ctx, c, "")
	if err == nil && m == nil {
		err = games.Refuse("refuse.no-next")
	}
	if err != nil {
		return Reply{}, err
	}
	reply, err := h.Show(ctx, c, m, false)
	reply.Until = UntilMoved(m)
	return reply, err
}
