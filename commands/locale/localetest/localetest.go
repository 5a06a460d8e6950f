// Package localetest says in English what a game says, for its tests.
package localetest

import (
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
)

// Say returns texts of a game, for Ann in the first seat and Ben in the second, with spaces between them.
func Say(t testing.TB, g games.Game, texts ...games.Text) string {
	t.Helper()
	c, err := locale.New([]games.Game{g})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(c.Voice("en", []string{"Ann", "Ben"}, nil).All(texts), " ")
}
