package board

import "parlour/games"

// A Joint is a group that two groups became part of, by their sizes, the larger one first.
type Joint struct{ One, Other, Size int }

// Joined compares a side's stones before and after a move. It finds the largest group that two of
// its groups of two stones or more became part of, with all their stones that the move left where
// they were. Its size is 0 if there is none.
func Joined(before, after, moved Cells) (best Joint) {
	after.Groups(Four, func(group Cells, size int) {
		if j := joined(before, group, moved); j.Other > 1 && j.One+j.Other <= size && size > best.Size {
			best = Joint{j.One, j.Other, size}
		}
	})
	return best
}

// joined returns the two largest groups before a move that a set holds, as far as the move left
// their stones.
func joined(before, set, moved Cells) (j Joint) {
	before.Groups(Four, func(group Cells, size int) {
		if some, all := group.Without(moved).In(set); some && all {
			j.Add(size)
		}
	})
	return j
}

// Add adds a group of a size to those that were joined, of which the two largest count.
func (j *Joint) Add(size int) {
	switch {
	case size > j.One:
		j.One, j.Other = size, j.One
	case size > j.Other:
		j.Other = size
	}
}

// Whole reports whether a group is two others and nothing else.
func (j Joint) Whole() bool { return j.Size > 0 && j.One+j.Other == j.Size }

// A Claim is a reason for a move, and how many stones it is worth to the side that moves.
type Claim struct {
	Stones int
	Why    games.Text
}

// Strongest returns the first of the reasons that are worth most, zero if none is worth anything.
func Strongest(claims ...Claim) games.Text {
	var best Claim
	for _, c := range claims {
		if c.Stones > best.Stones {
			best = c
		}
	}
	return best.Why
}
