package turn

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/games"
)

// TakebackCommand defines /takeback.
func TakebackCommand() host.Command {
	return host.OfGame("takeback", takeback, host.CompleteGame)
}

// takeback asks for the asker's last move to be taken back.
func takeback(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, reply, err := h.Find(ctx, c, which.Mine)
	if m == nil {
		return reply, err
	}
	return asked(h.InGame(ctx, c, m.ID, match.TakeBack, takebackSaid))
}

// TakebackOfButton does so in the turn of its button.
func TakebackOfButton(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
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
