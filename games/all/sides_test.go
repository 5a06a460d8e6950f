package all

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// sidesOf says the names of a game's sides, the one that begins first; nil where seats are alike.
func sidesOf(t *testing.T, g games.Game) (names []string) {
	t.Helper()
	s, err := g.Start(g.Info().Setup())
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range s.View(games.Spectator).Words().Sides {
		names = append(names, gametest.Say(t, g, side))
	}
	return names
}

// stones are the letters of both sides in the JSON of a state where they are others than on the board as text: as they
// are, and fixed or dark side up. Programs rely on them, whatever people call the sides.
var stones = map[string]string{"permute": "OYoy", "slyde": "WBwb", "twistonly": "OYoy", "catchup": "WBwb", "pentago": "WBwb", "magic": "UuDd"}

// The board as text has the letters of the sides' names, and signs for pieces that are fixed or dark, row by row where the
// JSON of the state has its own.
func TestTextBoardsFollowTheNamesOfSides(t *testing.T) {
	for _, g := range Games() {
		name, names := g.Info().Name, sidesOf(t, g)
		if names == nil {
			continue
		}
		first, second := strings.ToLower(names[0]), strings.ToLower(names[1])
		for first[0] == second[0] {
			first, second = first[1:], second[1:]
		}
		letters := strings.ToUpper(first[:1]+second[:1]) + "@#"
		written := cmp.Or(stones[name], letters)
		for _, scene := range g.Scenes() {
			s, err := scene.State(g)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(s.View(games.Spectator).String(), " ", "")
			for _, row := range rowsOf(t, s) {
				want := strings.Map(func(r rune) rune {
					if i := strings.IndexRune(written, r); i >= 0 {
						return rune(letters[i])
					}
					return r
				}, row)
				_, rest, found := strings.Cut(text, want)
				if !found {
					t.Errorf("%s %s has no row %s for %v where the state has %s:\n%s", name, scene.Name, want, names, row, s.View(games.Spectator))
					break
				}
				text = rest
			}
		}
	}
}

// rowsOf returns the rows of the board in the JSON of a state, from the top.
func rowsOf(t *testing.T, s games.State) []string {
	t.Helper()
	var told struct {
		Rows     []string
		Position string
	}
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &told)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, cells, ok := strings.Cut(told.Position, "_"); ok {
		for row := range slices.Chunk([]byte(cells), 4) {
			told.Rows = append(told.Rows, string(row))
		}
	}
	if len(told.Rows) < 3 {
		t.Fatalf("there are no rows in %s", text)
	}
	return told.Rows
}

// colour matches the colours that name a side of some game, here or in books. Code and what books say are left out.
var (
	colour = regexp.MustCompile(`(?i)\b(orange|yellow|pink|mint|blue|rose|green|red|white|black)\b`)
	others = regexp.MustCompile("`[^`]*`|(?i:books call )[^.]*")
)

// A game of two sides names no colour in its sentences and on its pages but those of its sides.
func TestNoSideOfAnotherGameIsNamed(t *testing.T) {
	for _, g := range Games() {
		names := sidesOf(t, g)
		if names == nil {
			continue
		}
		said := map[string]string{}
		text, err := fs.ReadFile(g.Info().Locale, "locale/en.json")
		if err != nil {
			t.Fatal(err)
		}
		said["en.json"] = string(text)
		for _, page := range []string{"README.md", "opponent.md"} {
			if text, err = os.ReadFile(filepath.Join("..", g.Info().Name, page)); err != nil {
				t.Fatal(err)
			}
			said[page] = string(text)
		}
		for file, text := range said {
			for _, line := range strings.Split(others.ReplaceAllString(text, ""), "\n") {
				for _, word := range colour.FindAllString(line, -1) {
					if !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, word) }) {
						t.Errorf("games/%s/%s says %s, and the sides are %v: %s", g.Info().Name, file, word, names, line)
					}
				}
			}
		}
	}
}
