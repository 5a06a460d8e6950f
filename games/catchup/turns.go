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

// each calls a function for every legal turn that begins now, with the position before its turn is
// passed, which is another one at the next call. Turns of the same cells are one.
func (p *Position) each(visit func(Turn, *Position)) {
	var cells [MaxCells]Cell
	n := copy(cells[:], p.free[:p.left])
	slices.Sort(cells[:n])
	p.deeper(cells[:n], Turn{}, new([mostStones]Position), visit)
}

// deeper goes on with each of some cells, ascending. It writes the position after each stone of the
// turn where after has it.
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
	e := int(p.left)
	switch {
	case p.bonus == Quiet && p.limit == 2:
		n := e
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
	case p.limit == 1:
		return e
	case p.limit == 2:
		return e + e*(e-1)/2
	}
	if e == 0 {
		return 0
	}
	return e + e*(e-1)/2 + e*(e-1)*(e-2)/6
}

// Perft counts the sequences of depth turns. The last turn of a sequence is counted, not played.
func (p *Position) Perft(depth int) int {
	switch depth {
	case 0:
		return 1
	case 1:
		return p.Count()
	}
	sum := 0
	p.each(func(_ Turn, next *Position) {
		after := *next
		after.Pass()
		sum += after.Perft(depth - 1)
	})
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
