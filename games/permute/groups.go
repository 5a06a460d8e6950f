package permute

import "slices"

// Groups returns the sizes of the groups of each colour, descending. A group is
// a set of stones of one colour joined orthogonally; a bandaged stone counts.
func (p *Position) Groups() [2][]int {
	var (
		groups [2][]int
		seen   [maxCells]bool
		stack  [maxCells]int
	)
	for i := range p.size * p.size {
		if seen[i] {
			continue
		}
		seen[i] = true
		c := p.cells[i] & colourBit
		groups[c] = append(groups[c], p.flood(i, &seen, &stack))
	}
	for c := range groups {
		slices.Sort(groups[c])
		slices.Reverse(groups[c])
	}
	return groups
}

// flood marks the group of a cell, which is marked already, and returns its size.
func (p *Position) flood(start int, seen *[maxCells]bool, stack *[maxCells]int) int {
	n, size, colour := 1, 0, p.cells[start]&colourBit
	stack[0] = start
	for n > 0 {
		n--
		i := stack[n]
		size++
		for _, j := range p.neighbours(i) {
			if j >= 0 && !seen[j] && p.cells[j]&colourBit == colour {
				seen[j] = true
				stack[n] = j
				n++
			}
		}
	}
	return size
}

// neighbours returns the cells beside a cell, -1 for one off the board.
func (p *Position) neighbours(i int) [4]int {
	n := [4]int{-1, -1, i - p.size, -1}
	if i%p.size > 0 {
		n[0] = i - 1
	}
	if i%p.size < p.size-1 {
		n[1] = i + 1
	}
	if i+p.size < p.size*p.size {
		n[3] = i + p.size
	}
	return n
}

// compare decides a finished board: the largest groups first, then the second
// largest, and so on, a missing group counting as nothing. It returns the rank,
// from 0, of the first pair that differs and the two sizes; when none does, the
// sizes are equal.
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
