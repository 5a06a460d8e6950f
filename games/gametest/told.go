package gametest

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// Told counts by their keys the reasons that a test was given, and the texts that they are made of.
type Told map[string]int

// Add counts a reason.
func (d Told) Add(why games.Text) {
	d[why.Key]++
	for _, arg := range why.Args() {
		if part, ok := arg.(games.Text); ok {
			d.Add(part)
		}
	}
}

// All fails a test for each sentence of a game that was never told. Those are meant whose keys begin with a prefix,
// but for some.
func (d Told) All(t *testing.T, g games.Game, prefix string, but ...string) {
	t.Helper()
	missing, err := d.missing(g, prefix, but)
	if err != nil || len(missing) > 0 {
		t.Errorf("%q are never said (%v): %v", missing, err, d)
	}
}

// missing returns the ends of the keys of those sentences.
func (d Told) missing(g games.Game, prefix string, but []string) (ends []string, err error) {
	text, err := fs.ReadFile(g.Info().Locale, "locale/en.json")
	var sentences map[string]any
	if err == nil {
		err = json.Unmarshal(text, &sentences)
	}
	for key := range sentences {
		if end, ok := strings.CutPrefix(key, prefix); ok && d[key] == 0 && !slices.Contains(but, end) {
			ends = append(ends, end)
		}
	}
	slices.Sort(ends)
	return ends, err
}
