package permutu

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"parlour/games"
)

// A plain is Permutu as one would write it at first: flat lists of symbols, of which a
// game that is played out has a copy. It shares only the rules with [position], so the
// tests can compare the two.
type plain struct {
	columns [][colours]int8 // the symbols of the blocks: red, black, green; taken where there is none
	hands   [][]int8        // by seat and symbol: number of blocks
	used    []bool          // by symbol: whether any seat has a block
	out     []bool          // by seat
	mover   int             // -1 if nobody can move
}

const taken = -1

// A plainMove takes one block, or all that are left of a column.
type plainMove struct{ column, block int8 }

const wholeColumn = -1

// text returns a move as it is written.
func (m plainMove) text() games.Move {
	what := "*"
	if m.block != wholeColumn {
		what = string("rbg"[m.block])
	}
	return games.Move(strconv.Itoa(int(m.column)+1) + what)
}

// newPlain copies the deal of a fresh position.
func newPlain(p *position) *plain {
	q := &plain{columns: make([][colours]int8, p.columns), used: make([]bool, p.columns), out: make([]bool, p.seats)}
	for i := range q.columns {
		for c := range q.columns[i] {
			q.columns[i][c] = int8(p.dealt[i][Colour(c)])
		}
	}
	for range p.seats {
		q.hands = append(q.hands, make([]int8, p.columns))
	}
	return q
}

func (q *plain) clone() *plain {
	c := &plain{columns: slices.Clone(q.columns), used: slices.Clone(q.used), out: slices.Clone(q.out), mover: q.mover}
	for _, hand := range q.hands {
		c.hands = append(c.hands, slices.Clone(hand))
	}
	return c
}

// moves appends the legal moves of a seat to a list.
func (q *plain) moves(all []plainMove, seat int) []plainMove {
	for i, column := range q.columns {
		if !slices.Contains(column[:], taken) {
			for c, symbol := range column {
				if !q.used[symbol] {
					all = append(all, plainMove{int8(i), int8(c)})
				}
			}
		}
		if q.mayTakeWhole(column, seat) {
			all = append(all, plainMove{int8(i), wholeColumn})
		}
	}
	return all
}

// mayTakeWhole reports whether something is left of a column, and a seat lacks the symbol of
// one block at most.
func (q *plain) mayTakeWhole(column [colours]int8, seat int) bool {
	left, missing := 0, 0
	for _, symbol := range column {
		if symbol == taken {
			continue
		}
		left++
		if q.hands[seat][symbol] == 0 {
			missing++
		}
	}
	return left > 0 && missing <= 1
}

// canMove reports whether a seat has a legal move.
func (q *plain) canMove(seat int) bool {
	for _, column := range q.columns {
		if q.mayTakeWhole(column, seat) {
			return true
		}
		if slices.Contains(column[:], taken) {
			continue
		}
		for _, symbol := range column {
			if !q.used[symbol] {
				return true
			}
		}
	}
	return false
}

// play makes a move of the seat to move.
func (q *plain) play(m plainMove) {
	column := &q.columns[m.column]
	for c, symbol := range column {
		if symbol != taken && (m.block == wholeColumn || int(m.block) == c) {
			q.hands[q.mover][symbol]++
			q.used[symbol] = true
			column[c] = taken
		}
	}
	q.next()
}

// next gives the turn to the next seat that can move, the mover last of all.
func (q *plain) next() {
	from := q.mover
	for i := 1; i <= len(q.hands); i++ {
		q.mover = (from + i) % len(q.hands)
		if !q.out[q.mover] && q.canMove(q.mover) {
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
	var moves []plainMove
	for q.mover >= 0 {
		moves = q.moves(moves[:0], q.mover)
		q.play(moves[rng.IntN(len(moves))])
	}
}

// texts lists the legal moves of a seat as they are written, sorted.
func (q *plain) texts(seat int) (all []games.Move) {
	for _, m := range q.moves(nil, seat) {
		all = append(all, m.text())
	}
	slices.Sort(all)
	return all
}

// playText makes a move that is written.
func (q *plain) playText(t *testing.T, text games.Move) {
	t.Helper()
	for _, m := range q.moves(nil, q.mover) {
		if m.text() == text {
			q.play(m)
			return
		}
	}
	t.Fatalf("the plain game has no move %s", text)
}

// agree compares all that a plain knows with a [position].
func (q *plain) agree(t *testing.T, p *position) {
	t.Helper()
	if int(p.mover) != q.mover {
		t.Fatalf("%v: seat %d is to move, want %d", q, p.mover, q.mover)
	}
	left := 0
	for _, column := range q.columns {
		for _, symbol := range column {
			if symbol != taken {
				left++
			}
		}
	}
	if p.Left() != left {
		t.Fatalf("%v: %d blocks are left, want %d", q, p.Left(), left)
	}
	for seat := range q.hands {
		var got []games.Move
		for _, take := range p.Takes(games.Seat(seat), nil) {
			got = append(got, take.move())
		}
		slices.Sort(got)
		if want := q.texts(seat); !slices.Equal(got, want) ||
			p.canMove(games.Seat(seat)) != (len(want) > 0) || q.canMove(seat) != (len(want) > 0) {
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
			if seat := rng.IntN(p.seats); rng.IntN(20) == 0 && !q.out[seat] {
				p.leave(games.Seat(seat))
				q.leave(seat)
				continue
			}
			q.playText(t, p.playAny(rng).move())
		}
	}
}
