package host

import (
	"context"
	"strings"

	"parlour/commands/interaction"
	"parlour/commands/message/typing"
	"parlour/games"
)

// CompleteKind lists the games by what was typed.
func CompleteKind(_ context.Context, h *Host, c Call) (interaction.Reply, error) {
	return interaction.Reply{Choices: typing.SuggestGames(h.Writer, c.Lang, h.Games, c.Options[c.Focus])}, nil
}

// GameNamed returns the game that somebody typed, by its name or its title. A refusal names some
// games.
func (h *Host) GameNamed(typed string) (games.Game, error) {
	var titles []string
	for _, g := range h.Games {
		info := g.Info()
		if games.Fold(typed) == games.Fold(info.Name) || games.Fold(typed) == games.Fold(info.Title) {
			return g, nil
		}
		titles = append(titles, info.Title)
	}
	return nil, games.Refuse("refuse.game", "Games", strings.Join(titles[:min(8, len(titles))], ", "))
}
