package gametest

import (
	"strings"
	"sync"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
)

// names are those of the players.
var names = []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"}

// catalogues are those of the games that have said something, by their names.
var catalogues = struct {
	sync.Mutex
	of map[string]*locale.Catalogue
}{of: map[string]*locale.Catalogue{}}

// Say returns texts of a game, for Ann in the first seat and Ben in the second, with spaces between them.
func Say(t testing.TB, g games.Game, texts ...games.Text) string { return SayTo(t, g, 2, texts...) }

// SayTo is Say at a table of so many players.
func SayTo(t testing.TB, g games.Game, players int, texts ...games.Text) string {
	t.Helper()
	return strings.Join(catalogue(t, g).Voice("en", names[:players], nil).All(texts), " ")
}

// BoardText returns a board as text, as people with some names read it.
func BoardText(t testing.TB, g games.Game, v games.View, names []string) string {
	t.Helper()
	if spoken, ok := v.(games.Spoken); ok {
		return catalogue(t, g).Voice("en", names, nil).Say(spoken.InWords())
	}
	return v.String()
}

// catalogue returns the catalogue of a game.
func catalogue(t testing.TB, g games.Game) *locale.Catalogue {
	t.Helper()
	catalogues.Lock()
	defer catalogues.Unlock()
	c := catalogues.of[g.Info().Name]
	if c == nil {
		var err error
		if c, err = locale.New([]games.Game{g}); err != nil {
			t.Fatal(err)
		}
		catalogues.of[g.Info().Name] = c
	}
	return c
}
