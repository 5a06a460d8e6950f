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

// Cells returns the cells of the turn, ascending.
func (t *Turn) Cells() []Cell { return t.cells[:t.n] }

// Play makes a whole turn, which must be legal.
func (p *Position) Play(t Turn) {
	for _, c := range t.Cells() {
		p.Place(c)
	}
	p.Pass()
}

// each calls a function for every legal turn that begins now, with the position after its stones, before
// the turn is passed. The next call overwrites that position. Turns of the same cells are one.
func (p *Position) each(visit func(Turn, *Position)) {
	p.deeper(p.sorted(), Turn{}, new([mostStones]Position), visit)
}

// sorted returns the empty cells, ascending.
func (p *Position) sorted() []Cell {
	cells := slices.Clone(p.free[:p.left])
	slices.Sort(cells)
	return cells
}

// deeper adds each of some cells, ascending, to a turn so far, and goes on from there. It keeps the
// position after each stone of the turn in after.
func (p *Position) deeper(cells []Cell, so Turn, after *[mostStones]Position, visit func(Turn, *Position)) {
	next := &after[so.n]
	for i, c := range cells {
		t := so
		t.cells[t.n], t.n = c, t.n+1
		*next = *p
		next.Place(c)
		if next.within() {
			visit(t, next)
		}
		if next.placed < next.limit {
			next.deeper(cells[i+1:], t, after, visit)
		}
	}
}

// within reports whether the stones of the turn so far may be placed together.
func (p *Position) within() bool {
	return p.bonus != Quiet || p.placed < 2 || max(p.largest[0], p.largest[1]) <= max(p.begun[0], p.begun[1])
}

// Count returns the number of legal turns that begin now.
func (p *Position) Count() int {
	if p.bonus != Quiet || p.limit < 2 {
		return turns(int(p.left), int(p.limit))
	}
	n := int(p.left)
	for i := range p.left {
		next := *p
		next.Place(p.free[i])
		for _, c := range p.free[i+1 : p.left] {
			if next.May(c) {
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
func (p *Position) Perft(depth int) int {
	switch {
	case depth == 0:
		return 1
	case depth == 1:
		return p.Count()
	case depth == 2 && p.bonus != Quiet:
		return p.answers(p.sorted(), new([mostStones]Position))
	}
	sum := 0
	p.each(func(_ Turn, next *Position) {
		after := *next
		after.Pass()
		sum += after.Perft(depth - 1)
	})
	return sum
}

// answers counts the turns that may follow the rest of this one, by the largest group that each stone
// makes. It plays a stone only where another may follow, on one of some cells, ascending.
func (p *Position) answers(cells []Cell, after *[mostStones]Position) (sum int) {
	next := &after[p.placed]
	for i, c := range cells {
		largest := max(p.largest[p.mover], uint8(p.Joined(c, p.mover)))
		sum += turns(int(p.left)-1, p.earns(largest))
		if p.placed+1 < p.limit {
			*next = *p
			next.Place(c)
			sum += next.answers(cells[i+1:], after)
		}
	}
	return sum
}

// Random places a stone that is drawn evenly from those that the mover may place next. It gives up
// after some draws and reports false, under [Quiet] alone.
func (p *Position) Random(rng *rand.Rand) (Cell, bool) {
	const draws = 4
	for range draws {
		c := p.free[rng.IntN(int(p.left))]
		if p.May(c) {
			p.Place(c)
			return c, true
		}
	}
	return outside, false
}

// Playout plays at random to the end, with as many stones as are allowed, from wherever the turn is,
// and returns the winner, and false for a draw. The position stays as it is.
func (p Position) Playout(rng *rand.Rand) (winner Side, won bool) {
	for !p.Over() {
		for p.placed < p.limit && p.left > 0 {
			if _, ok := p.Random(rng); !ok {
				break
			}
		}
		p.Pass()
	}
	return p.Winner()
}
