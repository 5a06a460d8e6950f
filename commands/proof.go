package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

// verifyCommand defines /verify.
func verifyCommand() command {
	return ofGame("verify", Proof, completeAny)
}

// Proof says whether a match is fair as far as anybody can tell now: the match of a button, or the
// one that /verify is about.
func Proof(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := meant(ctx, h, c)
	switch {
	case m == nil || err != nil:
		return reply, err
	case !m.Info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case m.Setup.Rules > 0 && m.State == nil:
		return Reply{}, games.ErrRules
	}
	return answer(h.Writer.Proof(c.reader(), m))
}

// meant finds the match of a button, or the one that a command is about.
func meant(ctx context.Context, h *host, c call) (*match.Match, Reply, error) {
	if c.Pressed.Match != "" {
		m, err := h.seen(ctx, c)
		return m, Reply{}, err
	}
	return played(ctx, h, c)
}

// howToCheck tells how a proof is checked without Parlour.
func howToCheck(_ context.Context, h *host, c call) (Reply, error) {
	return Reply{Message: h.Writer.HowToCheck(c.Lang)}, nil
}
