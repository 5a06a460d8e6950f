package host

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/message/typing"
	"parlour/games"
)

// CompleteKind lists the games by what was typed.
func CompleteKind(_ context.Context, h *Host, c Call) (interaction.Reply, error) {
	return interaction.Reply{Choices: typing.SuggestGames(h.Writer, c.Lang, h.Games, c.Options[c.Focus])}, nil
}

// GameNamed returns the game that somebody typed, by its name or its title.
func (h *Host) GameNamed(typed string) (games.Game, error) {
	for _, g := range h.Games {
		if info := g.Info(); games.Fold(typed) == games.Fold(info.Name) || games.Fold(typed) == games.Fold(info.Title) {
			return g, nil
		}
	}
	return nil, games.Refuse("refuse.game")
}
