package turn

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match/which"
	"parlour/commands/message/typing"
)

// completeMove lists how a text that names the steps of a move may go on. An empty list means
// that there is no move; the command itself will say why.
func completeMove(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, _, err := h.Find(ctx, c, which.Mine)
	if err != nil || m == nil || m.State == nil || c.Command == "bid" && !m.Bidding() {
		return interaction.Reply{}, nil
	}
	return interaction.Reply{Choices: typing.Complete(h.Writer, c.Lang, m, m.SeatOf(c.By.ID), c.Options[c.Focus])}, nil
}
