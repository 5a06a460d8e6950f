package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
)

// beginAgain begins the rematch to which all agree, and returns it to be shown. If that fails,
// the publication of the match before does it.
func (h *host) beginAgain(ctx context.Context, m *match.Match) []match.Unshown {
	if m.Next == "" {
		return nil
	}
	if err := lobby.BeginNext(ctx, h.Env, m); err != nil {
		h.Log.Warn("a rematch does not begin yet", "match", m.ID, "err", err)
		return nil
	}
	return []match.Unshown{{ID: m.Next}}
}
