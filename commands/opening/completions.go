package opening

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/message"
	"parlour/commands/message/typing"
)

// completeLevel lists the levels of the game that is typed already.
func completeLevel(_ context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	game, _ := h.GameNamed(c.Options[host.OptionGame]) // nil while it is not known
	return interaction.Reply{Choices: typing.SuggestLevels(h.Writer, c.Lang, game, c.Options[c.Focus])}, nil
}

// named makes options of values, whose labels have keys with the same beginning.
func named(h *host.Host, prefix string, values []string) []message.MenuOption {
	var all []message.MenuOption
	for _, v := range values {
		all = append(all, message.MenuOption{Label: h.Writer.Label("en", prefix+v), Value: v})
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
