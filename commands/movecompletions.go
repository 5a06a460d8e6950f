package commands

import (
	"context"

	"parlour/commands/match"
)

// completeMove lists how a text that names the steps of a move may go on. An empty list means
// that there is no move; the command itself will say why.
func completeMove(ctx context.Context, h *host, c call) (Reply, error) {
	m, _, err := h.find(ctx, c, match.Mine)
	if err != nil || m == nil || m.State == nil || c.Command == "bid" && !m.Bidding() {
		return Reply{}, nil
	}
	return Reply{Choices: h.Writer.SuggestMoves(c.Lang, m, m.SeatOf(c.By.ID), c.Options[c.Focus])}, nil
}
