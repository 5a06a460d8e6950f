package permutu

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// playAny plays a random legal move and returns it.
func (p *position) playAny(rng *rand.Rand) Take {
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
	var buf [maxTakes]Take
	var places [maxSeats]int
	got := testing.AllocsPerRun(20, func() {
		p := start
		p.Play(p.Takes(p.mover, buf[:0])[3])
		p.leave(2)
		p.pass()
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
		for seat := range games.Seat(p.seats) {
			for s := range Symbol(p.Columns()) {
				for c := range Colour(colours) {
					if p.holds(seat, s, c) {
						held++
					}
				}
			}
			if p.canMove(seat) {
				t.Errorf("seat %d can move after a playout", seat)
			}
		}
		if p.mover != games.Spectator || held+p.Left() != colours*p.Columns() {
			t.Errorf("seat %d is to move, %d blocks are held and %d left of %d", p.mover, held, p.Left(), colours*p.Columns())
		}
	}
}

// BenchmarkPlayout plays out the same deal again and again, by turns with a plain one.
func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct {
		name           string
		seats, symbols int
	}{{"two of 26", 2, 26}, {"six of 26", 6, 26}, {"two of 8", 2, 8}} {
		b.Run(c.name, func(b *testing.B) {
			start := newPosition(games.Seed{1}, c.seats, c.symbols, false)
			fresh := newPlain(&start)
			rng := rand.New(rand.NewPCG(1, 2))
			gametest.Versus(b, 1, func() { p := start; p.Playout(rng) }, func() { fresh.clone().playout(rng) })
		})
	}
}

// Ruling: a single block comes from a column of three, and no seat, not even the
// taker's, may have its symbol.
func TestRuleA(t *testing.T) {
	st := play(t, table(2, seat0, "ABCDE BCDEA CDEAB"), "0 1r")
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
		st := table(2, seat0, strings.Join(strings.Split(c.column, ""), " "))
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
	st := play(t, table(2, seat0, "ABC BCA CAB"), "0 1r, 1 2r")
	for _, c := range []struct {
		seat games.Seat
		move Take
		want bool
	}{
		{0, Take{Column: 0, Whole: true}, false}, {1, Take{Column: 0, Whole: true}, true},
		{0, Take{Column: 1, Whole: true}, true}, {1, Take{Column: 1, Whole: true}, false},
	} {
		if got := st.pos.Legal(c.seat, c.move); got != c.want {
			t.Errorf("%q of seat %d is legal: %v, want %v", c.move.move(), c.seat, got, c.want)
		}
	}
}

func TestTakingLeavesTwoBlocksOrNone(t *testing.T) {
	st := play(t, table(1, seat0, "ABC BCA CAB"), "0 1r, 0 2r")
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
	var p position
	p.seats = 2
	p.held[1] = [colours]uint32{Red: 0b01111, Black: 0b01011, Green: 0b11001}
	// A and D three times, B twice, C and E once.
	if tr, pa, po := p.triples(1), p.pairs(1), p.Points(1); tr != 2 || pa != 1 || po != 7 {
		t.Errorf("%d triples, %d pairs, %d points, want 2, 1 and 7", tr, pa, po)
	}
	if po := p.Points(0); po != 0 {
		t.Errorf("a seat without blocks has %d points", po)
	}
}
