package catchup

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup(size int, bonus Bonus) games.Setup {
	return games.Setup{Game: "catchup", Rules: rules, Seats: 2, Options: map[string]string{
		"size": strconv.Itoa(size), "bonus": bonus.String(),
	}}
}

// play starts a game and plays plies, which [games.Line] reads.
func play(t testing.TB, size int, bonus Bonus, plies string) state {
	t.Helper()
	st, _, err := games.Replay(Game{}, setup(size, bonus), games.Line(2, plies))
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

func TestContract(t *testing.T) {
	for _, c := range []struct {
		size        int
		bonus       Bonus
		games, long int
	}{
		{2, match, 12, 1500}, {2, overtake, 6, 1500}, {2, quiet, 12, 1500}, {3, match, 3, 1000}, {3, overtake, 2, 1000}, {3, quiet, 3, 1000},
		{4, match, 3, 800}, {4, overtake, 1, 400}, {5, match, 3, 700}, {5, quiet, 2, 400}, {7, overtake, 1, 200},
	} {
		t.Run(fmt.Sprint(c.size, c.bonus), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.size, c.bonus), Games: c.games, Long: c.long, MaxPlies: MaxCells, Seed: 1, Players: players(small),
			})
		})
	}
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{
		"match5": setup(5, match), "overtake4": setup(4, overtake), "quiet5": setup(5, quiet),
	})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct{ size, bonus, key string }{
		{"1", "match", "catchup.refuse.size"}, {"10", "match", "catchup.refuse.size"}, {"05", "match", "catchup.refuse.size"},
		{"", "match", "catchup.refuse.size"}, {"five", "match", "catchup.refuse.size"}, {"-5", "match", "catchup.refuse.size"},
		{"5", "", "catchup.refuse.bonus"}, {"5", "Match", "catchup.refuse.bonus"}, {"5", "none", "catchup.refuse.bonus"},
	} {
		s := games.Setup{Game: "catchup", Rules: rules, Seats: 2, Options: map[string]string{"size": c.size, "bonus": c.bonus}}
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
		"c3": "c3", "a4,c7,i5": "a4,c7,i5", "I5 A4,c7": "a4,c7,i5", " i5 ,a4, c7 ": "a4,c7,i5", "c7a4i5": "a4,c7,i5",
		"a 4 c 7": "a4,c7", "a10,a9": "a9,a10", "b1,a10": "a10,b1", "z26": "z26", "a1,": "a1",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for text, key := range map[string]string{
		"": "catchup.refuse.notation", ",": "catchup.refuse.notation", "a": "catchup.refuse.notation", "a0": "catchup.refuse.notation",
		"a01": "catchup.refuse.notation", "4a": "catchup.refuse.notation", "a1-a2": "catchup.refuse.notation", "a100": "catchup.refuse.notation",
		"a1,a2,a3,a4": "catchup.refuse.notation", "a1;a2": "catchup.refuse.notation", "ä1": "catchup.refuse.notation",
		"lapse": "catchup.refuse.notation", "draw": "catchup.refuse.notation", "a1,a1": "catchup.refuse.twice", "b2,a1,B2": "catchup.refuse.twice",
	} {
		if got, err := (Game{}).Parse(text); !refuses(err, key) {
			t.Errorf("Parse(%q) = %q, %v, want %s", text, got, err, key)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	s := play(t, 5, match, "i4 e6,g4")
	for move, key := range map[games.Move]string{
		"j1": "catchup.refuse.row", "z1": "catchup.refuse.row", "a6": "catchup.refuse.outside", "i6": "catchup.refuse.outside",
		"e10": "catchup.refuse.outside", "i4": "catchup.refuse.taken", "a1,e6": "catchup.refuse.taken",
		"a1,a2,a3": "catchup.refuse.many", "a2,a1": "catchup.refuse.notation", "A1": "catchup.refuse.notation",
		"a1, a2": "catchup.refuse.notation", "a1,a1": "catchup.refuse.twice", "": "catchup.refuse.notation", "return": "refuse.return",
	} {
		if next, err := s.Play(0, move); next != nil || !refuses(err, key) {
			t.Errorf("Play(%q) = %v, want %s", move, err, key)
		}
	}
	if _, err := s.Play(1, "a1"); !refuses(err, "refuse.turn") {
		t.Errorf("a move out of turn gave %v", err)
	}
	if _, err := play(t, 5, match, "").Play(0, "a1,a2"); !refuses(err, "catchup.refuse.many") {
		t.Errorf("two stones in the first turn gave %v", err)
	}
	if _, err := play(t, 5, quiet, "a1").Play(1, "c3,c4"); !refuses(err, "catchup.refuse.quiet") {
		t.Errorf("two stones that touch gave %v with quiet", err)
	}
}

// Each row of the board as text begins and ends with the names of its first and its last cell.
func TestBoardAsText(t *testing.T) {
	s := play(t, 3, match, "c3 b2,c4 c2,e3")
	want := "e1   - - O e3\nd1  - - - - d4\nc1 - O O Y - c5\nb1  - Y - - b4\na1   - - - a3"
	if got := s.View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

// The text of the largest board is short enough for a message.
func TestBoardAsTextIsShort(t *testing.T) {
	for size := minSize; size <= maxSize; size++ {
		text := play(t, size, match, "").View(0).String()
		if cells := 3*size*(size-1) + 1; len(text) > 700 || strings.Count(text, "-") != cells {
			t.Errorf("size %d has %d characters, want at most 700 and %d cells:\n%s", size, len(text), cells, text)
		}
	}
}

// The state as JSON has what programs of others expect, with the rows from the top.
func TestStateAsJSON(t *testing.T) {
	for want, s := range map[string]state{
		`{"before":[1,1],"bonus":"match","ended":null,"groups":{"black":[],"white":[]},"last":"","limit":1,"mover":0,` +
			`"rows":["--","---","--"],"size":2,"stones":null,"turn":0,"winner":-1}`: play(t, 2, match, ""),
		`{"before":[1,1],"bonus":"match","ended":null,"groups":{"black":[2],"white":[1]},"last":"b2,c2","limit":3,"mover":1,` +
			`"rows":["-B","-B-","W-"],"size":2,"stones":["b2","c2"],"turn":2,"winner":-1}`: play(t, 2, match, "a1 b2,c2"),
	} {
		if got, err := json.Marshal(s); err != nil || string(got) != want {
			t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
		}
	}
	over, err := play(t, 2, match, "a1").Play(1, games.Leave)
	if err != nil {
		t.Fatal(err)
	}
	var v struct{ Limit int }
	text, err := json.Marshal(over)
	if err != nil || json.Unmarshal(text, &v) != nil || v.Limit != 0 {
		t.Errorf("once it is over the limit is %d, want 0: %s, %v", v.Limit, text, err)
	}
}

// Legal has as many moves as the rules say for so many empty cells, and no more.
func TestLegalIsLong(t *testing.T) {
	for size, want := range map[int]int{4: 6579, 5: 32567} {
		s := play(t, size, match, "b1 d1,d2")
		if got := s.Legal(0); len(got) != want || !slices.IsSorted(got) {
			t.Errorf("on size %d there are %d moves, want %d, sorted", size, len(got), want)
		}
	}
}
