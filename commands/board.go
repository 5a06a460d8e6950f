package commands

import (
	"context"

	"parlour/commands/match"

	"parlour/games"
)

// BoardCommand defines /board.
func BoardCommand() Command {
	text := func(h *Host) Parameter {
		return Parameter{Name: OptionText, Description: h.Describe("option.text"), Flag: true}
	}
	return Command{
		Name: "board", Run: board, Define: Options(Completing(OptionGame), text),
		Complete: map[string]Handler{OptionGame: CompleteGame},
	}
}

// board shows a match to the asker, from their seat.
func board(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, reply, err := played(ctx, h, c)
	if m == nil || err != nil {
		return reply, err
	}
	return h.Show(ctx, c, m, c.Options[OptionText] == "true")
}

// ViewText shows a match as text to the asker, whatever board its button was on.
func ViewText(ctx context.Context, h *Host, c Call) (Reply, error) {
	return lookAt(ctx, h, c, true)
}

// ViewBoard shows a match to the asker from their seat, whatever board its button was on.
func ViewBoard(ctx context.Context, h *Host, c Call) (Reply, error) {
	return lookAt(ctx, h, c, false)
}

// lookAt shows the match of a button to the asker.
func lookAt(ctx context.Context, h *Host, c Call, asText bool) (Reply, error) {
	m, err := h.Seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	return h.Show(ctx, c, m, asText)
}

// BringDown has the board of a game posted again at the bottom of its channel, for a player who
// is there.
func BringDown(ctx context.Context, h *Host, c Call) (Reply, error) {
	return h.InGame(ctx, c, c.Pressed.Match, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if c.Channel != m.Channel {
			return nil, games.Refuse("refuse.hidden")
		}
		return match.BringDown(m, seat)
	}, Saying("board.brought"))
}

// played finds a match to look back at, if the asker may see it: the one that [Host.Find]
// finds, else the asker's last one, else the channel's.
func played(ctx context.Context, h *Host, c Call) (*match.Match, Reply, error) {
	m, reply, err := h.Find(ctx, c, match.Anyone)
	if IsRefusal(err) && c.Options[OptionGame] == "" {
		m, err = match.LastEnded(ctx, h.Env, c.By.ID, c.Channel, err)
	}
	return m, reply, err
}
