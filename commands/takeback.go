package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

// takeback asks for the asker's last move to be taken back.
func (c call) takeback(ctx context.Context) (Reply, error) {
	m, err := c.find(ctx, match.Mine)
	if err != nil {
		return Reply{}, err
	}
	return asked(c.inGame(ctx, m.ID, (*match.Match).TakeBack, takebackSaid))
}

// takebackOfButton does so in the turn of its button.
func (c call) takebackOfButton(ctx context.Context) (Reply, error) {
	return asked(c.inTurn(ctx, (*match.Match).TakeBack, takebackSaid))
}

// takebackSaid says whether a move was taken back, or others are asked.
func takebackSaid(m *match.Match, _ games.Seat) games.Text {
	asked := m.AskedAbout(match.AboutTakeback)
	if len(asked) == 0 {
		return games.Say("takeback.done")
	}
	return games.Say("takeback.asked", "Others", asked, "Count", len(asked))
}
