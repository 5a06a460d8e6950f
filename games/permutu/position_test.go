package permutu

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"parlour/games"
)

// A plain is Permutu in its simplest form, with slices, maps and moves as text. It
// shares only the rules with [Position], so the tests can compare the two.
type plain struct {
	columns []map[string]string // the blocks that are left, colour to symbol
	hands   []map[string]int    // by seat: symbol to number of blocks
	out     []bool
	mover   int // -1 if nobody can move
}

var plainColours = []string{"r", "b", "g"}

// newPlain copies the deal of a fresh position.
func newPlain(p *Position) *plain {
	q := &plain{out: make([]bool, p.Seats())}
	for column := range p.Columns() {
		blocks := map[string]string{}
		for c, name := range plainColours {
			blocks[name] = p.Dealt(column, Colour(c)).String()
		}
		q.columns = append(q.columns, blocks)
	}
	for range p.Seats() {
		q.hands = append(q.hands, map[string]int{})
	}
	return q
}

// moves returns the legal moves of a seat, sorted.
func (q *plain) moves(seat int) []games.Move {
	var all []games.Move
	for i, column := range q.columns {
		number := strconv.Itoa(i + 1)
		for _, name := range plainColours {
			if len(column) == 3 && !q.anybodyHas(column[name]) {
				all = append(all, games.Move(number+name))
			}
		}
		if len(column) > 0 && q.missing(seat, column) <= 1 {
			all = append(all, games.Move(number+"*"))
		}
	}
	slices.Sort(all)
	return all
}

// anybodyHas reports whether any seat has a block with a symbol.
func (q *plain) anybodyHas(symbol string) bool {
	for _, hand := range q.hands {
		if hand[symbol] > 0 {
			return true
		}
	}
	return false
}

// missing returns the number of blocks of a column whose symbols a seat lacks.
func (q *plain) missing(seat int, column map[string]string) int {
	n := 0
	for _, symbol := range column {
		if q.hands[seat][symbol] == 0 {
			n++
		}
	}
	return n
}

// play makes a move of the seat to move.
func (q *plain) play(m games.Move) {
	number, what := string(m[:len(m)-1]), string(m[len(m)-1:])
	i, _ := strconv.Atoi(number)
	column := q.columns[i-1]
	for _, name := range plainColours {
		if symbol, lies := column[name]; lies && (what == name || what == "*") {
			q.hands[q.mover][symbol]++
			delete(column, name)
		}
	}
	q.next()
}

// next gives the turn to the next seat that can move, the mover last of all.
func (q *plain) next() {
	from := q.mover
	for i := 1; i <= len(q.hands); i++ {
		q.mover = (from + i) % len(q.hands)
		if !q.out[q.mover] && len(q.moves(q.mover)) > 0 {
			return
		}
	}
	q.mover = -1
}

// leave takes a seat out of the game.
func (q *plain) leave(seat int) {
	q.out[seat] = true
	in := 0
	for _, out := range q.out {
		if !out {
			in++
		}
	}
	if in < 2 {
		q.mover = -1
	} else if q.mover == seat {
		q.next()
	}
}

// points returns the points of a seat.
func (q *plain) points(seat int) int {
	n := 0
	for _, many := range q.hands[seat] {
		n += []int{0, 0, 1, 3}[many]
	}
	return n
}

// playout plays random moves to the end.
func (q *plain) playout(rng *rand.Rand) {
	for q.mover >= 0 {
		moves := q.moves(q.mover)
		q.play(moves[rng.IntN(len(moves))])
	}
}

// agree compares all that a plain knows with a [Position].
func (q *plain) agree(t *testing.T, p *Position) {
	t.Helper()
	if int(p.Mover()) != q.mover {
		t.Fatalf("%v: seat %d is to move, want %d", q, p.Mover(), q.mover)
	}
	left := 0
	for _, column := range q.columns {
		left += len(column)
	}
	if p.Left() != left {
		t.Fatalf("%v: %d blocks are left, want %d", q, p.Left(), left)
	}
	for seat := range q.hands {
		var got []games.Move
		for _, take := range p.Takes(games.Seat(seat), nil) {
			got = append(got, take.Move())
		}
		slices.Sort(got)
		if want := q.moves(seat); !slices.Equal(got, want) || p.CanMove(games.Seat(seat)) != (len(want) > 0) {
			t.Fatalf("%v: seat %d has %q, want %q", q, seat, got, want)
		}
		if p.Points(games.Seat(seat)) != q.points(seat) {
			t.Fatalf("%v: seat %d has %d points, want %d", q, seat, p.Points(games.Seat(seat)), q.points(seat))
		}
	}
}

