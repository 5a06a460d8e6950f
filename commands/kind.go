package commands

import (
	"context"
	"strings"

	"parlour/games"
)

// completeKind lists the games that are offered here by what was typed.
func completeKind(ctx context.Context, h *host, c call) (Reply, error) {
	here, err := h.gamesHere(ctx, c)
	return Reply{Choices: h.Writer.SuggestGames(c.Lang, here, c.Options[c.Focus])}, err
}

// gameNamed returns the game that somebody typed, by its name or its title. A refusal names some
// games.
func (h *host) gameNamed(typed string) (games.Game, error) { return named(h.Games, typed) }

// named returns the game of a list that somebody typed.
func named(list []games.Game, typed string) (games.Game, error) {
	for _, g := range list {
		if info := g.Info(); games.Fold(typed) == games.Fold(info.Name) || games.Fold(typed) == games.Fold(info.Title) {
			return g, nil
		}
	}
	return nil, games.Refuse("refuse.game", "Games", titles(list))
}

// titles names some games of a list.
func titles(list []games.Game) string {
	var all []string
	for _, g := range list[:min(8, len(list))] {
		all = append(all, g.Info().Title)
	}
	return strings.Join(all, ", ")
}
