package twistonly

import (
	"strings"
	"testing"

	catalogue "parlour/commands/locale"
	"parlour/games"
)

// say returns texts in English, for Ann in the first seat and Ben in the second.
func say(t *testing.T, texts ...games.Text) string {
	t.Helper()
	c, err := catalogue.New([]games.Game{Game{}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(c.Voice("en", []string{"Ann", "Ben"}, nil).All(texts), " ")
}
