package board

import (
	"math/bits"
	"slices"

	"parlour/games"
)

// Cells is a set of cells: a word for each row from 1, whose bit 0 is column a, with an empty row
// below and above.
type Cells [Max + 2]uint32

// Remove takes away the cells that are joined to some cells of a row, counted from 1, and returns
// their number: first those within the row, then those above and below.
func (c *Cells) Remove(row int, from uint32) int {
	run := from & c[row]
	if run == 0 {
		return 0
	}
	for {
		wider := (run | run<<1 | run>>1) & c[row]
		if wider == run {
			break
		}
		run = wider
	}
	c[row] &^= run
	return bits.OnesCount32(run) + c.Remove(row-1, run) + c.Remove(row+1, run)
}

// Groups calls a function for every group of the set, with its cells and their number.
func (c Cells) Groups(each func(group Cells, size int)) {
	left := c
	for row := range left {
		for left[row] != 0 {
			rest := left
			size := rest.Remove(row, left[row]&-left[row])
			each(left.Without(rest), size)
			left = rest
		}
	}
}

// Largest returns the size of the largest group, 0 if there are no cells.
func (c Cells) Largest() (most int) {
	for row := range c {
		for c[row] != 0 {
			most = max(most, c.Remove(row, c[row]&-c[row]))
		}
	}
	return most
}

// Count returns the number of cells.
func (c Cells) Count() (n int) {
	for _, row := range c {
		n += bits.OnesCount32(row)
	}
	return n
}

// Without returns the cells that are not in another set.
func (c Cells) Without(other Cells) Cells {
	for i := range c {
		c[i] &^= other[i]
	}
	return c
}

// With returns the cells that are in either set.
func (c Cells) With(other Cells) Cells {
	for i := range c {
		c[i] |= other[i]
	}
	return c
}

// Within returns the cells that are also in another set.
func (c Cells) Within(other Cells) Cells {
	for i := range c {
		c[i] &= other[i]
	}
	return c
}

// In reports whether there are any cells, and whether all are in another set.
func (c Cells) In(other Cells) (some, all bool) {
	all = true
	for i := range c {
		some = some || c[i] != 0
		all = all && c[i]&^other[i] == 0
	}
	return some, all
}

// A Census counts the groups of two sides by their size.
type Census [2][Max*Max + 1]uint16

// Take counts the groups of a side.
func (n *Census) Take(side int, stones Cells) {
	for row := range stones {
		for stones[row] != 0 {
			n[side][stones.Remove(row, stones[row]&-stones[row])]++
		}
	}
}

// Sizes returns the sizes of the groups of each side, descending, of which none is above most. Both
// lists may be empty and are never nil.
func (n *Census) Sizes(most int) (groups [2][]int) {
	for side := range groups {
		many := 0
		for _, some := range n[side][:most+1] {
			many += int(some)
		}
		groups[side] = make([]int, 0, many)
		for size := most; size > 0; size-- {
			for range n[side][size] {
				groups[side] = append(groups[side], size)
			}
		}
	}
	return groups
}

// Winner returns the side that wins by [Compare], and false for a draw. The greatest size of which
// one side has more groups decides: where the other has no more groups of that size, its next one
// is smaller. No group is above most.
func (n *Census) Winner(most int) (side int, won bool) {
	for size := most; size > 0; size-- {
		if first, second := n[0][size], n[1][size]; first != second {
			if first > second {
				return 0, true
			}
			return 1, true
		}
	}
	return 0, false
}

// Rank returns the size of a group by its rank, from 0, among sizes that descend; 0 if there is none.
func Rank(sizes []int, rank int) int {
	if rank < len(sizes) {
		return sizes[rank]
	}
	return 0
}

// Compare decides a finished board by the sizes of the groups of both sides, each descending: the
// largest groups first, then the second largest, and so on; a missing group has size 0. It returns
// the rank, from 0, of the first pair that differs and the two sizes, which are equal when no pair
// differs. The rule is Catchup's, by Nick Bentley (2010), which later games took over.
func Compare(groups [2][]int) (rank, first, second int) {
	for rank = range max(len(groups[0]), len(groups[1])) {
		first, second = Rank(groups[0], rank), Rank(groups[1], rank)
		if first != second {
			return rank, first, second
		}
	}
	return 0, 0, 0
}

// Decide compares the groups of both sides, and returns the winner, [games.Spectator] for a draw,
// and the words for it. The sides are those of the seats.
func Decide(groups [2][]int) (winner games.Seat, reason games.Text) {
	rank, first, second := Compare(groups)
	winner = 0
	switch {
	case first == second:
		return games.Spectator, games.Say("reason.groups.equal")
	case second > first:
		winner = 1
	}
	high, low := max(first, second), min(first, second)
	if rank == 0 {
		return winner, games.Say("reason.groups.largest", "High", high, "Low", low)
	}
	return winner, games.Say("reason.groups.rank", "Rank", rank+1, "Equal", rank, "High", high, "Low", low)
}

// Deciding returns how many of the largest groups of each side have to be compared until
// they differ, at most three.
func Deciding(groups [2][]int) int {
	rank, one, other := Compare(groups)
	if one == other || rank > 2 || rank >= min(len(groups[0]), len(groups[1])) {
		return 1
	}
	return rank + 1
}

// Score says the largest groups of each side, as many as [Deciding]; 0 for a side without a group.
func Score(sides games.Sides, groups [2][]int) games.Text {
	said := func(sizes []int) (all any) {
		last := min(Deciding(groups), len(sizes)) - 1
		if last < 0 {
			return 0
		}
		all = sizes[last]
		for _, size := range slices.Backward(sizes[:last]) {
			all = games.Say("groups.then", "First", size, "Second", all)
		}
		return all
	}
	return games.Say("groups.score", "First", games.Say(sides[0]), "Ones", said(groups[0]),
		"Second", games.Say(sides[1]), "Others", said(groups[1]))
}
