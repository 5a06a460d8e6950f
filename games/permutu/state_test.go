package permutu

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
)

// table returns a game with a deal of three rows: red, black and green.
func table(seats int, start, deal string) state {
	p := position{seats: seats, starter: games.Spectator}
	for c, row := range strings.Fields(deal) {
		p.columns = len(row)
		for column := range row {
			p.left[column] = full
			p.dealt[column][c] = Symbol(row[column] - 'A')
		}
	}
	return state{pos: p, quick: start == quick, open: start == quick, mover: games.Spectator}
}

// play plays plies, each a seat and a move, as in "0 1r, 1 lapse".
func play(t *testing.T, st state, plies string) state {
	t.Helper()
	for ply := range strings.SplitSeq(plies, ", ") {
		if ply == "" {
			continue
		}
		number, move, _ := strings.Cut(ply, " ")
		seat, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		next, err := st.Play(games.Seat(seat), games.Move(move))
		if err != nil {
			t.Fatalf("Play(%d, %q) of %q: %v", seat, move, plies, err)
		}
		st = next.(state)
	}
	return st
}

func seats(all ...games.Seat) []games.Seat { return all }

// wantToMove compares the seats to move.
func wantToMove(t *testing.T, st state, want ...games.Seat) {
	t.Helper()
	if got := st.ToMove(); !slices.Equal(got, want) {
		t.Errorf("ToMove() = %v, want %v", got, want)
	}
}

// wantOver compares the result, with its reason in English, and checks that nobody can
// move.
func wantOver(t *testing.T, st state, places, scores []int, reason string) {
	t.Helper()
	r, over := st.Result()
	if !over {
		t.Fatalf("the game goes on at\n%v", st.View(0))
	}
	if got := said(t, r.Reason); !slices.Equal(r.Places, places) || !slices.Equal(r.Scores, scores) || got != reason {
		t.Errorf("Result() = %v, %v, %q, want %v, %v, %q", r.Places, r.Scores, got, places, scores, reason)
	}
	v := st.View(0).(View)
	if !reflect.DeepEqual(v.Ended, &r.Reason) || !slices.Equal(v.Places, places) || len(v.ToMove) > 0 || st.Legal(0) != nil {
		t.Errorf("the view has %v, %v, %v", v.Ended, v.Places, v.ToMove)
	}
}

// Ruling: a seat without a legal move is passed over, in seat order after the mover.
func TestAPlayerWithoutAMoveIsSkipped(t *testing.T) {
	// Seat 0 has every symbol but C, which seat 1 has. So no single block can be taken,
	// and seats 1 and 2 lack two blocks of every column.
	st := table(3, seat0, "ABCAB BAACB ABBBA")
	for _, letter := range "AB" {
		st.pos.owned[0] |= Symbol(letter - 'A').bit()
	}
	st.pos.columns, st.pos.taken = 5, 0b111
	st.pos.owned[1] = 0b100
	before := st
	st = play(t, st, "0 1*")
	wantToMove(t, st, 0)
	v := st.View(0).(View)
	if !slices.Equal(v.Skipped, seats(1, 2)) {
		t.Errorf("Skipped = %v, want 1 and 2", v.Skipped)
	}
	want := "Ann: column 1, with A, A, B.\nBen and Cleo can't move."
	if got := said(t, v.Words().Line); got != "Ann takes column 1: A, A, B · Ben and Cleo can't move" {
		t.Errorf("the line is %q", got)
	}
	if got := lines(t, v.Words().Last); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if got := play(t, before, "1 leave, 0 1*").skipped(); !slices.Equal(got, seats(2)) {
		t.Errorf("Skipped = %v, want 2 alone, for 1 has left", got)
	}
	// A lapse of seat 0 skips them again, and they do not count as lapsed.
	st = play(t, st, "0 lapse")
	if got := st.skipped(); !slices.Equal(got, seats(1, 2)) {
		t.Errorf("after a lapse Skipped = %v, want 1 and 2", got)
	}
	st = play(t, st, "0 lapse")
	if _, over := st.Result(); !over {
		t.Error("two lapses running of the only player who can move do not end the game")
	}
}

// Ruling: the game ends when nobody has a move, even if blocks remain.
func TestTheEnd(t *testing.T) {
	st := play(t, table(2, seat0, "ABC ABC ABC"), "0 1r, 1 2r, 0 3r, 1 2*, 0 1*")
	wantToMove(t, st, 0)
	if got := st.skipped(); !slices.Equal(got, seats(1)) {
		t.Errorf("skipped %v, want seat 1", got)
	}
	wantOver(t, play(t, st, "0 3*"), []int{1, 2}, []int{6, 3}, "6 points to 3")

	stuck := play(t, table(3, seat0, "CADB ACBD BDAC"), "0 2g, 1 3b, 2 1r, 0 3*, 1 1*")
	if got := stuck.Legal(2); !slices.Equal(got, []games.Move{"2*"}) {
		t.Fatalf("Legal(2) = %q, want 2* alone", got)
	}
	stuck = play(t, stuck, "2 2*")
	if got := stuck.pos.Left(); got != 3 {
		t.Errorf("%d blocks are left, want 3", got)
	}
	wantOver(t, stuck, []int{3, 1, 1}, []int{1, 1, 1}, "level on points, and Ann moved first")
}

