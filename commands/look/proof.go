package look

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/commands/message/insight"
	"parlour/games"
)

// VerifyCommand defines /verify.
func VerifyCommand() host.Command {
	return host.OfGame("verify", Proof, completeAny)
}

// Proof says whether a match is fair as far as anybody can tell now: the match of a button, or the
// one that /verify is about.
func Proof(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, reply, err := meant(ctx, h, c)
	switch {
	case m == nil || err != nil:
		return reply, err
	case !m.Info.Chance:
		return interaction.Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case !fair.Provable(m):
		return interaction.Reply{}, games.Refuse("refuse.verify.old")
	case m.Setup.Rules > 0 && m.State == nil:
		return interaction.Reply{}, games.ErrRules
	}
	return host.Answer(insight.Proof(h.Writer, c.Reader(), m))
}

// meant finds the match of a button, or the one that a command is about.
func meant(ctx context.Context, h *host.Host, c host.Call) (*match.Match, interaction.Reply, error) {
	if c.Pressed.Match != "" {
		m, err := h.Seen(ctx, c)
		return m, interaction.Reply{}, err
	}
	return played(ctx, h, c)
}

// HowToCheck tells how a proof is checked without Parlour.
func HowToCheck(_ context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return interaction.Reply{Message: insight.HowToCheck(h.Writer, c.Lang)}, nil
}
