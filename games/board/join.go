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

// Say says under a key what was joined; under the key with "-more" if the move brought stones besides,
// and how many. The sentence may have more values.
func (j Joint) Say(key string, pairs ...any) games.Text {
	more := j.Size - j.One - j.Other
	if more > 0 {
		key += "-more"
	}
	return games.Say(key, append(pairs, "By", "", "One", j.One, "Other", j.Other, "More", more, "Size", j.Size)...)
}
