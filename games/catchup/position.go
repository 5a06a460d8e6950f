package catchup

import (
	"math/rand/v2"
	"slices"

	"parlour/games/board"
)

// A Side is a side of the game, which is also its seat: White is 0 and moves first.
type Side = uint8

// What lies on a cell.
const (
	Empty Stone = iota
	White
	Black
)

// A Stone is what lies on a cell: Empty, or the stone of a side, whose number is one less.
type Stone uint8

// A Bonus says when more than two stones, or only one, may be placed.
type Bonus uint8

// The kinds of bonus. A side without a stone has a largest group of 1 here, so that a single stone
// is no growth.
const (
	// match: a third stone, if the opponent's largest group grew in its turn and is at least as
	// large as the mover's then.
	match Bonus = iota
	// overtake: a third stone, if the largest group of both sides grew in the opponent's turn.
	overtake
	// quiet: no third stone, and a second one only if the largest group of both sides is no larger
	// after both than before.
	quiet
)

// mostStones is the most stones of a turn.
const mostStones = 3

// A position is a board with the turn that is under way, without text. It is a value: a search
// copies it and plays on the copy. Only [position.groups] and what counts or lists
// turns allocate.
//
// A group is a tree of cells: each stone leads to another one of its group. The last leads to itself and
// knows the number of stones.
type position struct {
	shape   *shape
	bonus   Bonus
	mover   Side
	placed  uint8               // stones of the mover in this turn
	limit   uint8               // the most stones of this turn
	left    uint8               // empty cells
	largest [2]uint8            // by side: its largest group, 1 if it has no stone
	begun   [2]uint8            // the same when the turn began
	stone   [MaxCells + 1]Stone // by cell; Empty for outside
	up      [MaxCells]Cell      // by cell with a stone: the next one of its tree
	count   [MaxCells]uint8     // by cell that leads to itself: the stones of its group
	free    [MaxCells]Cell      // the empty cells, the first left of them, in any order
	at      [MaxCells]uint8     // by empty cell: its place in free
}

// newPosition returns the empty board.
func newPosition(size int, bonus Bonus) position {
	p := position{shape: shapes[size](), bonus: bonus, limit: 1, largest: [2]uint8{1, 1}, begun: [2]uint8{1, 1}}
	p.left = uint8(p.shape.cells)
	for c := range p.left {
		p.free[c], p.at[c] = Cell(c), c
	}
	return p
}

// Size returns the number of cells a side.
func (p *position) Size() int { return p.shape.size }

// cells returns the number of cells.
func (p *position) cells() int { return p.shape.cells }

// Over reports whether the board is full.
func (p *position) Over() bool { return p.left == 0 }

// Largest returns the size of a side's largest group, 1 if it has no stone.
func (p *position) Largest(s Side) int { return int(p.largest[s]) }

// root returns the cell that knows the size of a stone's group. On the way it shortens the tree.
func (p *position) root(c Cell) Cell {
	for p.up[c] != c {
		p.up[c] = p.up[p.up[c]]
		c = p.up[c]
	}
	return c
}

// joinSize returns the size of the group that a stone of a side on an empty cell would be part of.
func (p *position) joinSize(c Cell, s Side) int {
	var roots [6]Cell
	n, size := 0, 1
	mine := Stone(s + 1)
next:
	for _, o := range &p.shape.by[c] {
		if p.stone[o] != mine {
			continue
		}
		r := p.root(o)
		for _, known := range roots[:n] {
			if known == r {
				continue next
			}
		}
		roots[n] = r
		n++
		size += int(p.count[r])
	}
	return size
}

// put places a stone of a side on an empty cell and joins its groups.
func (p *position) put(c Cell, s Side) {
	mine := Stone(s + 1)
	p.left--
	last := p.free[p.left]
	p.free[p.at[c]], p.at[last] = last, p.at[c]
	p.stone[c], p.up[c], p.count[c] = mine, c, 1
	r := c
	for _, o := range &p.shape.by[c] {
		if p.stone[o] != mine {
			continue
		}
		if other := p.root(o); other != r {
			if p.count[other] > p.count[r] {
				r, other = other, r
			}
			p.up[other] = r
			p.count[r] += p.count[other]
		}
	}
	p.largest[s] = max(p.largest[s], p.count[r])
}

// may reports whether the mover may place its next stone of the turn on a cell.
func (p *position) may(c Cell) bool {
	if p.stone[c] != Empty || p.placed >= p.limit {
		return false
	}
	if p.bonus != quiet || p.placed == 0 {
		return true
	}
	was := max(p.begun[0], p.begun[1])
	return p.largest[p.mover] <= was && p.joinSize(c, p.mover) <= int(was)
}

// place places the next stone of the turn where [position.may] allows it.
func (p *position) place(c Cell) {
	p.put(c, p.mover)
	p.placed++
}

// more reports whether the turn may go on with another stone.
func (p *position) more() bool {
	if p.placed >= p.limit || p.left == 0 {
		return false
	}
	if p.bonus != quiet || p.placed == 0 {
		return true
	}
	for _, c := range p.free[:p.left] {
		if p.may(c) {
			return true
		}
	}
	return false
}

// pass ends the turn, in which at least one stone was placed, and sets how many the next may have.
func (p *position) pass() {
	p.limit = min(uint8(p.earns(p.largest[p.mover])), p.left)
	p.mover, p.placed, p.begun = 1-p.mover, 0, p.largest
}

// earns returns how many stones the next turn may have, if the largest group of the mover has a size at
// the end of this turn.
func (p *position) earns(size uint8) int {
	other := p.largest[1-p.mover]
	third := false
	switch p.bonus {
	case match:
		third = size > p.begun[p.mover] && size >= other
	case overtake:
		third = size > max(p.begun[0], p.begun[1])
	}
	if third {
		return mostStones
	}
	return 2
}

// Limit returns the number of stones that the turn which begins now may have, at most.
func (p *position) Limit() int {
	if p.bonus == quiet && p.limit == 2 && p.Count() == int(p.left) { // no turn has two
		return 1
	}
	return int(p.limit)
}

// groups returns the sizes of the groups of each side, descending.
func (p *position) groups() [2][]int {
	var n board.Census
	p.take(&n)
	return n.Sizes(p.cells())
}

// take counts the groups of both sides.
func (p *position) take(n *board.Census) {
	for c := range Cell(p.shape.cells) {
		if s := p.stone[c]; s != Empty && p.up[c] == c {
			n[s-1][p.count[c]]++
		}
	}
}

// winner returns the side that wins the board as it stands, and false where all groups are equal,
// which they are on no full board.
func (p *position) winner() (s Side, won bool) {
	if p.largest[0] != p.largest[1] { // neither is a side without a stone, as both have had a turn
		if p.largest[0] > p.largest[1] {
			return 0, true
		}
		return 1, true
	}
	var n board.Census
	p.take(&n)
	winner, won := n.Winner(int(p.largest[0]))
	return Side(winner), won
}

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
