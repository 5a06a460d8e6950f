package permutu

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
)

// table deals three rows to some seats, by a start.
func table(seats int, start, red, black, green string) state {
	p := Position{columns: len(red), seats: seats, starter: games.Spectator}
	for column := range red {
		p.left[column] = full
		p.dealt[column] = [colours]Symbol{Symbol(red[column] - 'A'), Symbol(black[column] - 'A'), Symbol(green[column] - 'A')}
	}
	return state{pos: p, quick: start == quick, open: start == quick, mover: games.Spectator}
}

// play plays a seat and a move each, as in "0 1r, 1 lapse".
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

func wantToMove(t *testing.T, st state, want ...games.Seat) {
	t.Helper()
	if got := st.ToMove(); !slices.Equal(got, want) {
		t.Errorf("ToMove() = %v, want %v", got, want)
	}
}

// wantOver compares a result, with its reason in English.
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

// Ruling: a single block comes from a column of three, and nobody, the taker
// included, may have its symbol.
func TestRuleA(t *testing.T) {
	st := play(t, table(2, seat0, "ABCDE", "BCDEA", "CDEAB"), "0 1r")
	want := []games.Move{"2b", "2g", "2r", "3b", "3g", "3r", "4b", "4r", "5g", "5r"}
	if got := st.Legal(1); !slices.Equal(got, want) {
		t.Errorf("Legal(1) = %q, want %q", got, want)
	}
	st = play(t, st, "1 2r")
	want = []games.Move{"3b", "3g", "3r", "4b", "4r", "5r"}
	if got := st.Legal(0); !slices.Equal(got, want) {
		t.Errorf("Legal(0) = %q, want %q", got, want)
	}
}

// Ruling: a whole column has two or three blocks, and at most one block of it a
// symbol that the taker lacks; two blocks of one missing symbol are two.
func TestRuleB(t *testing.T) {
	for _, c := range []struct {
		column string // of three, red black green
		left   uint8
		owns   string
		want   bool
	}{
		{"ABC", full, "", false}, {"ABC", full, "A", false}, {"ABC", full, "AB", true}, {"ABC", full, "BC", true}, {"ABC", full, "ABC", true},
		{"AAB", full, "", false}, {"AAB", full, "A", true}, {"AAB", full, "B", false}, {"AAB", full, "AB", true},
		{"AAA", full, "", false}, {"AAA", full, "A", true},
		{"ABC", 0b110, "", false}, {"ABC", 0b110, "A", false}, {"ABC", 0b110, "B", true}, {"ABC", 0b101, "C", true},
		{"AAB", 0b011, "", false}, {"AAB", 0b011, "B", false}, {"AAB", 0b011, "A", true},
		{"ABC", 0, "ABC", false},
	} {
		st := table(2, seat0, c.column[:1], c.column[1:2], c.column[2:])
		st.pos.left[0] = c.left
		for _, letter := range c.owns {
			st.pos.owned[1] |= Symbol(letter - 'A').bit()
		}
		if got := st.pos.Legal(1, Take{Whole: true}); got != c.want {
			t.Errorf("the whole of %s, of which %03b are left, by an owner of %q: %v, want %v", c.column, c.left, c.owns, got, c.want)
		}
	}
}

// What others hold opens no column.
func TestRuleBLooksAtTheTakerAlone(t *testing.T) {
	st := play(t, table(2, seat0, "ABC", "BCA", "CAB"), "0 1r, 1 2r")
	for _, c := range []struct {
		seat games.Seat
		move Take
		want bool
	}{
		{0, Take{Column: 0, Whole: true}, false}, {1, Take{Column: 0, Whole: true}, true},
		{0, Take{Column: 1, Whole: true}, true}, {1, Take{Column: 1, Whole: true}, false},
	} {
		if got := st.pos.Legal(c.seat, c.move); got != c.want {
			t.Errorf("%q of seat %d is legal: %v, want %v", c.move.Move(), c.seat, got, c.want)
		}
	}
}

func TestAColumnHasThreeBlocksTwoOrNone(t *testing.T) {
	st := play(t, table(1, seat0, "ABC", "BCA", "CAB"), "0 1r, 0 2r")
	for column, want := range []uint8{0b110, 0b110, full} {
		if got := st.pos.left[column]; got != want {
			t.Errorf("column %d has %03b, want %03b", column+1, got, want)
		}
	}
	if st = play(t, st, "0 1*"); st.pos.left[0] != 0 {
		t.Errorf("column 1 has %03b after it was taken whole", st.pos.left[0])
	}
}

