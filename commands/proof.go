package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

func verifyCommand() command {
	return command{
		name: "verify", run: verify, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeAny},
	}
}

// verify says whether a match is fair, as its button Proof does.
func verify(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.played(ctx, c)
	if m == nil || err != nil {
		return reply, err
	}
	return proofOf(s, c, m)
}

// proofOfButton says whether the match of a button is fair, to anybody who sees it.
func proofOfButton(ctx context.Context, s *Service, c call) (Reply, error) {
	m, err := s.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	return proofOf(s, c, m)
}

// proofOf says whether a match is fair as far as anybody can tell now.
func proofOf(s *Service, c call, m *match.Match) (Reply, error) {
	switch {
	case !m.Info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case !m.Provable():
		return Reply{}, games.Refuse("refuse.verify.old")
	case m.Setup.Rules > 0 && m.State == nil:
		return Reply{}, games.ErrRules
	}
	return answer(s.writer.Proof(c.reader(), m))
}

// howToCheck tells how a proof is checked without Parlour.
func howToCheck(_ context.Context, s *Service, c call) (Reply, error) {
	return Reply{Message: s.writer.HowToCheck(c.Lang)}, nil
}
