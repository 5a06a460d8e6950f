package all_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
)

// The reason for the best move in each position of testdata/zoo.txt names what a person saw there. Each game but the
// experiment has ten positions.
func TestZoo(t *testing.T) {
	text, err := os.ReadFile("testdata/zoo.txt")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	var game games.Game
	var setup games.Setup
	var log []games.Ply
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "= "); ok {
			game, log = all.Games()[slices.IndexFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == name })], nil
			setup = game.Info().Setup()
			setup.Seats = 2
			continue
		}
		switch best, names, answers := strings.Cut(line, " => "); {
		case line == "" || line[0] == '#':
		case answers:
			counts[game.Info().Name]++
			if err := named(t, game, setup, log, games.Move(strings.ReplaceAll(best, "_", " ")), names); err != nil {
				t.Errorf("%s: %v", game.Info().Name, err)
			}
		default:
			log = games.Line(2, line)
			for i, p := range log {
				log[i].Move = games.Move(strings.ReplaceAll(string(p.Move), "_", " "))
			}
		}
	}
	for _, g := range all.Games() {
		if info := g.Info(); counts[info.Name] < 10 && info.Name != "twistonly" {
			t.Errorf("%s has %d positions, want ten", info.Title, counts[info.Name])
		}
	}
}

// named checks that the reason for a move after a log says all of some words, which have commas between them.
func named(t *testing.T, g games.Game, setup games.Setup, log []games.Ply, m games.Move, words string) error {
	s, _, err := games.Replay(g, setup, log)
	if err != nil {
		return err
	}
	seat := s.ToMove()[0]
	if len(log) == 0 || m == "" {
		return fmt.Errorf("no move is asked for")
	}
	said := ""
	if why := g.(games.Reasoner).Why(s.View(seat), seat, m); why.Key != "" {
		said = gametest.Say(t, g, why)
	}
	for word := range strings.SplitSeq(words, ", ") {
		if !regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(word) + `($|\W)`).MatchString(said) {
			return fmt.Errorf("the reason for %s is %q, want %q in it:\n%s", m, said, word, s.View(seat))
		}
	}
	return nil
}