// Ruling: who has no move is passed over, in seat order after the mover.
func TestAPlayerWithoutAMoveIsSkipped(t *testing.T) {
	// Seat 0 has every symbol but C, which seat 1 has: no single block is left, and
	// seats 1 and 2 lack two blocks of every column.
	st := table(3, seat0, "ABCAB", "BAACB", "ABBBA")
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
	want := "Ann took all of column 1: red A, black B, green A.\nBen, Cleo have no legal move and are passed over."
	if got := lines(t, v.Words().Last); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if got := play(t, before, "1 leave, 0 1*").skipped(); !slices.Equal(got, seats(2)) {
		t.Errorf("Skipped = %v, want 2 alone, for 1 has left", got)
	}
	// A lapse of seat 0 skips them again: they count neither way.
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
	st := play(t, table(2, seat0, "ABC", "ABC", "ABC"), "0 1r, 1 2r, 0 3r, 1 2*, 0 1*")
	wantToMove(t, st, 0)
	if got := st.skipped(); !slices.Equal(got, seats(1)) {
		t.Errorf("skipped %v, want seat 1", got)
	}
	wantOver(t, play(t, st, "0 3*"), []int{1, 2}, []int{6, 3}, "points 6 to 3")

	stuck := play(t, table(3, seat0, "CADB", "ACBD", "BDAC"), "0 2g, 1 3b, 2 1r, 0 3*, 1 1*")
	if got := stuck.Legal(2); !slices.Equal(got, []games.Move{"2*"}) {
		t.Fatalf("Legal(2) = %q, want 2* alone", got)
	}
	stuck = play(t, stuck, "2 2*")
	if got := stuck.pos.Left(); got != 3 {
		t.Errorf("%d blocks are left, want 3", got)
	}
	wantOver(t, stuck, []int{3, 1, 1}, []int{1, 1, 1}, "level on points, and Ann made the first move")
}

// Ruling: three blocks of a symbol are 3 points, exactly two are 1.
func TestPoints(t *testing.T) {
	var p Position
	p.seats = 2
	p.held[1] = [colours]uint32{Red: 0b01111, Black: 0b01011, Green: 0b11001}
	// A three, B two, C one, D three, E one.
	if tr, pa, po := p.Triples(1), p.Pairs(1), p.Points(1); tr != 2 || pa != 1 || po != 7 {
		t.Errorf("%d triples, %d pairs, %d points, want 2, 1 and 7", tr, pa, po)
	}
	if po := p.Points(0); po != 0 {
		t.Errorf("who has nothing has %d points", po)
	}
}

// Rulings: points, then triples, then the starter behind, then a shared place.
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
		{"points", [][colours]uint32{hold(1, 0), hold(1, 1)}, 1, []int{2, 1}, "points 4 to 3"},
		{"triples", [][colours]uint32{hold(1, 0), hold(0, 3)}, 0, []int{1, 2}, "level on points, symbols with all three blocks 1 to 0"},
		{"starter", [][colours]uint32{hold(1, 1), hold(1, 1)}, 0, []int{2, 1}, "level on points, and Ann made the first move"},
		{"starter of three", [][colours]uint32{hold(1, 1), hold(1, 1), hold(1, 1)}, 1, []int{1, 3, 1}, "level on points, and Ben made the first move"},
		{"no starter", [][colours]uint32{hold(1, 1), hold(1, 1)}, games.Spectator, []int{1, 1}, "level on points"},
		{"starter far behind", [][colours]uint32{hold(2, 0), hold(1, 0), hold(0, 3), hold(1, 0)}, 1, []int{1, 3, 4, 2}, "points 6 to 3"},
	} {
		st := table(len(c.held), seat0, "ABC", "ABC", "ABC")
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

// Ruling: alone, finished comes before failed, then fewer blocks left, then fewer
// singles.
func TestSoloResults(t *testing.T) {
	ranked := []SoloResult{{0, 5}, {0, 6}, {0, 26}, {1, 3}, {1, 4}, {2, 1}, {70, 8}}
	for i, r := range ranked {
		for j, other := range ranked {
			if got := r.Compare(other); got != sign(i-j) {
				t.Errorf("%v.Compare(%v) = %d, want %d", r, other, got, sign(i-j))
			}
		}
		if r.Finished() != (r.Left == 0) {
			t.Errorf("%v.Finished() = %v", r, r.Finished())
		}
	}
}

func sign(n int) int { return max(-1, min(1, n)) }

func TestSolo(t *testing.T) {
	st := play(t, table(1, seat0, "ABC", "ABC", "ABC"), "0 1r, 0 1*, 0 2r, 0 2*, 0 3g, 0 3*")
	wantOver(t, st, []int{1}, []int{9}, "finished with 3 single blocks")
	if v := st.View(0).(View); v.Solo() != (SoloResult{0, 3}) {
		t.Errorf("Solo() = %v", v.Solo())
	}
	quit := play(t, table(1, seat0, "ABC", "ABC", "ABC"), "0 1r, 0 1*, 0 2r, 0 leave")
	wantOver(t, quit, []int{1}, []int{3}, "failed with 5 blocks left")
	drawn := play(t, table(1, quick, "ABC", "ABC", "ABC"), "0 1r, 0 draw")
	wantOver(t, drawn, []int{1}, []int{0}, "failed with 8 blocks left")
	late := play(t, table(1, seat0, "ABC", "ABC", "ABC"), "0 1r, 0 lapse, 0 1*, 0 lapse, 0 lapse")
	wantOver(t, late, []int{1}, []int{3}, "failed with 6 blocks left")
}

// Three columns keep two symbols that can only be taken together.
func TestSoloFails(t *testing.T) {
	st := play(t, table(1, seat0, "ADBCE", "BAECD", "CBADE"), "0 1g, 0 2r, 0 3b, 0 4*, 0 5*")
	wantOver(t, st, []int{1}, []int{9}, "failed with 6 blocks left")
}
