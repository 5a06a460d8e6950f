package permutu

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"parlour/games"
)

// Ruling: in a quick start whoever moves first is the starter, and play goes on in seat
// order.
func TestQuickStart(t *testing.T) {
	st := table(4, quick, "ABCDE ABCDE ABCDE")
	wantToMove(t, st, 0, 1, 2, 3)
	if st.starter() != games.Spectator {
		t.Errorf("starter %d before anybody has moved", st.starter())
	}
	if got := said(t, st.View(0).Words().Owes); got != "Anyone may move first. Be quick." {
		t.Errorf("owes %q", got)
	}
	st = play(t, st, "2 3b")
	wantToMove(t, st, 3)
	if v := st.View(0).(View); v.Starter != 2 || !slices.Equal(v.Columns[2][Black:Green], []Block{{3, Black, 2, 2, true}}) {
		t.Errorf("starter %d, column 3 %v", v.Starter, v.Columns[2])
	}
	if got := play(t, st, "3 1r").ToMove(); !slices.Equal(got, seats(0)) {
		t.Errorf("after seat 3 comes %v", got)
	}
}

// Ruling: if nobody moves in time, seat 0 starts and nobody has lost a turn.
func TestQuickStartLapses(t *testing.T) {
	for _, seat := range seats(0, 1, 2) {
		st := table(3, quick, "ABC ABC ABC")
		next, err := st.Play(seat, games.Lapse)
		if err != nil {
			t.Fatal(err)
		}
		st = next.(state)
		wantToMove(t, st, 0)
		if st.starter() != games.Spectator || st.lapses != [maxSeats]uint8{} {
			t.Errorf("after a lapse of seat %d: starter %d, lapses %v", seat, st.starter(), st.lapses)
		}
		if got := lines(t, st.View(0).Words().Last); got != "Nobody moved in time, so Ann starts." {
			t.Errorf("said %q", got)
		}
		if st = play(t, st, "0 1r"); st.starter() != 0 {
			t.Errorf("starter %d after seat 0 moved", st.starter())
		}
	}
	st := play(t, table(3, quick, "ABC ABC ABC"), "0 leave, 2 lapse")
	wantToMove(t, st, 1)
}

func TestQuickStartAfterLeaves(t *testing.T) {
	st := play(t, table(4, quick, "ABC ABC ABC"), "0 leave, 2 leave")
	wantToMove(t, st, 1, 3)
	st = play(t, st, "3 1r")
	wantToMove(t, st, 1)
}

// The starter is the seat that made the first move and, before it, the seat that is to
// make it: a lapse and a leave pass that on. A quick start has none before it.
func TestStarter(t *testing.T) {
	const none = games.Spectator
	for _, c := range []struct {
		start, plies string
		want         games.Seat
	}{
		{seat0, "", 0},
		{seat0, "0 lapse", 1},
		{seat0, "0 leave", 1},
		{seat0, "0 lapse, 1 leave", 2},
		{seat0, "0 lapse, 1 lapse, 2 lapse", 0},
		{seat0, "1 leave", 0},
		{seat0, "0 1r, 1 leave", 0},
		{seat0, "0 lapse, 1 1r, 2 leave", 1},
		{seat0, "1 draw", none},
		{seat0, "0 leave, 1 leave", none},
		{seat0, "0 lapse, 1 lapse, 2 lapse, 0 lapse, 1 lapse, 2 lapse", none},
		{quick, "", none},
		{quick, "1 lapse", none},
		{quick, "2 lapse", none},
		{quick, "1 lapse, 0 leave", none},
		{quick, "1 lapse, 0 lapse, 1 1r", 1},
		{quick, "2 1r", 2},
	} {
		st := play(t, table(3, c.start, "ABC ABC ABC"), c.plies)
		if got := st.View(0).(View).Starter; got != c.want {
			t.Errorf("start=%s, after %q: Starter = %d, want %d", c.start, c.plies, got, c.want)
		}
		inJSON := fmt.Sprint(c.want)
		if c.want == none {
			inJSON = "null"
		}
		var got struct{ Starter json.RawMessage }
		text, err := json.Marshal(st)
		if err != nil || json.Unmarshal(text, &got) != nil || string(got.Starter) != inJSON {
			t.Errorf("start=%s, after %q: %s, %v, want a starter of %s", c.start, c.plies, text, err, inJSON)
		}
	}
}

