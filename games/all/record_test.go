package all_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/chess"
	"parlour/games/permute"
)

var list = []games.Game{permute.Game{}}

// record plays moves of Permute on a board of four, a minute apart.
func record(t *testing.T, moves ...games.Move) games.Record {
	t.Helper()
	setup := permute.Game{}.Info().Setup("size", "4")
	state, err := permute.Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	var made []games.RecordedPly
	for i, m := range moves {
		ply := games.Ply{Seat: games.Seat(i % 2), Move: m}
		if state, err = state.Play(ply.Seat, m); err != nil {
			t.Fatal(err)
		}
		made = append(made, games.RecordedPly{Ply: ply, At: at.Add(time.Duration(i) * time.Minute)})
	}
	return games.NewRecord(setup, made, state)
}

func write(t *testing.T, r games.Record) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRecord(t *testing.T) {
	text := write(t, record(t, "Ca1-a1", "swap", "leave"))
	want := `{"form":1,"game":"permute","rules":1,"seats":2,"options":{"size":"4","start":"chequer","swap":"on"},` +
		`"seed":"` + strings.Repeat("0", 64) + `","moves":[` +
		`{"seat":0,"move":"Ca1-a1","at":"2026-01-02T02:04:05Z"},` +
		`{"seat":1,"move":"swap","at":"2026-01-02T02:05:05Z"},` +
		`{"seat":0,"move":"leave","at":"2026-01-02T02:06:05Z"}],"result":{"places":[2,1],"scores":[2,3]}}`
	if text != want {
		t.Errorf("the record is\n%s\nwant\n%s", text, want)
	}
	back, state, err := games.ReadRecord(list, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := write(t, back); got != text {
		t.Errorf("read and written again it is\n%s\nwant\n%s", got, text)
	}
	if _, over := state.Result(); !over {
		t.Error("the game that was read is not over")
	}
	if text := write(t, record(t)); !strings.HasSuffix(text, `"swap":"on"},"moves":[],"result":null}`) {
		t.Errorf("the record of a game that begins is %s", text)
	}
}

// Whoever has a record made still has the times as they were.
func TestNewRecordLeavesTheMovesAlone(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	moves := []games.RecordedPly{{Ply: games.Ply{Move: "Ca1-a1"}, At: at}}
	state, err := permute.Game{}.Start(record(t).Setup)
	if err != nil {
		t.Fatal(err)
	}
	r := games.NewRecord(games.Setup{}, moves, state)
	if moves[0].At != at {
		t.Errorf("the time of the move is now %v, want %v", moves[0].At, at)
	}
	if got := r.Moves[0].At; !got.Equal(at) || got.Location() != time.UTC {
		t.Errorf("the time in the record is %v, want %v in UTC", got, at)
	}
}

func TestReadRecordNamesTheFirstBadMove(t *testing.T) {
	good := write(t, record(t, "Ca1-a1", "swap", "Cc1-c2", "leave"))
	for _, c := range []struct {
		why, old, new string
		want          int // the index of the bad move
	}{
		{"an illegal move", `"move":"swap"`, `"move":"Cz1-z1"`, 1},
		{"a move of the wrong seat", `"seat":1`, `"seat":0`, 1},
		{"a seat that does not exist", `"seat":1`, `"seat":7`, 1},
		{"another legal move, after which a later one is none", `"Ca1-a1"`, `"Cc1-c1"`, 2},
		{"a time before that of the move before", "02:06:05Z", "01:06:05Z", 2},
		{"a move after the end", "Cc1-c2", "leave", 3},
	} {
		_, _, err := games.ReadRecord(list, []byte(strings.Replace(good, c.old, c.new, 1)))
		var bad *games.BadPly
		if !errors.As(err, &bad) || bad.Index != c.want {
			t.Errorf("a record with %s gave %v, want a BadPly at index %d", c.why, err, c.want)
		}
	}
	if _, _, err := games.ReadRecord(list, []byte(good)); err != nil {
		t.Errorf("the record itself gave %v", err)
	}
}

func TestReadRecordRefuses(t *testing.T) {
	good := write(t, record(t, "Ca1-a1", "swap", "leave"))
	for why, text := range map[string]string{
		"nothing":           "",
		"no JSON":           "permute",
		"half of it":        good[:len(good)/2],
		"something after":   good + "{}",
		"another game":      strings.Replace(good, `"permute"`, `"checkers"`, 1),
		"an unknown field":  strings.Replace(good, `"rules"`, `"cheat":1,"rules"`, 1),
		"other places":      strings.Replace(good, `[2,1]`, `[1,2]`, 1),
		"other scores":      strings.Replace(good, `[2,3]`, `[3,2]`, 1),
		"no result":         strings.Replace(good, `{"places":[2,1],"scores":[2,3]}`, "null", 1),
		"no form":           strings.Replace(good, `"form":1,`, "", 1),
		"another form":      strings.Replace(good, `"form":1,`, `"form":2,`, 1),
		"a short seed":      strings.Replace(good, "0000", "", 1),
		"an unknown option": strings.Replace(good, `"size"`, `"side"`, 1),
	} {
		if _, _, err := games.ReadRecord(list, []byte(text)); err == nil {
			t.Errorf("a record with %s was read", why)
		}
	}
	for _, unknown := range []string{`"rules":0`, `"rules":2`} {
		if _, _, err := games.ReadRecord(list, []byte(strings.Replace(good, `"rules":1`, unknown, 1))); !errors.Is(err, games.ErrRules) {
			t.Errorf("a record with %s gave %v, want ErrRules", unknown, err)
		}
	}
}

func FuzzReadRecord(f *testing.F) {
	f.Add(`{"form":1,"game":"permute","rules":1,"seats":2,"options":{"size":"4","start":"chequer","swap":"on"},"seed":"` +
		strings.Repeat("0", 64) + `","moves":[{"seat":0,"move":"Ca1-a1","at":"2026-01-02T02:04:05Z"}],"result":null}`)
	for _, back := range []string{"back 1", "back 2", "back 0", "back 99999999999999999999"} {
		f.Add(`{"form":1,"game":"permute","rules":1,"seats":2,"options":{"size":"4","start":"chequer","swap":"on"},"seed":"` +
			strings.Repeat("0", 64) + `","moves":[{"seat":0,"move":"Ca1-a1","at":"2026-01-02T02:04:05Z"},` +
			`{"seat":1,"move":"` + back + `","at":"2026-01-02T02:04:05Z"}],"result":null}`)
	}
	f.Add(`{"form":1,"game":"permute","seats":-1}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, state, err := games.ReadRecord(list, []byte(text))
		if err != nil {
			return
		}
		again := games.NewRecord(r.Setup, r.Moves, state)
		if again.Result == nil != (r.Result == nil) || !slices.Equal(again.Log(), r.Log()) {
			t.Errorf("%q was read as %+v", text, r)
		}
	})
}

// The text of a record of chess tells its game. A record that somebody wrote may have none.
func TestTheTextOfARecordTellsItsGame(t *testing.T) {
	setup := chess.Game{}.Info().Setup()
	s, err := chess.Game{}.Start(setup)
	if err == nil {
		s, err = s.Play(0, "e2e4")
	}
	if err != nil {
		t.Fatal(err)
	}
	r := games.NewRecord(setup, []games.RecordedPly{{Ply: games.Ply{Move: "e2e4"}, At: time.Unix(0, 0)}}, s)
	for text, want := range map[string]bool{r.Text: true, "": true, "1. d4 *": false} {
		r.Text = text
		if _, _, err := games.ReadRecord([]games.Game{chess.Game{}}, []byte(write(t, r))); (err == nil) != want || err != nil && !errors.Is(err, games.ErrRecord) {
			t.Errorf("a record with the text %q: %v, want it read: %t", text, err, want)
		}
	}
}
