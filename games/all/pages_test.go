package all

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/games"
)

// Every game has one line in the table of README.md, with all that Info says of it, and no game has two.
func TestReadmeHasALineForEachGame(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "\n| game | ")
	table, _, _ := strings.Cut(rest, "\n\n")
	lines := strings.Split(table, "\n")[2:]
	if len(lines) != len(Games()) {
		t.Fatalf("the table in README.md has %d games, want %d", len(lines), len(Games()))
	}
	for i, g := range Games() {
		info := g.Info()
		players := fmt.Sprint(info.MinSeats)
		if info.MaxSeats > info.MinSeats {
			players = fmt.Sprintf("%d to %d", info.MinSeats, info.MaxSeats)
		}
		if want := fmt.Sprintf("| [%s](%s) | %s | %s | ", info.Title, info.Source, players, info.Designer); !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of the table in README.md is %q, want one that begins with %q", i+1, lines[i], want)
		}
		typed := strings.Split(lines[i], "`")
		if len(typed) < 3 {
			t.Errorf("the line of %s in README.md shows no typed move", info.Title)
		} else if move, err := g.Parse(typed[1]); err != nil || move == "" {
			t.Errorf("README.md says that %q is a move of %s, and it is none: %v", typed[1], info.Title, err)
		}
	}
}

// Every game has a page in its folder on its picture and on the engine, and one on its opponent, which
// names each player.
func TestGamesHavePages(t *testing.T) {
	for _, g := range Games() {
		info := g.Info()
		wants := map[string][]string{"README.md": {"# " + info.Title + "\n", "\n## The picture\n", "\n## In the engine\n", "\n- `choices`: ", "\n- `state`: "}}
		if !info.Forfeit {
			wants["README.md"] = append(wants["README.md"], "\n## When time is up\n")
		}
		if o, ok := g.(games.Opponent); ok {
			said := []string{"# How Parlour plays " + info.Title + "\n"}
			for _, level := range o.Levels() {
				said = append(said, "\n| `"+string(level)+"` | ")
			}
			wants["opponent.md"] = append(said, o.Yardsticks()...)
		}
		for file, said := range wants {
			page, err := os.ReadFile(filepath.Join("..", info.Name, file))
			if err != nil {
				t.Errorf("%s has no page: %v", info.Title, err)
				continue
			}
			for _, want := range said {
				if !strings.Contains(strings.ToLower(string(page)), strings.ToLower(want)) {
					t.Errorf("games/%s/%s lacks %q", info.Name, file, want)
				}
			}
		}
	}
}

// A player finds each game in docs/playing.md, by a picture that leads to its page, and there sees a board.
func TestPlayersFindEachGame(t *testing.T) {
	page, err := os.ReadFile("../../docs/playing.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range Games() {
		name := g.Info().Name
		if link := "](../games/" + name + "/README.md)"; !strings.Contains(string(page), link) || !strings.Contains(string(page), `src="../imaging/testdata/`+name+"-") {
			t.Errorf("docs/playing.md does not show %s, with a link %s", name, link)
		}
		own, err := os.ReadFile(filepath.Join("..", name, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(own), `<img src="../../imaging/testdata/`+name+"-") {
			t.Errorf("games/%s/README.md shows no board", name)
		}
	}
}