// TestAgainstPlain plays at random, with a seat leaving now and then, and compares the
// two at every ply.
func TestAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 120 {
		symbols := minSymbols + i%6
		if i%20 == 0 {
			symbols = maxSymbols
		}
		p := newPosition(games.Seed{byte(i)}, 1+i%maxSeats, symbols, i%2 == 0)
		q := newPlain(&p)
		for q.agree(t, &p); q.mover >= 0; q.agree(t, &p) {
			if seat := rng.IntN(p.Seats()); rng.IntN(20) == 0 && !q.out[seat] {
				p.Leave(games.Seat(seat))
				q.leave(seat)
				continue
			}
			q.play(p.playAny(rng).Move())
		}
	}
}

// playAny plays a random legal move and returns it.
func (p *Position) playAny(rng *rand.Rand) Take {
	takes := p.Takes(p.mover, nil)
	take := takes[rng.IntN(len(takes))]
	p.Play(take)
	return take
}

// A position allocates nothing when it lists moves, is copied, plays, loses a seat,
// ranks or is played out.
func TestNoAllocation(t *testing.T) {
	start := newPosition(games.Seed{1}, 4, 26, false)
	rng := rand.New(rand.NewPCG(1, 2))
	var buf [MaxTakes]Take
	var places [maxSeats]int
	got := testing.AllocsPerRun(20, func() {
		p := start
		p.Play(p.Takes(p.Mover(), buf[:0])[3])
		p.Leave(2)
		p.Pass()
		p.Playout(rng)
		places = p.Places()
	})
	if got != 0 || slices.Min(places[:4]) != 1 {
		t.Errorf("%v allocations, want none; places %v", got, places)
	}
}

// After a playout nobody can move, and every block is with a seat or on the table.
func TestPlayout(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 50 {
		p := newPosition(games.Seed{byte(i)}, 1+i%maxSeats, minSymbols+i%24, false)
		p.Playout(rng)
		held := 0
		for seat := range games.Seat(p.Seats()) {
			for s := range Symbol(p.Columns()) {
				for c := range Colour(colours) {
					if p.Holds(seat, s, c) {
						held++
					}
				}
			}
			if p.CanMove(seat) {
				t.Errorf("seat %d can move after a playout", seat)
			}
		}
		if p.Mover() != games.Spectator || held+p.Left() != colours*p.Columns() {
			t.Errorf("seat %d is to move, %d blocks are held and %d left of %d", p.Mover(), held, p.Left(), colours*p.Columns())
		}
	}
}

// BenchmarkPlayout plays out the same deal again and again.
func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct {
		name           string
		seats, symbols int
	}{{"two of 26", 2, 26}, {"six of 26", 6, 26}, {"two of 8", 2, 8}} {
		start := newPosition(games.Seed{1}, c.seats, c.symbols, false)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				p := start
				p.Playout(rng)
			}
		})
		b.Run(c.name+", plain", func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				newPlain(&start).playout(rng)
			}
		})
	}
}

// Ruling: a single block comes from a column of three, and no seat, not even the
// taker's, may have its symbol.
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

// Ruling: a whole column has two or three blocks, and the taker lacks the symbol of one
// block at most. Two blocks of one missing symbol count as two.
func TestRuleB(t *testing.T) {
	for _, c := range []struct {
		column string // of three blocks: red, black, green
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

// Symbols of other seats open no column.
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

func TestTakingLeavesTwoBlocksOrNone(t *testing.T) {
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

// Ruling: three blocks of a symbol score 3 points, exactly two score 1.
func TestPoints(t *testing.T) {
	var p Position
	p.seats = 2
	p.held[1] = [colours]uint32{Red: 0b01111, Black: 0b01011, Green: 0b11001}
	// A and D three times, B twice, C and E once.
	if tr, pa, po := p.Triples(1), p.Pairs(1), p.Points(1); tr != 2 || pa != 1 || po != 7 {
		t.Errorf("%d triples, %d pairs, %d points, want 2, 1 and 7", tr, pa, po)
	}
	if po := p.Points(0); po != 0 {
		t.Errorf("a seat without blocks has %d points", po)
	}
}
