// Package look shows: the board of a match and the list of those of a person, its record and its
// proof, hints and analyses, rules and help.
//
// Its policies:
//
//   - Nothing here makes a move. A handler changes at most where a board stands ([MoveHere],
//     [PostAgain], [BringDown]).
//   - The asker alone sees the answer, which has only what their seat may know.
//   - There are hints only in a game alone or against Parlour, and an analysis only of a game that is
//     over.
//
// The entry points are the commands and the handlers of buttons, which the tables of package commands
// list.
package look

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/games"
)

// BoardCommand defines /board.
func BoardCommand() host.Command {
	text := func(h *host.Host) interaction.Parameter {
		return interaction.Parameter{Name: host.OptionText, Description: h.Describe("option.text"), Flag: true}
	}
	return host.Command{
		Name: "board", Run: board, Define: host.Options(host.Completing(host.OptionGame), text),
		Complete: map[string]host.Handler{host.OptionGame: host.CompleteGame},
	}
}

// board shows a match to the asker, from their seat.
func board(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, reply, err := played(ctx, h, c)
	if m == nil || err != nil {
		return reply, err
	}
	return h.Show(ctx, c, m, c.Options[host.OptionText] == "true")
}

// ViewText shows a match as text to the asker, whatever board its button was on.
func ViewText(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return lookAt(ctx, h, c, true)
}

// ViewBoard shows a match to the asker from their seat, whatever board its button was on.
func ViewBoard(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return lookAt(ctx, h, c, false)
}

// lookAt shows the match of a button to the asker.
func lookAt(ctx context.Context, h *host.Host, c host.Call, asText bool) (interaction.Reply, error) {
	m, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	return h.Show(ctx, c, m, asText)
}

// BringDown has the board of a game posted again at the bottom of its channel, for a player who
// is there.
func BringDown(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return h.InGame(ctx, c, c.Pressed.Match, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if c.Channel != m.Channel {
			return nil, games.Refuse("refuse.hidden")
		}
		return match.BringDown(m, seat)
	}, host.Saying("board.brought"))
}

// played finds a match to look back at, if the asker may see it: the one that [host.Host.Find]
// finds, else the asker's last one, else the channel's.
func played(ctx context.Context, h *host.Host, c host.Call) (*match.Match, interaction.Reply, error) {
	m, reply, err := h.Find(ctx, c, which.Anyone)
	if host.IsRefusal(err) && c.Options[host.OptionGame] == "" {
		m, err = which.LastEnded(ctx, h.Env, c.By.ID, c.Channel, err)
	}
	return m, reply, err
}
