package pentago

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup(opening, twist string) games.Setup {
	return games.Setup{Game: "pentago", Rules: rules, Seats: 2, Options: map[string]string{"opening": opening, "twist": twist}}
}

// usual is the setup of a table that chooses nothing.
var usual = setup("free", "always")

// play starts a game and plays the moves of a line by turns.
func play(t testing.TB, s games.Setup, line string) state {
	t.Helper()
	st, _, err := games.Replay(Game{}, s, games.Line(2, line))
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

// rows writes the stones of a state as its JSON has them, rows from the top.
func rows(t testing.TB, s games.State) string {
	t.Helper()
	var got struct{ Rows []string }
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(got.Rows, "/")
}

// wholeGames are games with their ends, rows from the top. The first one is of another program.
var wholeGames = []struct {
	name, line, rows string
	winner           games.Seat
	key              string
}{
	{"a placement", "c1-Aa4 b6-Ad4 d1-Aa1 b5-Aa4 a4-Ca4 b1-Cd4 f5-Aa4 d4-Cd1 b6-Aa1 f6-Ad4 a6-Aa1 c3-Ad1 d2-Ad4 e5-Ad1 d6-Ca4 " +
		"e6-Ca4 f3-Ad1 a6-Aa1 a5-Aa4 d1-Ca1 f4-Ad4 b2-Ad1 b1-Cd1 c1-Aa1 a1-Aa1 c2-Ad4 e2-Aa4 c6-Ad4 e3",
		"", 0, "pentago.reason.five"},
	{"a five of the other side", theirs, "----W-/--B-B-/------/----B-/--B-BB/WWWWW-", 0, "pentago.reason.theirs"},
	{"both at once", both, "WWWWWB/WBWWW-/-B----/-BB---/WBB-B-/WB--BB", games.Spectator, "pentago.reason.both"},
	{"a full board", "c1-Aa1 b2-Aa4 e6-Ad4 d4-Ca1 d6-Aa4 e6-Cd1 e4-Aa4 a6-Ca1 a4-Ad4 e2-Aa1 d6-Ca1 c5-Aa1 f6-Cd1 c4-Cd1 e1-Ad4 " +
		"b3-Ad4 a3-Cd1 c6-Ca4 a5-Aa1 c1-Ad4 d3-Aa4 b3-Cd1 b6-Aa4 e1-Cd4 a3-Ad4 e5-Cd4 d1-Ca1 f1-Ad4 b5-Ca4 f2-Ca1 d3-Ca4 b6-Cd1 " +
		"a2-Ca4 e3-Aa1 a2-Aa1 f5-Aa1",
		"BWWWBW/BWBWBB/BWBBWW/WWBWBW/BBWBBW/WBWBBW", games.Spectator, "pentago.reason.full"},
}

func TestExampleGames(t *testing.T) {
	for _, c := range wholeGames {
		s := play(t, usual, c.line)
		r, over := s.Result()
		if !over || s.Winner() != c.winner || r.Reason.Key != c.key {
			t.Errorf("%s: Result() = %+v, %v, want seat %d by %s", c.name, r, over, c.winner, c.key)
		}
		if got := rows(t, s); c.rows != "" && got != c.rows {
			t.Errorf("%s ends as %s, want %s", c.name, got, c.rows)
		}
	}
}

func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

func TestContract(t *testing.T) {
	for _, c := range []struct {
		opening, twist string
		games, long    int
	}{{"free", "always", 12, 8_000}, {"corner", "always", 3, 1_000}, {"free", "neutral", 3, 500}, {"corner", "neutral", 3, 500}} {
		t.Run(c.opening+" "+c.twist, func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.opening, c.twist), Games: c.games, Long: c.long, MaxPlies: cells + 10, Seed: 1, Players: players(),
			})
		})
	}
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{"usual": usual, "corner": setup("corner", "neutral")})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct{ opening, twist, key string }{
		{"Free", "always", "pentago.refuse.opening"}, {"", "always", "pentago.refuse.opening"},
		{"free", "never", "pentago.refuse.twist-option"}, {"corner", "", "pentago.refuse.twist-option"},
	} {
		if st, err := (Game{}).Start(setup(c.opening, c.twist)); st != nil || !refuses(err, c.key) {
			t.Errorf("Start(%q, %q) = %v, %v, want %s", c.opening, c.twist, st, err, c.key)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]games.Move{
		"b3-Cd4": "b3-Cd4", "B3CD4": "b3-Cd4", " b3 – a D4 ": "b3-Ad4", "b3": "b3", "B3": "b3", "b3, ↻ a4": "b3-Ca4",
		"a1aa1": "a1-Aa1", "a1ca1": "a1-Ca1", "g7-Cb2": "g7-Cb2", "a10aa10": "a10-Aa10",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "b", "3", "b3-d4", "b3-C", "Cd4", "b0-Cd4", "b3-Xd4", "b3-Cd4!", "b3b3", "@everyone", "lapse", "leave", "draw"} {
		if got, err := (Game{}).Parse(text); !refuses(err, "pentago.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	late := play(t, usual, near) // Orange is to move, and d3 wins
	corner := play(t, setup("corner", "always"), "")
	for _, c := range []struct {
		state state
		move  games.Move
		key   string
	}{
		{late, "g1-Ca4", "pentago.refuse.outside"},
		{late, "a7", "pentago.refuse.outside"},
		{late, "f4-Ca4", "pentago.refuse.taken"},
		{late, "d3-Ca4", "pentago.refuse.won"},
		{late, "d1", "pentago.refuse.twist"},
		{late, "d1-Cb2", "pentago.refuse.quadrant"},
		{late, "d1-Cd7", "pentago.refuse.quadrant"},
		{late, "d1-ca4", "pentago.refuse.notation"},
		{late, "d1ca4", "pentago.refuse.notation"},
		{late, "D1-Ca4", "pentago.refuse.notation"},
		{late, "nothing", "pentago.refuse.notation"},
		{late, "return", "refuse.return"},
		{corner, "b2-Ca4", "pentago.refuse.corner"},
		{corner, "b2", "pentago.refuse.corner"},
	} {
		if st, err := c.state.Play(0, c.move); st != nil || !refuses(err, c.key) {
			t.Errorf("Play(%q) = %v, %v, want %s", c.move, st, err, c.key)
		}
	}
	if _, err := late.Play(1, "d1-Ca4"); !refuses(err, "refuse.turn") {
		t.Errorf("a move out of turn gave %v", err)
	}
}

func TestBoardAsText(t *testing.T) {
	want := "6 --- -Y-\n5 YY- O-O\n4 OYY -OY\n\n3 --- --Y\n2 O-O ---\n1 OOY ---\n  abc def"
	if got := play(t, usual, near).View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

func TestStateAsJSON(t *testing.T) {
	got, err := json.Marshal(play(t, usual, "a1-Ca1 e5-Ad1"))
	want := `{"corner":false,"ended":null,"last":"e5-Ad1","mover":1,"neutral":false,"ply":2,` +
		`"rows":["------","----B-","------","W-----","------","------"],"turn":{"cell":"e5","twist":"Ad1"},"winner":-1}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
}

// Programs read the keys of a View.
func TestViewAsJSON(t *testing.T) {
	got, err := json.Marshal(play(t, setup("corner", "neutral"), "a1-Ca1").View(0))
	var cells [36]string
	for i := range cells {
		cells[i] = "-"
	}
	cells[12] = "W"
	board, _ := json.Marshal(cells)
	want := `{"cells":` + string(board) + `,"ply":1,"toMove":1,"last":"a1-Ca1","mover":0,"ended":null,"winner":-1,` +
		`"turn":{"cell":"a1","twist":"Ca1"},"now":"a3","corner":false,"neutral":true,"fives":null}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
	got, err = json.Marshal(play(t, usual, near+" d3").View(0).(View).Fives)
	if want := `[{"from":"b1","to":"f5","owner":0}]`; err != nil || string(got) != want {
		t.Errorf("the fives as JSON are %s, %v, want %s", got, err, want)
	}
}
