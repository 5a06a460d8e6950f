package gametest

import (
	"testing"

	"parlour/games"
)

// FuzzParse checks that Parse returns a move in its one spelling, whatever was typed.
func FuzzParse(f *testing.F, g games.Game, typed ...string) {
	for _, text := range append(systemTexts, typed...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := g.Parse(text)
		if err != nil {
			return
		}
		if again, err := g.Parse(string(m)); err != nil || again != m {
			t.Errorf("Parse(%q) = %q, and Parse of that = %q, %v", text, m, again, err)
		}
	})
}
