package permutu

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	catalogue "parlour/commands/locale"
	"parlour/games"
	"parlour/games/gametest"
)

// names are those of the seats in the tests.
var names = []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"}

// english is the voice of the tests, made once, for they say much.
var english = sync.OnceValues(func() (catalogue.Voice, error) {
	c, err := catalogue.New([]games.Game{Game{}})
	if err != nil {
		return catalogue.Voice{}, err
	}
	return c.Voice("en", names, nil), nil
})

// said says a text in English. It fails for a key that has no sentence and for a
// sentence that names a value which the text does not have.
func said(t *testing.T, text games.Text) string {
	t.Helper()
	voice, err := english()
	if err != nil {
		t.Fatal(err)
	}
	words := voice.Say(text)
	if text.Key != "" && words == text.Key || strings.Contains(words, "permutu.") || strings.Contains(words, "<no value>") {
		t.Fatalf("%v is said as %q", text, words)
	}
	return words
}

// lines says several texts, a line each.
func lines(t *testing.T, texts []games.Text) string {
	t.Helper()
	var all []string
	for _, text := range texts {
		all = append(all, said(t, text))
	}
	return strings.Join(all, "\n")
}

// refusal says why something was refused.
func refusal(t *testing.T, err error) string {
	t.Helper()
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	return said(t, r.Text)
}

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

// A star formats on Discord: only the rules may have one.
func TestSentencesHaveNoStars(t *testing.T) {
	var all map[string]any
	text, err := fs.ReadFile(Game{}.Info().Locale, "locale/en.json")
	if err != nil || json.Unmarshal(text, &all) != nil {
		t.Fatalf("en.json: %v", err)
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if strings.Contains(fmt.Sprint(all[key]), "*") && key != "permutu.rules" {
			t.Errorf("%s has a star, which formats: %v", key, all[key])
		}
	}
}
