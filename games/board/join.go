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

// Say says under the keys of a game's reasons what was joined, and if the move brought stones besides, how
// many. The sentence may have more values.
func (j Joint) Say(why string, pairs ...any) games.Text {
	key, more := "joins", j.Size-j.One-j.Other
	if more > 0 {
		key = "joins-more"
	}
	return games.Say(why+key, append(pairs, "By", "", "One", j.One, "Other", j.Other, "More", more, "Size", j.Size)...)
}

// Why says under the keys of a game's reasons what a move does to the groups of both sides, the mover's
// first: it joins two of its side into its largest, it cuts the largest of its opponent, its own largest
// grows, or it joins two that stay smaller than that. Moved are the cells from which the move took stones.
func Why(why string, before, after [2]Cells, moved Cells, opponent games.Seat) games.Text {
	was, is := before[0].Largest(Four), after[0].Largest(Four)
	theirs, left := before[1].Largest(Four), after[1].Largest(Four)
	j := Joined(before[0], after[0], moved)
	switch {
	case j.Size > 0 && j.Size == is && is > was:
		return j.Say(why)
	case left < theirs:
		return games.Say(why+"cuts", "Player", opponent, "From", theirs, "To", left)
	case is > was:
		return games.Say(why+"grows", "By", "", "From", was, "To", is)
	case j.Size > 0:
		return j.Say(why)
	}
	return games.Text{}
}
