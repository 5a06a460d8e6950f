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
	var log []games.Ply
	for i, m := range moves {
		log = append(log, games.Ply{Seat: games.Seat(i % 2), Move: m})
	}
	st, _, err := games.Replay(Game{}, setup(), log)
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

func TestStartRefuses(t *testing.T) {
	three, option, newer := setup(), setup(), setup()
	three.Seats = 3
	option.Options = map[string]string{"size": "5"}
	newer.Rules++
	for key, s := range map[string]games.Setup{"refuse.seats": three, "refuse.option.name": option} {
		if _, err := (Game{}).Start(s); !refuses(err, key) {
			t.Errorf("Start(%v) = %v, want %s", s, err, key)
		}
	}
	if _, err := (Game{}).Start(newer); !errors.Is(err, games.ErrRules) {
		t.Errorf("Start with newer rules = %v, want ErrRules", err)
	}
}

func TestSystemMoves(t *testing.T) {
	s := play(t, "a1U")
	for _, c := range []struct {
		seat   games.Seat
		move   games.Move
		places []int
	}{
		{0, games.Leave, []int{2, 1}}, {1, games.Leave, []int{1, 2}},
		{1, games.Lapse, []int{1, 2}}, {0, games.Draw, []int{1, 1}},
	} {
		over, err := s.Play(c.seat, c.move)
		if err != nil {
			t.Fatal(err)
		}
		r, ended := over.Result()
		if !ended || !slices.Equal(r.Places, c.places) || over.ToMove() != nil || over.In() != nil || over.Legal(1) != nil || over.Step(1, nil).Options() != nil {
			t.Errorf("after %q by seat %d: %+v, %v, want places %v", c.move, c.seat, r, ended, c.places)
		}
		if r.Reason.Key != "reason."+string(c.move) || r.Reason.Args["Player"] != c.seat {
			t.Errorf("after %q by seat %d the reason is %v", c.move, c.seat, r.Reason)
		}
		for _, m := range []games.Move{"a1Eb2U", games.Draw, games.Return, games.Lapse} {
			if _, err := over.Play(1, m); !refuses(err, "refuse.over") {
				t.Errorf("after the end Play(%q) = %v, want refuse.over", m, err)
			}
		}
	}
}

func TestSystemMovesRefused(t *testing.T) {
	s := play(t, "a1U")
	for _, c := range []struct {
		seat games.Seat
		move games.Move
		key  string
	}{
		{0, games.Lapse, "refuse.lapse"}, {0, games.Return, "refuse.return"}, {1, games.Return, "refuse.return"},
		{-1, games.Leave, "refuse.seat"}, {99, games.Draw, "refuse.seat"}, {-1, "a1Eb2U", "refuse.seat"},
		{2, "x", "refuse.seat"}, {0, "b2U", "refuse.turn"},
	} {
		if next, err := s.Play(c.seat, c.move); next != nil || !refuses(err, c.key) {
			t.Errorf("Play(%d, %q) = %v, %v, want %s", c.seat, c.move, next, err, c.key)
		}
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

// A View shares no memory with its State.
func TestViewIsACopy(t *testing.T) {
	s := play(t, "b3U", "b3Wd4D")
	v := viewOf(s)
	v.Turn.Place, v.Cells[0] = 0, Cell{Diamond, true}
	if again := viewOf(s); again.Turn.Place != SquareAt(3, 3) || again.Cells[0] != (Cell{}) {
		t.Error("writing to a View changed its State")
	}
}
