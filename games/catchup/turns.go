package catchup

import (
	"math/rand/v2"
	"slices"
)

// A Turn is the cells of a turn, ascending, the first n of them.
type Turn struct {
	cells [mostStones]Cell
	n     uint8
}

// turnOf returns the turn of some cells, at most mostStones, in any order.
func turnOf(cells ...Cell) Turn {
	t := Turn{n: uint8(len(cells))}
	copy(t.cells[:], cells)
	slices.Sort(t.cells[:t.n])
	return t
}

// cells returns the cells of the turn, ascending.
func (t *Turn) Cells() []Cell { return t.cells[:t.n] }

// Play makes a whole turn, which must be legal.
func (p *position) Play(t Turn) {
	for _, c := range t.Cells() {
		p.place(c)
	}
	p.pass()
}

// each calls a function for every legal turn that begins now, with the position after its stones, before
// the turn is passed. The next call overwrites that position. Turns of the same cells are one.
func (p *position) each(visit func(Turn, *position)) {
	p.deeper(p.sorted(), Turn{}, new([mostStones]position), visit)
}

// sorted returns the empty cells, ascending.
func (p *position) sorted() []Cell {
	cells := slices.Clone(p.free[:p.left])
	slices.Sort(cells)
	return cells
}

// deeper adds each of some cells, ascending, to a turn so far, and goes on from there. It keeps the
// position after each stone of the turn in after.
func (p *position) deeper(cells []Cell, so Turn, after *[mostStones]position, visit func(Turn, *position)) {
	next := &after[so.n]
	for i, c := range cells {
		t := so
		t.cells[t.n], t.n = c, t.n+1
		*next = *p
		next.place(c)
		if next.within() {
			visit(t, next)
		}
		if next.placed < next.limit {
			next.deeper(cells[i+1:], t, after, visit)
		}
	}
}

// within reports whether the stones of the turn so far may be placed together.
func (p *position) within() bool {
	return p.bonus != quiet || p.placed < 2 || max(p.largest[0], p.largest[1]) <= max(p.begun[0], p.begun[1])
}

// Count returns the number of legal turns that begin now.
func (p *position) Count() int {
	if p.bonus != quiet || p.limit < 2 {
		return turns(int(p.left), int(p.limit))
	}
	n := int(p.left)
	for i := range p.left {
		next := *p
		next.place(p.free[i])
		for _, c := range p.free[i+1 : p.left] {
			if next.may(c) {
				n++
			}
		}
	}
	return n
}

// turns returns the number of turns of at most so many stones on empty cells.
func turns(empty, limit int) int {
	n, ways := 0, 1
	for stones := 1; stones <= min(limit, empty); stones++ {
		ways = ways * (empty - stones + 1) / stones
		n += ways
	}
	return n
}

// Perft counts the sequences of depth turns. The last turn of a sequence is counted, not played.
func (p *position) Perft(depth int) int {
	switch {
	case depth == 0:
		return 1
	case depth == 1:
		return p.Count()
	case depth == 2 && p.bonus != quiet:
		return p.answers(p.sorted(), new([mostStones]position))
	}
	sum := 0
	p.each(func(_ Turn, next *position) {
		after := *next
		after.pass()
		sum += after.Perft(depth - 1)
	})
	return sum
}

// answers counts the turns that may follow the rest of this one, by the largest group that each stone
// makes. It plays a stone only where another may follow, on one of some cells, ascending.
func (p *position) answers(cells []Cell, after *[mostStones]position) (sum int) {
	next := &after[p.placed]
	for i, c := range cells {
		largest := max(p.largest[p.mover], uint8(p.joinSize(c, p.mover)))
		sum += turns(int(p.left)-1, p.earns(largest))
		if p.placed+1 < p.limit {
			*next = *p
			next.place(c)
			sum += next.answers(cells[i+1:], after)
		}
	}
	return sum
}

// random places a stone that is drawn evenly from those that the mover may place next. It gives up
// after some draws and reports false, under [quiet] alone.
func (p *position) random(rng *rand.Rand) (Cell, bool) {
	const draws = 4
	for range draws {
		c := p.free[rng.IntN(int(p.left))]
		if p.may(c) {
			p.place(c)
			return c, true
		}
	}
	return outside, false
}

// Playout plays at random to the end, with as many stones as are allowed, from wherever the turn is,
// and returns the winner, and false for a draw. The position stays as it is.
func (p position) Playout(rng *rand.Rand) (winner Side, won bool) {
	for !p.Over() {
		for p.placed < p.limit && p.left > 0 {
			if _, ok := p.random(rng); !ok {
				break
			}
		}
		p.pass()
	}
	return p.winner()
}
