package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/games"
)

// takebackCommand defines /takeback.
func takebackCommand() command {
	return command{
		name: "takeback", run: takeback, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeGame},
	}
}

// takeback asks for the asker's last move to be taken back.
func takeback(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := s.find(ctx, c, which.Mine)
	if m == nil {
		return reply, err
	}
	return s.inGame(ctx, c, m.ID, match.TakeBack, takebackSaid)
}

// takebackOfButton does so in the turn of its button.
func takebackOfButton(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return s.inTurn(ctx, c, match.TakeBack, takebackSaid)
}

// takebackSaid says whether a move was taken back, or others are asked.
func takebackSaid(m *match.Match, _ games.Seat) games.Text {
	asked := match.AskedAbout(m, match.AboutTakeback)
	if len(asked) == 0 {
		return games.Say("takeback.done")
	}
	return games.Say("takeback.asked", "Others", asked, "Count", len(asked))
}
