package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/commands/message/insight"
	"parlour/games"
)

// verifyCommand defines /verify.
func verifyCommand() command {
	return command{
		name: "verify", run: proof, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeAny},
	}
}

// proof says whether a match is fair as far as anybody can tell now: the match of a button, or the
// one that /verify is about.
func proof(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := meant(ctx, s, c)
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
	return answer(insight.Proof(s.writer, c.reader(), m))
}

// meant finds the match of a button, or the one that a command is about.
func meant(ctx context.Context, s *Service, c call) (*match.Match, interaction.Reply, error) {
	if c.button.Match != "" {
		return s.seen(ctx, c)
	}
	return s.played(ctx, c)
}

// howToCheck tells how a proof is checked without Parlour.
func howToCheck(_ context.Context, s *Service, c call) (interaction.Reply, error) {
	return interaction.Reply{Message: insight.HowToCheck(s.writer, c.Lang)}, nil
}
