package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
)

// completeLevel lists the levels of the game that is typed already.
func completeLevel(_ context.Context, h *host, c call) (Reply, error) {
	game, _ := h.gameNamed(c.Options[optionGame]) // nil while it is not known
	return Reply{Choices: h.Writer.SuggestLevels(c.Lang, game, c.Options[c.Focus])}, nil
}

// firstChoices lists who may move first.
func firstChoices(h *host) []message.MenuOption {
	var all []message.MenuOption
	for _, first := range match.Firsts {
		all = append(all, message.MenuOption{Label: h.Writer.Label("en", "first."+first), Value: first})
	}
	return all
}

// completeOptions lists the options of the game that is typed already.
func completeOptions(_ context.Context, h *host, c call) (Reply, error) {
	game, err := h.gameNamed(c.Options[optionGame])
	if err != nil {
		return Reply{}, nil // the command itself will say what is wrong
	}
	return Reply{Choices: h.Writer.SuggestOptions(c.Lang, game.Info(), c.Options[c.Focus])}, nil
}