// Rulings on endings and places.
func TestEndings(t *testing.T) {
	three := func(seats int, start string) state { return table(seats, start, "ABC ABC ABC") }
	for _, c := range []struct {
		name           string
		st             state
		plies          string
		places, scores []int
		reason         string
	}{
		// On a tie the player who made the first move ranks behind. Seat 0 does not, as
		// it lapsed the first turn.
		{"a lapse passes the start on", table(2, seat0, "ABCD ABCD ABCD"),
			"0 lapse, 1 1r, 0 2r, 1 3r, 0 4r, 1 1*, 0 2*, 1 3*, 0 4*",
			[]int{1, 2}, []int{6, 6}, "level on points, and Ben moved first"},
		{"nobody moves", three(2, seat0), "0 lapse, 1 lapse, 0 lapse, 1 lapse",
			[]int{1, 1}, []int{0, 0}, "everybody missed two turns, level on points"},
		{"a player who left need not lapse", table(3, seat0, "ABCD ABCD ABCD"),
			"0 1r, 1 lapse, 2 lapse, 0 2r, 1 lapse, 2 lapse, 0 leave",
			[]int{3, 1, 1}, []int{0, 0, 0}, "everybody missed two turns, level on points"},
		{"one of two leaves", three(2, seat0), "1 leave", []int{1, 2}, []int{0, 0}, "Ben resigned"},
		{"the time of one of two is spent", three(2, seat0), "1 spent", []int{1, 2}, []int{0, 0}, "Ben ran out of time"},
		{"one of two leaves the server", three(2, seat0), "1 absent", []int{1, 2}, []int{0, 0}, "Ben left the server"},
		{"one of two leaves a quick start", three(2, quick), "1 leave", []int{1, 2}, []int{0, 0}, "Ben resigned"},
		{"a draw is shared by the players who are in", table(4, seat0, "ABCDE ABCDE ABCDE"),
			"0 1r, 1 2r, 2 3r, 3 leave, 0 1*, 1 leave, 2 draw",
			[]int{1, 3, 1, 4}, []int{3, 0, 0, 0}, "you agreed on it"},
		{"solo", three(1, seat0), "0 1r, 0 1*, 0 2r, 0 2*, 0 3g, 0 3*", []int{1}, []int{9}, "finished with 3 single blocks"},
		{"solo, given up", three(1, seat0), "0 1r, 0 1*, 0 2r, 0 leave", []int{1}, []int{3}, "stopped with 5 blocks left"},
		{"solo, drawn", three(1, quick), "0 1r, 0 draw", []int{1}, []int{0}, "stopped with 8 blocks left"},
		{"solo, lapsed", three(1, seat0), "0 1r, 0 lapse, 0 1*, 0 lapse, 0 lapse", []int{1}, []int{3}, "stopped with 6 blocks left"},
		{"solo, three columns with two symbols that go only together", table(1, seat0, "ADBCE BAECD CBADE"),
			"0 1g, 0 2r, 0 3b, 0 4*, 0 5*", []int{1}, []int{9}, "stopped with 6 blocks left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := play(t, c.st, c.plies)
			wantOver(t, st, c.places, c.scores, c.reason)
			if said := st.View(0).Words().Last; st.last == games.Draw && said != nil {
				t.Errorf("said %v", said)
			}
		})
	}
}

