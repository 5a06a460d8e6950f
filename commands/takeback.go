package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

// takebackCommand defines /takeback.
func takebackCommand() command {
	return ofGame("takeback", takeback, completeGame)
}

// takeback asks for the asker's last move to be taken back.
func takeback(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := h.find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	return asked(h.inGame(ctx, c, m.ID, (*match.Match).TakeBack, takebackSaid))
}

// takebackOfButton does so in the turn of its button.
func takebackOfButton(ctx context.Context, h *host, c call) (Reply, error) {
	return asked(h.inTurn(ctx, c, (*match.Match).TakeBack, takebackSaid))
}

// takebackSaid says whether a move was taken back, or others are asked.
func takebackSaid(m *match.Match, _ games.Seat) games.Text {
	asked := m.AskedAbout(match.AboutTakeback)
	if len(asked) == 0 {
		return games.Say("takeback.done")
	}
	return games.Say("takeback.asked", "Others", asked, "Count", len(asked))
}
