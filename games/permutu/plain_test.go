package permutu

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"parlour/games"
)

// A plain is Permutu as one would write it first, with slices and maps and moves
// as text. It shares nothing with Position but the rules, and the tests hold them
// together.
type plain struct {
	columns []map[string]string // colour to symbol, of the blocks that are left
	hands   []map[string]int    // by seat: symbol to how many blocks
	out     []bool
	mover   int // -1 when nobody can move
}

var plainColours = []string{"r", "b", "g"}

// newPlain reads a deal off a fresh position.
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

func (q *plain) anybodyHas(symbol string) bool {
	for _, hand := range q.hands {
		if hand[symbol] > 0 {
			return true
		}
	}
	return false
}

func (q *plain) missing(seat int, column map[string]string) int {
	n := 0
	for _, symbol := range column {
		if q.hands[seat][symbol] == 0 {
			n++
		}
	}
	return n
}

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

// next gives the turn to whoever can move, the mover last of all.
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

func (q *plain) points(seat int) int {
	n := 0
	for _, many := range q.hands[seat] {
		n += []int{0, 0, 1, 3}[many]
	}
	return n
}

func (q *plain) playout(rng *rand.Rand) {
	for q.mover >= 0 {
		moves := q.moves(q.mover)
		q.play(moves[rng.IntN(len(moves))])
	}
}

// agree compares everything that a plain knows.
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

// TestAgainstPlain plays at random, with somebody leaving now and then, and
// compares at every ply.
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
			takes := p.Takes(p.Mover(), nil)
			take := takes[rng.IntN(len(takes))]
			p.Play(take)
			q.play(take.Move())
		}
	}
}