// Ruling: a lapse loses the turn and nothing else. Two in a row by every seat end the
// game as it stands.
func TestLapses(t *testing.T) {
	st := play(t, table(3, seat0, "ABCD ABCD ABCD"), "0 1r, 1 2r, 2 3r, 0 1*, 1 lapse")
	wantToMove(t, st, 2)
	if got := lines(t, st.View(0).Words().Last); got != "Ben ran out of time and misses this turn." {
		t.Errorf("said %q", got)
	}
	st = play(t, st, "2 lapse, 0 lapse, 1 lapse, 2 lapse")
	if _, over := st.Result(); over {
		t.Fatal("over, although seat 0 has lapsed once only")
	}
	again := play(t, st, "0 4b, 1 lapse, 2 lapse")
	if _, over := again.Result(); over {
		t.Fatal("over, although seat 0 moved")
	}
	if got := again.View(0).(View).Lapses; !slices.Equal(got, []int{0, 2, 2}) {
		t.Errorf("lapses %v, want 0, 2, 2", got)
	}
	wantOver(t, play(t, st, "0 lapse"), []int{1, 2, 2}, []int{3, 0, 0},
		"everybody missed two turns, 3 points to 0")
}

// Ruling: a player who leaves keeps their blocks and ranks below all who are in, and
// below those who leave later.
func TestLeave(t *testing.T) {
	begun := play(t, table(4, seat0, "ABCDE ABCDE ABCDE"), "0 1r, 1 2r")
	for how, want := range map[string]string{
		"spent": "Cleo used up all their time and keeps the blocks.", "absent": "Cleo left the server and keeps the blocks.",
	} {
		if got := lines(t, play(t, begun, "2 "+how).View(0).Words().Last); got != want {
			t.Errorf("after %q it said %q, want %q", how, got, want)
		}
	}
	st := play(t, begun, "2 leave")
	wantToMove(t, st, 3)
	if got := lines(t, st.View(0).Words().Last); got != "Cleo resigned and keeps the blocks." {
		t.Errorf("said %q", got)
	}
	st = play(t, st, "3 3r, 0 1*, 0 leave") // out of turn
	wantToMove(t, st, 1)
	if got := st.In(); !slices.Equal(got, seats(1, 3)) {
		t.Errorf("In() = %v, want 1 and 3", got)
	}
	v := st.View(0).(View)
	if !slices.Equal(v.Out, seats(2, 0)) || v.Points[0] != 3 {
		t.Errorf("out %v, points %v, want 2 and 0 out and 3 points kept", v.Out, v.Points)
	}
	wantOver(t, play(t, st, "1 4r, 3 5r, 1 2*, 3 3*, 1 4*, 3 5*"), []int{3, 1, 4, 1}, []int{3, 6, 0, 6}, "level on points")
	wantOver(t, play(t, st, "1 leave"), []int{3, 2, 4, 1}, []int{3, 0, 0, 0}, "Ben resigned")
}

// The symbols of a player who left still block single blocks.
func TestSymbolsOfASeatThatLeftStayTaken(t *testing.T) {
	st := play(t, table(3, seat0, "ABC BCA CAB"), "0 1r, 0 leave")
	if slices.Contains(st.Legal(1), "2g") {
		t.Error("seat 1 may take the green A, although seat 0 took the red one and left")
	}
	_, err := st.Play(1, "2g")
	if got := refusal(t, err); got != "Ann already has A. A single block must be new to everyone. Try 2r, 2b, 3r or 3g." {
		t.Errorf("refused with %q", got)
	}
}

// Nobody comes back, and who left moves no more.
func TestSystemMovesRefused(t *testing.T) {
	fresh := table(3, seat0, "ABC ABC ABC")
	left := play(t, fresh, "1 leave")
	over := play(t, fresh, "0 draw")
	for _, c := range []struct {
		name string
		st   state
		seat games.Seat
		move games.Move
		key  string
	}{
		{"a seat that left stays out", left, 1, games.Return, "permutu.refuse.return"},
		{"another left", left, 0, games.Return, "permutu.refuse.return"},
		{"out", left, 1, "1r", "refuse.left"},
		{"over", over, 0, "1r", "refuse.over"},
		{"not to move", fresh, 2, "1r", "refuse.turn"},
	} {
		if next, err := c.st.Play(c.seat, c.move); next != nil || !refuses(err, c.key) {
			t.Errorf("%s: Play(%d, %q) = %v, want %s", c.name, c.seat, c.move, err, c.key)
		}
	}
}
