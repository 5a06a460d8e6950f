package permutu

import (
	"math/bits"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// values returns the values of all moves of a position, if it is a late one of two and no swap can come.
func (p *position) values() ([]games.Valued, bool) {
	if p.swap.MaySwap || p.swap.Offers || p.seats != 2 || p.gone > 0 || p.starter == games.Spectator || p.Left() > lateBlocks {
		return nil, false
	}
	s := search.NewSolver[end, Take, endKey](endNodes)
	return s.Values(int(p.mover), func(yield func(games.Move, end) bool) {
		for _, t := range p.Takes(p.mover, nil) {
			after := end{*p}
			after.position.Play(t)
			if !yield(t.move(), after) {
				return
			}
		}
	})
}

// A position is late from so many blocks on. The search of most of them takes some tenths of a second, and looks at
// endNodes at most.
const (
	lateBlocks = 36
	endNodes   = 200_000
)

// An end is a late position of a game of two as a [search.Solver] solves it.
type end struct{ position }

// An endKey has all that the rest of a game depends on: what lies there, which of those symbols a seat holds, once or
// twice, and how far seat 0 is ahead by all others.
type endKey struct {
	left           [2]uint64
	owned, twice   [2]uint32
	ahead, triples int16
	mover          int8
}

func (e *end) Player() int { return int(e.mover) }

// lying returns the symbols that lie in columns.
func (p *position) lying() (set uint32) {
	for column, left := range p.left[:p.columns] {
		for ; left != 0; left &= left - 1 {
			set |= p.dealt[column][bits.TrailingZeros8(left)].bit()
		}
	}
	return set
}

// Key implements [search.End].
func (e *end) Key() (k endKey) {
	for column, left := range e.left[:e.columns] {
		k.left[column/20] |= uint64(left) << (column % 20 * colours)
	}
	lying := e.lying()
	for seat := range k.owned {
		sign := int16(1 - 2*seat)
		three, two := e.with(games.Seat(seat), colours), e.with(games.Seat(seat), 2)
		k.owned[seat], k.twice[seat] = e.owned[seat]&lying, two&lying
		k.triples += sign * int16(bits.OnesCount32(three))
		k.ahead += sign * int16(2*bits.OnesCount32(three)+bits.OnesCount32(two&^lying))
	}
	k.mover = int8(e.mover)
	return k
}

// Bounds implements [search.End]. At best a seat gets all blocks of each symbol that lies there.
func (e *end) Bounds() (least, most search.Outcome) {
	if e.mover == games.Spectator {
		o := outcome(e.compare(0, 1))
		return o, o
	}
	var once, twice, thrice uint32 // the symbols of which so many blocks lie there, or more
	for column, left := range e.left[:e.columns] {
		for ; left != 0; left &= left - 1 {
			s := e.dealt[column][bits.TrailingZeros8(left)].bit()
			thrice |= twice & s
			twice |= once & s
			once |= s
		}
	}
	lead := e.Points(0) - e.Points(1)
	switch {
	case lead+e.gains(0, once, twice, thrice) < 0:
		return search.Loses, search.Loses
	case lead-e.gains(1, once, twice, thrice) > 0:
		return search.Wins, search.Wins
	}
	return search.Loses, search.Wins
}

// gains returns the most points that a seat can gain if so many blocks of symbols lie there.
func (e *end) gains(seat games.Seat, once, twice, thrice uint32) int {
	one, two := e.owned[seat], e.with(seat, 2)
	pairs := bits.OnesCount32(one&^two&once) + bits.OnesCount32(twice&^one)
	triples := bits.OnesCount32(two&once) + bits.OnesCount32(one&^two&twice) + bits.OnesCount32(thrice)
	return pairs + 2*triples
}

// outcome returns the outcome for seat 0 of a comparison with seat 1.
func outcome(c int) search.Outcome {
	switch {
	case c < 0:
		return search.Wins
	case c > 0:
		return search.Loses
	}
	return search.Ties
}

// Turns implements [search.End]: those first that bring the most points at once, or keep the other seat from as many.
func (e *end) Turns(buf []Take) []Take {
	buf = e.Takes(e.mover, buf)
	var order [maxTakes]int8
	for _, t := range buf {
		order[t.number()] = int8(2*e.worth(e.mover, t) + 2*e.worth(1-e.mover, t) + bits.OnesCount8(e.takes(t)))
	}
	slices.SortStableFunc(buf, func(a, b Take) int { return int(order[b.number()]) - int(order[a.number()]) })
	return buf
}

// worth returns the points that the blocks of a move bring a seat, 0 if it may not take them.
func (e *end) worth(seat games.Seat, t Take) (points int) {
	if t.Whole && !e.whole(seat, int(t.Column)) {
		return 0
	}
	one, two := e.owned[seat], e.with(seat, 2)
	for left := e.takes(t); left != 0; left &= left - 1 {
		s := e.dealt[t.Column][bits.TrailingZeros8(left)].bit()
		switch {
		case two&s != 0:
			points += 2
		case one&s != 0:
			points++
			two |= s
		default:
			one |= s
		}
	}
	return points
}
