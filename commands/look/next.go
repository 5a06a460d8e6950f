package look

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/games"
)

// NextGame shows the asker the game that waits for them most urgently, until they have moved there.
func NextGame(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, err := h.MostUrgent(ctx, c, "")
	if err == nil && m == nil {
		err = games.Refuse("refuse.no-next")
	}
	if err != nil {
		return interaction.Reply{}, err
	}
	reply, err := h.Show(ctx, c, m, false)
	reply.Until = host.UntilMoved(m)
	return reply, err
}
