package permute

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup(size int, start, swap string) games.Setup {
	return games.Setup{Game: "permute", Rules: rules, Seats: 2, Options: map[string]string{
		"size": strconv.Itoa(size), "start": start, "swap": swap,
	}}
}

// play starts a game and plays moves by turns.
func play(t testing.TB, s games.Setup, moves ...games.Move) state {
	t.Helper()
	var log []games.Ply
	for i, m := range moves {
		log = append(log, games.Ply{Seat: games.Seat(i % 2), Move: m})
	}
	st, _, err := games.Replay(Game{}, s, log)
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

func TestContract(t *testing.T) {
	for _, c := range []struct {
		size        int
		start, swap string
		games       int
	}{
		{2, "chequer", "on", 20}, {3, "chequer", "off", 40}, {4, "chequer", "on", 40}, {4, "blocks", "off", 20},
		{5, "chequer", "on", 30}, {6, "blocks", "on", 20}, {9, "chequer", "on", 14}, {9, "chequer", "off", 8},
		{10, "blocks", "off", 5}, {12, "chequer", "on", 2}, {19, "chequer", "off", 1},
	} {
		t.Run(fmt.Sprint(c.size, c.start, c.swap), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.size, c.start, c.swap), Games: c.games, MaxPlies: 400, Seed: 1, Players: gametest.Thinkers(Game{}.Table(), small),
			})
		})
	}
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{
		"chequer9": setup(9, "chequer", "on"), "blocks10": setup(10, "blocks", "off"),
	})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct {
		size, start, swap, key string
	}{
		{"9", "blocks", "on", "permute.refuse.odd-blocks"},
		{"25", "blocks", "off", "permute.refuse.odd-blocks"},
		{"27", "chequer", "on", "refuse.size"},
		{"1", "chequer", "on", "refuse.size"},
		{"-9", "chequer", "on", "refuse.size"},
		{"09", "chequer", "on", "refuse.size"},
		{"+9", "chequer", "on", "refuse.size"},
		{" 9", "chequer", "on", "refuse.size"},
		{"9.0", "chequer", "on", "refuse.size"},
		{"٩", "chequer", "on", "refuse.size"},
		{"", "chequer", "on", "refuse.size"},
		{"99999999999999999999", "chequer", "on", "refuse.size"},
		{"9", "Chequer", "on", "permute.refuse.start"},
		{"9", "", "on", "permute.refuse.start"},
		{"9", "chequer", "ON", "permute.refuse.swap-option"},
		{"9", "chequer", "yes", "permute.refuse.swap-option"},
	} {
		s := games.Setup{Game: "permute", Rules: rules, Seats: 2, Options: map[string]string{
			"size": c.size, "start": c.start, "swap": c.swap,
		}}
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
		"Cd3-e4": "Cd3-e4", "cd3e4": "Cd3-e4", "  a D3 - E4": "Ad3-e4", "SWAP": "swap",
		"Cd10-e11": "Cd10-e11", "cd10e11": "Cd10-e11", "Ca1a2": "Ca1-a2",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "Cd3", "Xd3-e4", "Cd0-e1", "Cd3--e4", "Cd3-e4!", "@everyone", "lapse", "leave", "draw"} {
		if got, err := (Game{}).Parse(text); !refuses(err, "permute.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	s := play(t, setup(9, "chequer", "off"), "Cd3-d4")
	for move, key := range map[games.Move]string{
		"Ci1-i1":  "refuse.face",
		"Ca9-a9":  "refuse.face",
		"Cd3-d3":  "permute.refuse.bandaged",
		"Cd4-d5":  "permute.refuse.bandaged",
		"Ca1-c3":  "permute.refuse.cell",
		"Ca1-a1":  "permute.refuse.colour",
		"ca1-a2":  "permute.refuse.notation",
		"swap":    "permute.refuse.swap",
		"nothing": "permute.refuse.notation",
		"return":  "refuse.return",
	} {
		if _, err := s.Play(1, move); !refuses(err, key) {
			t.Errorf("Play(%q) = %v, want %s", move, err, key)
		}
	}
	if _, err := s.Play(0, "Ca1-a1"); !refuses(err, "refuse.turn") {
		t.Errorf("a move out of turn gave %v", err)
	}
}

func TestPlayRefusesAFaceOfOneColour(t *testing.T) {
	s := state{pos: newPosition(4, false)}
	s.pos.Yellow = [maxSize]uint32{}
	s.pos.update(1)
	if _, err := s.Play(0, "Cb2-b2"); !refuses(err, "permute.refuse.plain") {
		t.Errorf("twisting four Orange stones gave %v", err)
	}
}

func TestBoardAsText(t *testing.T) {
	s := play(t, setup(3, "chequer", "off"), "Ca1-a1")
	want := " 3 YOY\n 2 YOO\n 1 oYY\n   abc"
	if got := s.View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

func TestStateAsJSON(t *testing.T) {
	s := play(t, setup(3, "chequer", "on"), "Ca1-a1", "swap")
	got, err := json.Marshal(s)
	want := `{"colours":["yellow","orange"],"ended":null,"groups":{"orange":[3,1],"yellow":[2,2,1]},"last":"swap","mover":1,"ply":2,` +
		`"rows":["YOY","YOO","oYY"],"size":3,"swap":false,"twist":{"col":0,"row":0,"clockwise":true,"spot":0},"winner":-1}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
}

// The state as JSON says whether a swap is still possible. It is not once the second player
// has moved.
func TestSwapAsJSON(t *testing.T) {
	for _, c := range []struct {
		swap  string
		moves []games.Move
		want  bool
	}{
		{"on", nil, true}, {"on", []games.Move{"Cd3-d4"}, true}, {"off", nil, false},
		{"on", []games.Move{"Cd3-d4", "Ca1-a2"}, false}, {"on", []games.Move{"Cd3-d4", "swap"}, false},
	} {
		var got struct{ Swap bool }
		text, err := json.Marshal(play(t, setup(9, "chequer", c.swap), c.moves...))
		if err != nil || json.Unmarshal(text, &got) != nil || got.Swap != c.want {
			t.Errorf("swap=%s, after %q: %s, %v, want %v", c.swap, c.moves, text, err, c.want)
		}
	}
}

// Programs read the keys of a View.
func TestViewAsJSON(t *testing.T) {
	s := play(t, setup(2, "chequer", "off"))
	got, err := json.Marshal(s.View(0))
	want := `{"size":2,"cells":[{"colour":1,"bandaged":false},{"colour":0,"bandaged":false},` +
		`{"colour":0,"bandaged":false},{"colour":1,"bandaged":false}],"colours":[0,1],"groups":[[1,1],[1,1]],` +
		`"ply":0,"toMove":0,"last":"","mover":0,"ended":null,"winner":-1,"twist":null,"swap":false,"offers":false}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
	v := play(t, setup(2, "chequer", "off"), "Ca1-a1").View(0).(View)
	got, err = json.Marshal([]any{v.Twist, v.Ended})
	want = `[{"col":0,"row":0,"clockwise":true,"spot":0},{"key":"reason.groups.equal"}]`
	if err != nil || string(got) != want {
		t.Errorf("the twist and the end as JSON are %s, %v, want %s", got, err, want)
	}
}

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }
