package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

// boardCommand defines /board.
func boardCommand() command {
	text := func(h *host) parameter {
		return parameter{Name: optionText, Description: h.describe("option.text"), Flag: true}
	}
	return command{
		Name: "board", Run: board, Define: options(completing(optionGame), text),
		Complete: map[string]handler{optionGame: completeGame},
	}
}

// board shows a match to the asker, from their seat.
func board(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := played(ctx, h, c)
	if m == nil || err != nil {
		return reply, err
	}
	return h.show(ctx, c, m, c.Options[optionText] == "true")
}

// viewText shows a match as text to the asker, whatever board its button was on.
func viewText(ctx context.Context, h *host, c call) (Reply, error) {
	return lookAt(ctx, h, c, true)
}

// viewBoard shows a match to the asker from their seat, whatever board its button was on.
func viewBoard(ctx context.Context, h *host, c call) (Reply, error) {
	return lookAt(ctx, h, c, false)
}

// lookAt shows the match of a button to the asker.
func lookAt(ctx context.Context, h *host, c call, asText bool) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	return h.show(ctx, c, m, asText)
}

// bringDown has the board of a game posted again at the bottom of its channel, for a player who
// is there.
func bringDown(ctx context.Context, h *host, c call) (Reply, error) {
	return h.inGame(ctx, c, c.Pressed.Match, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if c.Channel != m.Channel {
			return nil, games.Refuse("refuse.hidden")
		}
		return m.BringDown(seat)
	}, saying("board.brought"))
}

// played finds a match to look back at, if the asker may see it: the one that [host.find]
// finds, else the asker's last one, else the channel's.
func played(ctx context.Context, h *host, c call) (*match.Match, Reply, error) {
	m, reply, err := h.find(ctx, c, match.Anyone)
	if isRefusal(err) && c.Options[optionGame] == "" {
		m, err = h.Env.LastEnded(ctx, c.By.ID, c.Channel, err)
	}
	return m, reply, err
}
