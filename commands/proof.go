package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/commands/message"
	"parlour/games"
)

// VerifyCommand defines /verify.
func VerifyCommand() Command {
	return OfGame("verify", Proof, completeAny)
}

// Proof says whether a match is fair as far as anybody can tell now: the match of a button, or the
// one that /verify is about.
func Proof(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, reply, err := meant(ctx, h, c)
	switch {
	case m == nil || err != nil:
		return reply, err
	case !m.Info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case !proof.Provable(m):
		return Reply{}, games.Refuse("refuse.verify.old")
	case m.Setup.Rules > 0 && m.State == nil:
		return Reply{}, games.ErrRules
	}
	return Answer(message.Proof(h.Writer, c.Reader(), m))
}

// meant finds the match of a button, or the one that a command is about.
func meant(ctx context.Context, h *Host, c Call) (*match.Match, Reply, error) {
	if c.Pressed.Match != "" {
		m, err := h.Seen(ctx, c)
		return m, Reply{}, err
	}
	return played(ctx, h, c)
}

// HowToCheck tells how a proof is checked without Parlour.
func HowToCheck(_ context.Context, h *Host, c Call) (Reply, error) {
	return Reply{Message: message.HowToCheck(h.Writer, c.Lang)}, nil
}
