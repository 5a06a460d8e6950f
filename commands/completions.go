package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/message"
	"parlour/commands/message/typing"
)

// completeKind lists the games by what was typed.
func completeKind(_ context.Context, s *Service, c call) (interaction.Reply, error) {
	return interaction.Reply{Choices: typing.SuggestGames(s.writer, c.Lang, s.Games, c.Options[c.Focus])}, nil
}

// completeLevel lists the levels of the game that is typed already.
func completeLevel(_ context.Context, s *Service, c call) (interaction.Reply, error) {
	game, _ := s.kind(c.Options[optionGame]) // nil while it is not known
	return interaction.Reply{Choices: typing.SuggestLevels(s.writer, c.Lang, game, c.Options[c.Focus])}, nil
}

// named makes options of values, whose labels have keys with the same beginning.
func named(s *Service, prefix string, values []string) []message.MenuOption {
	var all []message.MenuOption
	for _, v := range values {
		all = append(all, message.MenuOption{Label: s.writer.Label("en", prefix+v), Value: v})
	}
	return all
}

// completeOptions lists the options of the game that is typed already.
func completeOptions(_ context.Context, s *Service, c call) (interaction.Reply, error) {
	game, err := s.kind(c.Options[optionGame])
	if err != nil {
		return interaction.Reply{}, nil // the command itself will say what is wrong
	}
	return interaction.Reply{Choices: typing.SuggestOptions(s.writer, c.Lang, game.Info(), c.Options[c.Focus])}, nil
}
