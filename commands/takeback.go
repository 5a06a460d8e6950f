package commands

import (
	"context"

	"parlour/commands/match"

	"parlour/games"
)

// TakebackCommand defines /takeback.
func TakebackCommand() Command {
	return OfGame("takeback", takeback, CompleteGame)
}

// takeback asks for the asker's last move to be taken back.
func takeback(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, reply, err := h.Find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	return asked(h.InGame(ctx, c, m.ID, match.TakeBack, takebackSaid))
}

// TakebackOfButton does so in the turn of its button.
func TakebackOfButton(ctx context.Context, h *Host, c Call) (Reply, error) {
	return asked(h.InTurn(ctx, c, match.TakeBack, takebackSaid))
}

// takebackSaid says whether a move was taken back, or others are asked.
func takebackSaid(m *match.Match, _ games.Seat) games.Text {
	asked := match.AskedAbout(m, match.AboutTakeback)
	if len(asked) == 0 {
		return games.Say("takeback.done")
	}
	return games.Say("takeback.asked", "Others", asked, "Count", len(asked))
}
