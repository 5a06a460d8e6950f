package opening

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match/terms"
	"parlour/commands/message"
	"parlour/commands/message/typing"
)

// completeLevel lists the levels of the game that is typed already.
func completeLevel(_ context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	game, _ := h.GameNamed(c.Options[host.OptionGame]) // nil while it is not known
	return interaction.Reply{Choices: typing.SuggestLevels(h.Writer, c.Lang, game, c.Options[c.Focus])}, nil
}

// firstChoices lists who may move first.
func firstChoices(h *host.Host) []message.MenuOption {
	var all []message.MenuOption
	for _, first := range terms.Firsts {
		all = append(all, message.MenuOption{Label: h.Writer.Label("en", "first."+first), Value: first})
	}
	return all
}

// completeOptions lists the options of the game that is typed already.
func completeOptions(_ context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	game, err := h.GameNamed(c.Options[host.OptionGame])
	if err != nil {
		return interaction.Reply{}, nil // the command itself will say what is wrong
	}
	return interaction.Reply{Choices: typing.SuggestOptions(h.Writer, c.Lang, game.Info(), c.Options[c.Focus])}, nil
}
