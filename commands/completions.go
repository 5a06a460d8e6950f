package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/match/which"
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

// completeMove lists how a text that names the steps of a move may go on. An empty list means
// that there is no move; the command itself will say why.
func completeMove(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.find(ctx, c, which.Mine)
	if err != nil || m == nil || m.State == nil || c.Command == "bid" && !m.Bidding() {
		return interaction.Reply{}, nil
	}
	return interaction.Reply{Choices: typing.Complete(s.writer, c.Lang, m, m.SeatOf(c.By.ID), c.Options[c.Focus])}, nil
}
