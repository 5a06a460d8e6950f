package magic

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup() games.Setup { return games.Setup{Game: "magic", Rules: rules, Seats: 2} }

// from starts a game from the text of a position.
func from(t *testing.T, text string) games.State {
	t.Helper()
	st, err := Game{}.FromPosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// viewOf returns the view of a spectator.
func viewOf(s games.State) View { return s.View(games.Spectator).(View) }

func TestContract(t *testing.T) {
	gametest.Check(t, Game{}, gametest.Config{
		Setup: setup(), Games: 40, Long: 10_000, MaxPlies: 16, Seed: 1,
		Players: map[string]games.Player{"easy": gametest.PlayerOf(t, Game{}, "easy"), "medium": gametest.PlayerOf(t, Game{}, "medium")},
	})
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{"random": setup()})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

// The moves in the text of the rules are moves.
func TestRulesShowMoves(t *testing.T) {
	text, err := fs.ReadFile(Game{}.Info().Locale, "locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var said map[string]any
	if err := json.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	rules, _ := said["magic.rules"].(string)
	for _, m := range regexp.MustCompile("`(([a-d][1-4][NESW])?[a-d][1-4][UD])`").FindAllStringSubmatch(rules, -1) {
		if got, err := (Game{}).Parse(m[1]); err != nil || string(got) != m[1] {
			t.Errorf("the rules show %q, and Parse = %q, %v", m[1], got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "b3Wd4U", "d4U", "b3 west, d4 light", "b3Wd4", "A1-N-A1-D")
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"1_----------------", "1_DuUd-uDdUUdUudD-", "2_U---------------", "2_-_--------------"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePosition(text)
		if err != nil {
			return
		}
		if p.String() != text {
			t.Errorf("ParsePosition(%q) = %q, want the same text", text, p)
		}
		if left := p.Left(); left[0] < 0 || left[1] < 0 || p.Count() > maxTurns {
			t.Errorf("%q has %v tiles left and %d turns", text, left, p.Count())
		}
	})
}

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does.
func FuzzPlay(f *testing.F) {
	f.Add("1_----------------", "b3U\nb3Wd4D\na3Eb2U")
	f.Add("1_uu----d-UU-----D", "c2Nc3U\ndraw")
	f.Add("1_ududUDUD--------", "a3U\nreturn\nleave")
	f.Fuzz(func(t *testing.T, text, moves string) {
		st, err := Game{}.FromPosition(text)
		if err != nil {
			return
		}
		for _, m := range strings.Split(moves, "\n") {
			st = gametest.FuzzLine(t, st, m)
		}
	})
}

// BenchmarkMagic plays by turns with the plain game.
func BenchmarkMagic(b *testing.B) {
	const depth = 3
	check := func(got int) {
		if want := perftFigures[depth-1]; got != want {
			b.Fatalf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	b.Run("perft", func(b *testing.B) {
		gametest.Versus(b, 8, func() { check(position{}.Perft(depth)) }, func() { check(newPlain().perft(depth)) })
	})
	b.Run("playout", func(b *testing.B) {
		gametest.Versus(b, 8, func() { position{}.Playout(rng) }, func() { newPlain().playout(rng) })
	})
}
