package permute

import "math/bits"

// A census counts the groups of each colour and size.
type census [2][maxCells + 1]uint16

// Groups returns the sizes of the groups of each colour, descending. A group is a set of
// stones of one colour, bandaged or not, joined orthogonally.
func (p *Position) Groups() [2][]int {
	var n census
	n.take(p)
	groups := [2][]int{{}, {}}
	for c := range groups {
		for size := p.cells(); size > 0; size-- {
			for range n[c][size] {
				groups[c] = append(groups[c], size)
			}
		}
	}
	return groups
}

// largest returns the size of the largest group of a colour, 0 if it has no stone.
func (p *Position) largest(c Colour) int {
	var n census
	n.take(p)
	size := p.cells()
	for size > 0 && n[c][size] == 0 {
		size--
	}
	return size
}

// Winner returns the winner of the board as it stands, and false for a draw. The greatest
// size of which one colour has more groups decides, which is the rule of compare: where
// the other colour has no more groups of that size, its next one is smaller.
func (p *Position) Winner() (Colour, bool) {
	var n census
	n.take(p)
	for size := p.cells(); size > 0; size-- {
		if orange, yellow := n[Orange][size], n[Yellow][size]; orange != yellow {
			if orange > yellow {
				return Orange, true
			}
			return Yellow, true
		}
	}
	return Orange, false
}

// cells returns the number of cells of the board, the most that a group can have.
func (p *Position) cells() int { return p.Size() * p.Size() }

// take counts the groups of a position.
func (n *census) take(p *Position) {
	for _, c := range [2]Colour{Orange, Yellow} {
		left := p.stones(c)
		for row := 1; row <= p.Size(); row++ {
			for left[row] != 0 {
				n[c][left.remove(row, left[row]&-left[row])]++
			}
		}
	}
}

// rows is a set of cells: a word for each row from 1, with an empty row below and above.
type rows [maxSize + 2]uint32

// stones returns the cells with stones of a colour.
func (p *Position) stones(c Colour) rows {
	var all rows
	for row, yellow := range p.yellow[:p.size] {
		all[row+1] = yellow
		if c == Orange {
			all[row+1] = ^yellow & (1<<p.size - 1)
		}
	}
	return all
}

// remove takes away the cells that are joined to some cells of a row, and returns their
// number: first those within the row, then those above and below.
func (r *rows) remove(row int, from uint32) int {
	run := from & r[row]
	if run == 0 {
		return 0
	}
	for {
		wider := (run | run<<1 | run>>1) & r[row]
		if wider == run {
			break
		}
		run = wider
	}
	r[row] &^= run
	return bits.OnesCount32(run) + r.remove(row-1, run) + r.remove(row+1, run)
}

// compare decides a finished board: the largest groups first, then the second largest, and
// so on; a missing group has size 0. It returns the rank, from 0, of the first pair that
// differs and the two sizes, which are equal when no pair differs.
func compare(groups [2][]int) (rank, orange, yellow int) {
	at := func(g []int, i int) int {
		if i < len(g) {
			return g[i]
		}
		return 0
	}
	for rank = range max(len(groups[Orange]), len(groups[Yellow])) {
		orange, yellow = at(groups[Orange], rank), at(groups[Yellow], rank)
		if orange != yellow {
			return rank, orange, yellow
		}
	}
	return 0, 0, 0
}
