package slyde

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup(size int, mirror bool) games.Setup {
	return games.Setup{Game: "slyde", Rules: rules, Seats: 2, Options: map[string]string{
		"size": strconv.Itoa(size), "mirror": map[bool]string{true: "on", false: "off"}[mirror],
	}}
}

// play starts a game and plays moves by turns.
func play(t testing.TB, s games.Setup, moves ...games.Move) state {
	t.Helper()
	st, _, err := games.Replay(Game{}, s, games.InTurn(2, moves...))
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{
		"mirror8": setup(8, true), "plain10": setup(10, false),
	})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct {
		size, mirror, key string
	}{
		{"9", "on", "slyde.refuse.odd"}, {"25", "off", "slyde.refuse.odd"},
		{"28", "on", "slyde.refuse.size"}, {"0", "on", "slyde.refuse.size"}, {"1", "on", "slyde.refuse.size"},
		{"-8", "on", "slyde.refuse.size"}, {"08", "on", "slyde.refuse.size"}, {"+8", "on", "slyde.refuse.size"},
		{" 8", "on", "slyde.refuse.size"}, {"8.0", "on", "slyde.refuse.size"}, {"٨", "on", "slyde.refuse.size"},
		{"", "on", "slyde.refuse.size"}, {"99999999999999999999", "on", "slyde.refuse.size"},
		{"8", "ON", "slyde.refuse.mirror-option"}, {"8", "yes", "slyde.refuse.mirror-option"},
	} {
		s := games.Setup{Game: "slyde", Rules: rules, Seats: 2, Options: map[string]string{"size": c.size, "mirror": c.mirror}}
		if st, err := (Game{}).Start(s); st != nil || !refuses(err, c.key) {
			t.Errorf("Start(%v) = %v, %v, want %s", s.Options, st, err, c.key)
		}
	}
}

func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

