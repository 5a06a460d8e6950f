package all

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// Every game can be offered: names that fit a command, options that fit a menu,
// sentences for all of it, and at least one playthrough.
func TestGamesCanBeOffered(t *testing.T) {
	for _, g := range Games() {
		info := g.Info()
		if !regexp.MustCompile(`^[a-z]{1,32}$`).MatchString(info.Name) || info.Title == "" || info.Designer == "" || !strings.HasPrefix(info.Source, "https://") || info.Rules < 1 {
			t.Errorf("Info() = %+v", info)
		}
		if files, _ := filepath.Glob(filepath.Join("..", info.Name, "testdata", "playthrough", "*.txt")); len(files) == 0 {
			t.Errorf("%s has no playthrough", info.Name)
		}
		keys := []string{info.Name + ".about", info.Name + ".rules"}
		for _, o := range info.Options {
			keys = append(keys, info.Name+".option."+o.Name)
			if len(o.Values) > 25 || !slices.Contains(o.Values, o.Default) {
				t.Errorf("option %s of %s: %v, default %q", o.Name, info.Name, o.Values, o.Default)
			}
		}
		checkSentences(t, info, keys)
	}
}

func checkSentences(t *testing.T, info games.Info, keys []string) {
	text, err := fs.ReadFile(info.Locale, "locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var said map[string]any
	if err := json.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if said[key] == nil {
			t.Errorf("%s has no sentence for %s", info.Name, key)
		}
	}
}
