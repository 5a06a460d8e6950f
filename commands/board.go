package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

// board shows a match to the asker, from their seat.
func (c call) board(ctx context.Context) (Reply, error) {
	m, err := c.played(ctx)
	if err != nil {
		return Reply{}, err
	}
	return c.show(ctx, m, c.Options[optionText] == "true")
}

// viewText shows a match as text to the asker, whatever board its button was on.
func (c call) viewText(ctx context.Context) (Reply, error) {
	return c.lookAt(ctx, true)
}

// viewBoard shows a match to the asker from their seat, whatever board its button was on.
func (c call) viewBoard(ctx context.Context) (Reply, error) {
	return c.lookAt(ctx, false)
}

// lookAt shows the match of a button to the asker.
func (c call) lookAt(ctx context.Context, asText bool) (Reply, error) {
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	return c.show(ctx, m, asText)
}

// bringDown has the board of a game posted again at the bottom of its channel, for a player who
// is there.
func (c call) bringDown(ctx context.Context) (Reply, error) {
	return c.inGame(ctx, c.Pressed.Match, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if c.Channel != m.Channel {
			return nil, games.Refuse("refuse.hidden")
		}
		return m.BringDown(seat)
	}, saying("board.brought"))
}

// played finds a match to look back at, if the asker may see it: the one that [call.find]
// finds, else the asker's last one, else the channel's.
func (c call) played(ctx context.Context) (*match.Match, error) {
	m, err := c.find(ctx, match.Anyone)
	if isRefusal(err) && c.Options[optionGame] == "" {
		m, err = c.Env.LastEnded(ctx, c.By.ID, c.Channel, err)
	}
	return m, err
}
