package permutu

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"parlour/games"
)

func TestStateAsJSON(t *testing.T) {
	start := table(2, quick, "AB", "BA", "AB")
	for _, c := range []struct{ plies, want string }{
		{"", `{"columns":[{"b":"B","g":"A","r":"A"},{"b":"A","g":"B","r":"B"}],"ended":null,"lapses":[0,0],"last":"",` +
			`"lastBlocks":[],"mover":-1,"open":true,"out":[],"own":["",""],"places":null,"quick":true,"singles":0,"skipped":[],` +
			`"starter":null,"taken":[],"toMove":[0,1]}`},
		{"1 1r, 0 2r, 1 lapse, 0 leave", `{"columns":[{"b":"B","g":"A"},{"b":"A","g":"B"}],` +
			`"ended":{"key":"reason.leave","args":{"Player":0}},"lapses":[0,1],"last":"leave","lastBlocks":[],"mover":0,` +
			`"open":false,"out":[0],"own":["B","A"],"places":[2,1],"quick":true,"singles":2,"skipped":[],"starter":1,` +
			`"taken":[{"column":1,"colour":"red","symbol":"A","owner":1},{"column":2,"colour":"red","symbol":"B","owner":0}],"toMove":[]}`},
	} {
		got, err := json.Marshal(play(t, start, c.plies))
		if err != nil || string(got) != c.want {
			t.Errorf("after %q: %s, %v, want %s", c.plies, got, err, c.want)
		}
	}
}

// What the state tells of a start: who made the first move or is to make it, and
// nobody while that is open.
func TestStarterAsJSON(t *testing.T) {
	for _, c := range []struct{ start, plies, want string }{
		{seat0, "", "0"}, {seat0, "0 leave", "1"}, {quick, "", "null"}, {quick, "2 lapse", "null"}, {quick, "2 1r", "2"},
	} {
		var got struct{ Starter json.RawMessage }
		text, err := json.Marshal(play(t, table(3, c.start, "ABC", "ABC", "ABC"), c.plies))
		if err != nil || json.Unmarshal(text, &got) != nil || string(got.Starter) != c.want {
			t.Errorf("start=%s, after %q: %s, %v, want a starter of %s", c.start, c.plies, text, err, c.want)
		}
	}
}

// Two states that differ in anything have different JSON. The deal is a small
// one, so that games of chance often meet in positions that are much alike.
func TestDifferentStatesHaveDifferentJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	seen := map[string]state{}
	for i := range 1000 {
		st := table(1+i%4, []string{seat0, quick}[i/4%2], "ABC", "BAC", "ACB")
		for st.ended == goesOn {
			st = stumble(rng, st)
			text, err := json.Marshal(st)
			if err != nil {
				t.Fatal(err)
			}
			other, met := seen[string(text)]
			if met && !same(st, other) {
				t.Fatalf("%s is\n%+v\nand\n%+v", text, st, other)
			}
			seen[string(text)] = st
		}
	}
}

// stumble plays any ply that can be played, of the host as likely as of a player.
func stumble(rng *rand.Rand, st state) state {
	for {
		seat := games.Seat(rng.IntN(st.pos.seats))
		moves := []games.Move{games.Lapse, games.Leave, games.Draw}
		if legal := st.Legal(seat); len(legal) > 0 && rng.IntN(4) > 0 {
			moves = legal
		}
		if next, err := st.Play(seat, moves[rng.IntN(len(moves))]); err == nil {
			return next.(state)
		}
	}
}

// same reports whether two states are the same. Whether a ply gave the turn on
// counts only where it passed somebody over.
func same(a, b state) bool {
	skips := fmt.Sprint(a.skipped()) == fmt.Sprint(b.skipped())
	a.passed, b.passed = false, false
	return skips && reflect.DeepEqual(a, b)
}