func TestParse(t *testing.T) {
	for text, want := range map[string]games.Move{
		"f3-f4": "f3-f4", "F3-F4": "f3-f4", "f3 f4": "f3-f4", "F3 F4": "f3-f4", " f3 - f4 ": "f3-f4", "f3f4": "f3-f4",
		"k10-k11": "k10-k11", "k10k11": "k10-k11", "*f9": "*f9", "*F9": "*f9", "* f10": "*f10", "a1-h8": "a1-h8",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for key, texts := range map[string][]string{
		"slyde.refuse.notation":        {"", "f3", "f3--f4", "f0-f1", "f3-f4!", "@everyone", "lapse", "leave", "draw", "swap"},
		"slyde.refuse.notation-change": {"f9*", "**f9", "*"}, // most who type no mark play without it
	} {
		for _, text := range texts {
			if got, err := (Game{}).Parse(text); !refuses(err, key) {
				t.Errorf("Parse(%q) = %q, %v, want %s", text, got, err, key)
			}
		}
	}
}

// What is refused is told in a sentence that says what would be right.
func TestRefusals(t *testing.T) {
	open := []games.Move{"f3-f4"} // Yellow is to move, and f4 is fixed
	for _, c := range []struct {
		log  []games.Move
		move games.Move
		want string
	}{
		{open, "i1-i2", "i1 isn't on this board. Pick cells from a1 to h8."},
		{open, "a9-a8", "a9 isn't on this board. Pick cells from a1 to h8."},
		{open, "*h9", "h9 isn't on this board. Pick cells from a1 to h8."},
		{open, "b1-a1", "b1 is Orange. Name your own stone first: a1-b1."},
		{open, "f4-g4", "f4 isn't Yellow. Try g3-g4."},
		{open, "f3-f4", "f4 is fixed. Try e3-e4."},
		{open, "a1-c1", "c1 isn't right beside a1. Pick a2 or b1."},
		{open, "a1-a1", "a1 isn't right beside a1. Pick a2 or b1."},
		{open, "g3-f3", "f3 is Yellow too. Pick g4, h3 or g2."},
		{open, "*a1", "Fixing and freeing is for a board that mirrors itself. Swap two stones, like a1-b1."},
		{open, "*h8", "Fixing and freeing is for a board that mirrors itself. Swap two stones, like h8-h7."},
		{open, "A1-b1", "“A1-b1” isn't a move. Type one like f3-f4. That swaps your stone on f3 with the one on f4."},
		{open, "*A1", "“*A1” isn't a move. Type one like *f5. That fixes or frees the stone on f5."},
		{[]games.Move{"b1-a1", "c1-d1"}, "a1-a2", "a1 is fixed. Try a2-b2."},
	} {
		_, err := play(t, setup(8, true), c.log...).Play(games.Seat(len(c.log)%2), c.move)
		var r *games.Refusal
		if !errors.As(err, &r) {
			t.Errorf("after %v Play(%q) = %v, want a refusal", c.log, c.move, err)
		} else if got := say(t, r.Text); got != c.want {
			t.Errorf("after %v Play(%q) says %q, want %q", c.log, c.move, got, c.want)
		}
	}
	off := play(t, setup(8, false), "b1-a1", "c1-d1")
	if _, err := off.Play(0, "*a1"); !refuses(err, "slyde.refuse.no-mirror") {
		t.Errorf("a change at a table without the mirror rule gave %v", err)
	}
	if _, err := off.Play(1, "a2-b2"); !refuses(err, "refuse.turn") {
		t.Errorf("a move out of turn gave %v", err)
	}
}

// Where only a change is left, a refusal offers one.
func TestRefusalsWithoutASwap(t *testing.T) {
	for m, want := range map[games.Move]string{"a1-a2": "a1 is fixed. Try *a1."} {
		_, err := play(t, setup(4, true), full...).Play(0, m)
		var r *games.Refusal
		if !errors.As(err, &r) || say(t, r.Text) != want {
			t.Errorf("Play(%q) = %v, want %q", m, err, want)
		}
	}
}

func TestBoardAsText(t *testing.T) {
	want := " 4 OYOY\n 3 YOYO\n 2 OYOY\n 1 oYYO\n   abcd"
	if got := play(t, setup(4, true), "b1-a1").View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

// Programs read the state with the sides as books call them.
func TestStateAsJSON(t *testing.T) {
	got, err := json.Marshal(play(t, setup(4, true), "b1-a1", "c1-d1"))
	want := `{"ended":null,"groups":{"black":[2,2,1,1,1,1],"white":[2,2,1,1,1,1]},"last":"c1-d1","mirror":1,"mover":1,"ply":2,` +
		`"rows":["WBWB","BWBW","WBWB","wBWb"],"rule":true,"size":4,"turn":{"col":2,"row":0,"toCol":3,"toRow":0},"winner":-1}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
}

// Programs read the keys of a View.
func TestViewAsJSON(t *testing.T) {
	got, err := json.Marshal(play(t, setup(2, true), "b1-a1").View(0))
	want := `{"size":2,"cells":[{"colour":0,"fixed":true},{"colour":1,"fixed":false},{"colour":0,"fixed":false},{"colour":1,"fixed":false}],` +
		`"groups":[[2],[2]],"ply":1,"toMove":1,"last":"b1-a1","mover":0,` +
		`"ended":null,"winner":-1,"turn":{"col":1,"row":0,"toCol":0,"toRow":0},"rule":true,"mirror":0}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
}

// A whole game in which a change frees a stone, and a draw, by an independent program.
func TestWholeGames(t *testing.T) {
	for _, c := range []struct {
		log, rows, groups, reason string
		turns                     int
		places                    string
	}{
		{
			`h3-h4 h6-h5 e4-e3 e5-e6 b1-c1 b8-c8 g6-g7 g3-g2 b5-a5 b4-a4 d7-c7 d2-c2 f1-e1 f8-e8 f3-f2 f6-f7 h1-g1 h8-g8 g3-h3 g6-h6
			*g7 b6-a6 b7-a7 b2-a2 g4-f4 g5-f5 b6-b7 c5-c4 e5-e4 c3-b3 g5-g4 b1-b2 c5-b5 d4-d5 c6-c5 a1-b1 g6-g5 g6-g7`,
			"WWbBbWbW/wwwBBbbW/bBBBbWWb/wwwbBbwb/bWbWwwww/BbWWwBBw/bbbWWwbB/WbwWwBwB",
			"[[18 5 4 2 1 1 1] [16 7 5 2 1 1]]", "largest group 18 to 16", 38, "[1 2]",
		},
		{
			`g2-f2 a5-b5 b3-c3 a7-a8 a2-a3 f4-g4 b1-a1 c5-c6 d5-d4 b8-c8 d7-c7 e5-e4 e6-f6 d2-c2 d1-e1 h8-h7 h1-g1 g7-g8 f5-g5 f5-f4
			f7-f8 h2-h3 d3-e3 f7-g7 d2-d3 e7-f7 e7-d7 g2-h2 e8-d8 d5-c5 c4-b4 g3-f3 e2-d2 h6-h5 e5-e6 d6-d5 a6-b6 e5-f5 a7-a6 a7-b7`,
			"", "[[10 7 6 5 1 1 1 1] [10 7 6 5 1 1 1 1]]", "all groups are equal", 40, "[1 1]",
		},
	} {
		var moves []games.Move
		for _, m := range strings.Fields(c.log) {
			moves = append(moves, games.Move(m))
		}
		s := play(t, setup(8, true), moves...)
		r, over := s.Result()
		if rows := rowsOf(s, "WBwb"); len(moves) != c.turns || !over || c.rows != "" && rows != c.rows || fmt.Sprint(s.pos.Groups()) != c.groups ||
			say(t, r.Reason) != c.reason || fmt.Sprint(r.Places) != c.places {
			t.Errorf("after %d turns, over %v: rows %s, groups %v, places %v, %q", len(moves), over, rows, s.pos.Groups(), r.Places, say(t, r.Reason))
		}
	}
}
