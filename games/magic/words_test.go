package magic

import (
	"encoding/json"
	"errors"
	"io/fs"
	"regexp"
	"testing"

	"parlour/commands/locale/localetest"
	"parlour/games"
	"parlour/games/gametest"
)

// say returns texts as [localetest.Say] does.
func say(t *testing.T, texts ...games.Text) string {
	t.Helper()
	return localetest.Say(t, Game{}, texts...)
}

// sentence returns a refusal in English.
func sentence(t *testing.T, err error) string {
	t.Helper()
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	return say(t, r.Text)
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		state             games.State
		last, score, owes string
		line              string // of the record
		unit              int
	}{
		{play(t), "", "Tiles left: Ann 8 · Ben 8", "Place a tile.", "", 0},
		{play(t, "b3U"), "Ann places b3 light.",
			"Tiles left: Ann 7 · Ben 8", "Flip one of their tiles, then place one of yours.", "Ann places b3 light", 1},
		{after(t, play(t, "b3U"), games.Leave), "", "Tiles left: Ann 7 · Ben 8", "Place a tile.", "Ben resigned", 2},
		{play(t, "b3U", "b3Wd4D"), "Ben flips b3 ←, places d4 dark.",
			"Tiles left: Ann 7 · Ben 7", "Flip one of their tiles, then place one of yours.", "Ben flips b3 ←, places d4 dark", 2},
		{from(t, "1_uuu-U-U-D-------"), "",
			"Tiles left: Ann 5 · Ben 5. Ben has three in a row: a1, b1, c1. Break it or lose.",
			"Flip one of their tiles, then place one of yours.", "", 0},
		{from(t, "1_uuuuU-U-D-D-----"), "",
			"Tiles left: Ann 4 · Ben 4. Ben has 2 rows: a1, b1, c1 / b1, c1, d1. Break them all or lose.",
			"Flip one of their tiles, then place one of yours.", "", 0},
	} {
		w := c.state.View(0).Words()
		if last, score, owes := say(t, w.Last...), say(t, w.Score), say(t, w.Owes); last != c.last || score != c.score || owes != c.owes {
			t.Errorf("the words of\n%s\nare %q, %q, %q\nwant %q, %q, %q", c.state.View(0), last, score, owes, c.last, c.score, c.owes)
		}
		if line := say(t, w.Line); line != c.line || w.Unit != c.unit {
			t.Errorf("the line of\n%s\nis %d. %q, want %d. %q", c.state.View(0), w.Unit, line, c.unit, c.line)
		}
		if sides := say(t, w.Sides...); sides != "Circle Diamond" {
			t.Errorf("the sides are %q", sides)
		}
	}
}

func TestReasons(t *testing.T) {
	for text, want := range map[string]string{
		"1_UUU-----d-d-u---": "three in a row: a1, b1, c1",
		"1_uuuUUDU---d-----": "a locked row: a1, b1, c1",
		"1_uuuUDDD---d-----": "you both have a row, and it was Ann's turn",
		"1_UUuuDDddUUuuDDdd": "the board is full",
	} {
		r, _ := from(t, text).Result()
		if got := say(t, r.Reason); got != want {
			t.Errorf("the reason of %s is %q, want %q", text, got, want)
		}
	}
}

// The refusal of a position says what a position looks like.
func TestPositionRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"2_----------------": "0 circles and 0 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.",
		"1_---x------------": "“1_---x------------” has no tile I know on d1. Use U, D, u, d or -.",
	} {
		if _, err := parsePosition(text); sentence(t, err) != want {
			t.Errorf("ParsePosition(%q) is refused with %q, want %q", text, sentence(t, err), want)
		}
	}
}

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
