package magic

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup() games.Setup { return games.Setup{Game: "magic", Rules: rules, Seats: 2} }

// play starts a game and plays moves by turns.
func play(t *testing.T, moves ...games.Move) games.State {
	t.Helper()
	st, _, err := games.Replay(Game{}, setup(), games.InTurn(2, moves...))
	if err != nil {
		t.Fatal(err)
	}
	return st
}

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

func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

func TestContract(t *testing.T) {
	gametest.Check(t, Game{}, gametest.Config{
		Setup: setup(), Games: 80, Long: 10_000, MaxPlies: 16, Seed: 1,
		Players: map[string]games.Player{"easy": player(t, games.Easy), "medium": player(t, games.Medium)},
	})
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{"random": setup()})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestStart(t *testing.T) {
	s := play(t)
	if got := len(s.Legal(0)); got != 32 || s.Legal(1) != nil || !slices.Equal(s.ToMove(), []games.Seat{0}) {
		t.Errorf("Circle has %d moves and Diamond %v, and %v is to move; want 32, none and seat 0", got, s.Legal(1), s.ToMove())
	}
	if v := viewOf(s); v.Left != [2]int{8, 8} || v.Words().Last != nil || v.Flips {
		t.Errorf("the first View is %+v, want eight tiles each and nothing to flip", v)
	}
}

func TestStateAsJSON(t *testing.T) {
	s := play(t, "a1U", "a1Ea1D")
	for move, want := range map[games.Move]string{
		"": `{"ended":null,"last":"a1Ea1D","mover":1,"ply":2,"position":"1_dD--------------",` +
			`"turn":{"from":"a1","to":"b1","place":"a1","light":false},"winner":-1}`,
		games.Leave: `{"ended":{"key":"reason.leave","args":{"Player":0}},"last":"leave","mover":0,"ply":2,"position":"1_dD--------------",` +
			`"turn":{"from":"a1","to":"b1","place":"a1","light":false},"winner":1}`,
	} {
		st := s
		if move != "" {
			st = after(t, s, move)
		}
		if got, err := json.Marshal(st); err != nil || string(got) != want {
			t.Errorf("the state after %q is %s, %v, want %s", move, got, err, want)
		}
	}
}

// Programs read the keys of a View.
func TestViewAsJSON(t *testing.T) {
	got, err := json.Marshal(viewOf(play(t, "a1U", "a1Ea1D")))
	want := `{"cells":[{"kind":"diamond","light":false},{"kind":"circle","light":false}` +
		strings.Repeat(`,{"kind":"empty","light":false}`, 14) + `],"toMove":0,"flips":true,"ply":2,` +
		`"last":"a1Ea1D","mover":1,"turn":{"from":"a1","to":"b1","place":"a1","light":false},` +
		`"rows":[],"left":[7,7],"ended":null,"winner":-1}`
	if err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
	over := viewOf(from(t, "1_uuuUUDU---d-----"))
	got, err = json.Marshal([]any{over.Rows, over.Ended})
	want = `[[{"squares":["a1","b1","c1"],"owner":1,"light":true,"locked":true}],` +
		`{"key":"magic.reason.locked","args":{"Rows":"a1, b1, c1"}}]`
	if err != nil || string(got) != want {
		t.Errorf("the rows and the end as JSON are %s, %v, want %s", got, err, want)
	}
}

func TestViewAfterATurn(t *testing.T) {
	v := viewOf(play(t, "b3U", "b3Wd4D"))
	turn := Turn{From: SquareAt(1, 2), To: SquareAt(0, 2), Place: SquareAt(3, 3)}
	if v.Turn == nil || *v.Turn != turn || v.Last != "b3Wd4D" || v.Mover != 1 || v.ToMove != 0 || v.Ply != 2 || !v.Flips {
		t.Errorf("the View is %+v", v)
	}
	if v.At(0, 2) != (Cell{Circle, false}) || v.At(3, 3) != (Cell{Diamond, false}) || v.At(1, 2) != (Cell{}) {
		t.Errorf("the cells are %v", v.Cells)
	}
	if want := "  a b c d\n1 - - - -\n2 - - - -\n3 D - - -\n4 - - - d"; v.String() != want {
		t.Errorf("String() =\n%s\nwant\n%s", v, want)
	}
}