// Rulings: points decide, then triples; then the starter ranks behind, and otherwise a
// place is shared.
func TestPlaces(t *testing.T) {
	hold := func(triples, pairs int) [colours]uint32 {
		three := uint32(1)<<triples - 1
		return [colours]uint32{three | (1<<pairs-1)<<13, three | (1<<pairs-1)<<13, three}
	}
	for _, c := range []struct {
		name    string
		held    [][colours]uint32
		starter games.Seat
		places  []int
		reason  string
	}{
		{"points", [][colours]uint32{hold(1, 0), hold(1, 1)}, 1, []int{2, 1}, "4 points to 3"},
		{"triples", [][colours]uint32{hold(1, 0), hold(0, 3)}, 0, []int{1, 2}, "level on points, complete symbols 1 to 0"},
		{"starter", [][colours]uint32{hold(1, 1), hold(1, 1)}, 0, []int{2, 1}, "level on points, and Ann moved first"},
		{"starter of three", [][colours]uint32{hold(1, 1), hold(1, 1), hold(1, 1)}, 1, []int{1, 3, 1}, "level on points, and Ben moved first"},
		{"no starter", [][colours]uint32{hold(1, 1), hold(1, 1)}, games.Spectator, []int{1, 1}, "level on points"},
		{"starter far behind", [][colours]uint32{hold(2, 0), hold(1, 0), hold(0, 3), hold(1, 0)}, 1, []int{1, 3, 4, 2}, "6 points to 3"},
	} {
		st := table(len(c.held), seat0, "ABC ABC ABC")
		st.ended, st.pos.starter = played, c.starter
		copy(st.pos.held[:], c.held)
		if got := st.places(); !slices.Equal(got, c.places) {
			t.Errorf("%s: places %v, want %v", c.name, got, c.places)
		}
		if got := said(t, st.reason()); got != c.reason {
			t.Errorf("%s: reason %q, want %q", c.name, got, c.reason)
		}
	}
}

// FuzzPlay plays lines of a seat and a move. Only legal moves and system moves are
// played, and nothing panics.
func FuzzPlay(f *testing.F) {
	f.Add("0 1r\n1 2g\n2 lapse", uint8(2), uint8(5), true)
	f.Add("0 leave\n1 leave\n2 1r", uint8(2), uint8(0), false)
	f.Add("-1 1r\n99 draw\n0 1*", uint8(0), uint8(23), false)
	f.Fuzz(func(t *testing.T, plies string, seats, symbols uint8, open bool) {
		start := seat0
		if open {
			start = quick
		}
		var st games.State = begin(t, setup(1+int(seats%maxSeats), minSymbols+int(symbols%24), no, start))
		for line := range strings.Lines(plies) {
			number, move, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			n, _ := strconv.Atoi(number)
			st = try(t, st, games.Seat(n), games.Move(move))
		}
	})
}

// try plays a ply and returns the position after it, or the same position if the ply is
// refused.
func try(t *testing.T, st games.State, seat games.Seat, m games.Move) games.State {
	t.Helper()
	legal := slices.Contains(st.Legal(seat), m)
	next, err := st.Play(seat, m)
	if legal != (err == nil) && !m.System() {
		t.Fatalf("%q of seat %d is legal: %v, and Play says %v", m, seat, legal, err)
	}
	if err != nil {
		return st
	}
	v := next.View(seat)
	w := v.Words()
	if len(v.String()) > 700 || said(t, w.Score) == "" || said(t, w.Owes) == "" || lines(t, w.Last) == "" && m != games.Leave && m != games.Draw {
		t.Fatalf("after %q of seat %d: %v, %v", m, seat, v, w)
	}
	if r, over := next.Result(); over && said(t, r.Reason) == "" {
		t.Fatalf("after %q of seat %d: no reason", m, seat)
	}
	return next
}

func TestStateAsJSON(t *testing.T) {
	start := table(2, quick, "AB BA AB")
	for _, c := range []struct{ plies, want string }{
		{"", `{"columns":[{"b":"B","g":"A","r":"A"},{"b":"A","g":"B","r":"B"}],"ended":null,"lapses":[0,0],"last":"",` +
			`"lastBlocks":[],"mover":-1,"open":true,"out":[],"own":["",""],"places":null,"plies":0,"quick":true,"singles":0,"skipped":[],` +
			`"starter":null,"taken":[],"toMove":[0,1]}`},
		{"1 1r, 0 2r, 1 lapse, 0 leave", `{"columns":[{"b":"B","g":"A"},{"b":"A","g":"B"}],` +
			`"ended":{"key":"reason.leave","args":{"Player":0}},"lapses":[0,1],"last":"leave","lastBlocks":[],"mover":0,` +
			`"open":false,"out":[0],"own":["B","A"],"places":[2,1],"plies":4,"quick":true,"singles":2,"skipped":[],"starter":1,` +
			`"taken":[{"column":1,"colour":"red","symbol":"A","owner":1,"single":true},{"column":2,"colour":"red","symbol":"B","owner":0,"single":true}],"toMove":[]}`},
	} {
		got, err := json.Marshal(play(t, start, c.plies))
		if err != nil || string(got) != c.want {
			t.Errorf("after %q: %s, %v, want %s", c.plies, got, err, c.want)
		}
	}
}
