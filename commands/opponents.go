package commands

import (
	"context"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/games"
)

// offerOpponents shows a player at an open table the levels of opponents: those with a name as buttons, the others in
// a menu beneath. A button sends an opponent away.
func offerOpponents(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	if err := lobby.MayEngage(m, c.By.ID); err != nil {
		return Reply{}, err
	}
	said := []string{h.say(c, "opponent.which", "Game", m.Info.Title)}
	seated, levels := strconv.Itoa(m.Opponents()), m.Opponent().Levels()
	if len(m.Players) == m.Info.MaxSeats {
		said, levels = []string{h.say(c, "opponent.full", "Count", m.Info.MaxSeats)}, nil
	}
	var row []message.Control
	steps := message.Control{ID: message.NewButton(m, message.VerbEngage, seated).String(), Label: h.say(c, "opponent.steps")}
	for _, level := range levels {
		if !level.Named() {
			steps.Options = append(steps.Options, h.Writer.LevelOption(c.Lang, m.Opponent(), level))
			continue
		}
		name := level.Words()
		said = append(said, h.say(c, "opponent.level", "Level", name, "Step", level.Step(levels), "Help", level.Help(m.Opponent())))
		row = append(row, message.Control{
			ID: message.NewButton(m, message.VerbEngage, seated, string(level)).String(), Label: h.Writer.Plain(c.Lang, nil).Say(name),
		})
	}
	if m.Opponents() > 0 {
		row = append(row, message.Control{
			ID: message.NewButton(m, message.VerbDismiss, seated).String(), Label: h.Writer.Label(c.Lang, "button.dismiss"), Style: message.Danger,
		})
	}
	reply := tell(message.Lines(said...))
	if len(row) > 0 {
		reply.Message.Rows = append(reply.Message.Rows, row)
	}
	if len(steps.Options) > 0 {
		reply.Message.Rows = append(reply.Message.Rows, []message.Control{steps})
	}
	return reply, nil
}

// engageOpponent seats an opponent of the level that the button names, or that was chosen in the menu.
func engageOpponent(ctx context.Context, h *host, c call) (Reply, error) {
	var named string
	var err error
	switch len(c.Pressed.Steps) {
	case 1:
		named, err = c.chosen()
	case 2:
		named = c.Pressed.Steps[1]
	default:
		err = games.Refuse("refuse.button")
	}
	if err != nil {
		return Reply{}, err
	}
	return atTable(ctx, h, c, "table.engaged", func(m *match.Match) error {
		level, err := message.ParseLevel(m.Opponent(), named)
		if err != nil {
			return err
		}
		return lobby.Engage(m, c.By.ID, c.Pressed.Steps[0], hire(h, m, level))
	})
}

// dismissOpponent sends away the opponent that sat down last.
func dismissOpponent(ctx context.Context, h *host, c call) (Reply, error) {
	if len(c.Pressed.Steps) == 0 {
		return Reply{}, games.Refuse("refuse.button")
	}
	return atTable(ctx, h, c, "table.dismissed", func(m *match.Match) error {
		return lobby.Dismiss(m, c.By.ID, c.Pressed.Steps[0])
	})
}
