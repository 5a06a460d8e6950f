package board

import "parlour/games"

// The words for what a move does to the groups of both sides are the same in all games of groups. Each game has the
// sentences for those that it says, and chooses among them.

// A Change is a move on a board full of stones, by the stones of the mover and of the opponent before and after it.
type Change struct {
	Why      string // begins the keys of the reasons
	Opponent games.Seat
	Was, Is  [2]Cells // the stones, the mover's first
	Moved    Cells    // the cells whose stones it took elsewhere
	Plain    bool     // whether reasons say nothing of stones that it brings or gives up besides

	Could, Can Reach // what the opponent could have done instead, and what it can do now

	Large, Now [2]int // the largest groups before and after it, which Measured sets
}

// Measured returns the change with the sizes of the largest groups.
func (c Change) Measured() *Change {
	for side := range c.Was {
		c.Large[side], c.Now[side] = c.Was[side].Largest(), c.Is[side].Largest()
	}
	return &c
}

// Say returns the words for a fact. They also tell who has the largest group after the move, whether that of the
// mover shrank, and whether that of the opponent grew.
func (c *Change) Say(key string, pairs ...any) games.Text {
	ahead, behind, shrunk, grown := 0, 0, 0, 0
	if c.Now[0] < c.Large[0] {
		shrunk = c.Now[0]
	}
	if c.Now[1] > c.Large[1] {
		grown = c.Now[1]
	}
	switch {
	case c.Now[0] > c.Now[1]:
		ahead = c.Now[0]
	case c.Now[0] < c.Now[1]:
		behind = c.Now[1]
	}
	return games.Say(c.Why+key, append(pairs, "By", "", "Player", c.Opponent, "Ahead", ahead, "Behind", behind,
		"Low", min(c.Now[0], c.Now[1]), "Shrunk", shrunk, "Grown", grown)...)
}

// Joined finds the largest group of the mover that two became part of.
func (c *Change) Joined() Joint { return Joined(c.Was[0], c.Is[0], c.Moved) }

// Joins says what was joined, and if the move brought stones besides, how many.
func (c *Change) Joins(j Joint) games.Text {
	key, more := "joins", j.Size-j.One-j.Other
	if more > 0 {
		key = "joins-more"
	}
	return c.Say(key, "One", j.One, "Other", j.Other, "More", more, "Size", j.Size)
}

// Grows says that the mover's largest group grows, or which two became it.
func (c *Change) Grows() Claim {
	why := c.Say("grows", "From", c.Large[0], "To", c.Now[0])
	if j := c.Joined(); j.Size == c.Now[0] && (j.Whole() || !c.Plain) {
		why = c.Joins(j)
	}
	return Claim{c.Now[0] - c.Large[0], why}
}

// Cuts says that the opponent's largest group shrinks. What the mover's own loses counts against it.
func (c *Change) Cuts() Claim {
	return Claim{c.Large[1] - c.Now[1] - max(c.Large[0]-c.Now[0], 0), c.Say("cuts", "From", c.Large[1], "To", c.Now[1])}
}

// Saves says that the opponent could have cut the mover's largest group, and cannot any more, or not so far. The mover
// may have given up stones for that.
func (c *Change) Saves() Claim {
	large := c.Large[0]
	why := c.Say("saves", "From", large, "To", c.Could.Leaves)
	switch {
	case c.Now[0] < large && !c.Plain:
		why = c.Say("trades", "Lost", large-c.Now[0], "Least", c.Can.Leaves)
	case c.Can.Leaves < large:
		why = c.Say("shields", "To", c.Could.Leaves, "Still", c.Can.Leaves)
	}
	return Claim{min(c.Can.Leaves, large) - c.Could.Leaves, why}
}

// Stops says that the opponent's largest group could have grown, by joining two or else, and cannot any more.
func (c *Change) Stops() Claim {
	why := c.Say("stops-any", "Size", c.Could.Makes)
	if j := c.Could.Joint; j.Size == c.Could.Makes && j.Whole() && c.Now[0] >= c.Large[0] && !c.Plain {
		why = c.Say("stops", "One", j.One, "Other", j.Other, "Size", j.Size)
	}
	return Claim{c.Could.Makes - max(c.Can.Makes, c.Large[1]), why}
}

// Threatens says that the mover could make a larger group next, by joining two or else, than it could before and has.
func (c *Change) Threatens(could, can Reach) games.Text {
	switch j := can.Joint; {
	case can.Makes <= max(could.Makes, c.Now[0]):
		return games.Text{}
	case j.Size == can.Makes && j.Whole():
		return c.Say("threatens", "One", j.One, "Other", j.Other, "Size", j.Size)
	}
	return c.Say("threatens-any", "Size", can.Makes)
}

// Stays says that the mover leads, and that no move of the opponent changes that.
func (c *Change) Stays() games.Text {
	if c.Now[0] <= c.Now[1] || c.Can.Leads {
		return games.Text{}
	}
	return c.Say("stays")
}

// Gets says that the mover's largest group has grown from one size to another, if it is at least as large as that of the
// opponent now.
func Gets(from, to, other int) games.Text {
	if to <= from || to < other {
		return games.Text{}
	}
	return games.Say("gets.group", "Size", to)
}

// LeastSecond is the least size of a group that is not the largest and worth a word.
const LeastSecond = 5

// Matters reports whether a group of the mover's that is not the largest is worth a word: it is at least three quarters
// as large, or the largest groups are level, so that smaller ones decide.
func (c *Change) Matters(size int) bool {
	return size >= LeastSecond && (c.Now[0] == c.Now[1] || 4*size >= 3*c.Now[0])
}

// Trails says that the opponent leads and would after any other move too. It says nothing of a move that makes its lead larger.
func (c *Change) Trails(could Reach) games.Text {
	if c.Now[0] >= c.Now[1] || c.Now[1] > c.Large[1] || could.Leads {
		return games.Text{}
	}
	return c.Say("trails", "Cost", 1)
}

// Loses says of a move whose mover would lose against itself that its largest group shrinks, or that one of several
// largest ones does.
func (c *Change) Loses(was, is []int) games.Text {
	switch rank, from, _ := Compare([2][]int{was, is}); {
	case rank == 0:
		return c.Say("loses", "From", c.Large[0], "To", c.Now[0], "Cost", 1)
	case from == c.Large[0] && from >= LeastSecond:
		return c.Say("breaks", "Size", from, "Cost", 1)
	}
	return games.Text{}
}

// Second says what a move does to the second group of either side, given all sizes before and after it, the mover's first.
func (c *Change) Second(was, is [2][]int) games.Text {
	var grows Claim
	if from, to := Rank(was[0], 1), Rank(is[0], 1); c.Matters(to) {
		grows = Claim{to - from, c.Say("second-grows", "From", from, "To", to)}
	}
	return Strongest(grows, c.CutsSecond(was[1], is[1], 0))
}

// CutsSecond says that the second group of the other side shrinks, by more stones than the move costs its mover. It says
// nothing of a group that is smaller than the largest while that decides.
func (c *Change) CutsSecond(was, is []int, cost int) Claim {
	theirs, left := Rank(was, 1), Rank(is, 1)
	if theirs < LeastSecond || theirs < c.Large[1] && c.Now[0] != c.Now[1] {
		return Claim{}
	}
	return Claim{theirs - left - cost, c.Say("cuts-second", "From", theirs, "To", left)}
}

// A Reach is what a side can do by one move.
type Reach struct {
	Leaves int   // the fewest stones that the largest group of the other side is left with
	Split  Joint // the groups into which one falls then
	Makes  int   // the most stones that the largest group of its own gets
	Joint  Joint // the groups that become one then
	Leads  bool  // whether its largest group can become as large as that of the other side, or larger
}

// ReachOf tries all moves of a side: each calls try with the stones after one, and with the cells whose stones it moved.
// The stones of that side come first.
func ReachOf(was [2]Cells, each func(try func(is [2]Cells, moved Cells))) Reach {
	r := Reach{Leaves: was[1].Largest(), Makes: was[0].Largest()}
	each(func(is [2]Cells, moved Cells) {
		left, most := is[1].Largest(), is[0].Largest()
		r.Leads = r.Leads || most >= left
		if left < r.Leaves {
			r.Leaves, r.Split = left, Joined(is[1], was[1], moved)
		}
		if most > r.Makes {
			r.Makes, r.Joint = most, Joined(was[0], is[0], moved)
		}
	})
	return r
}

// A Joint is a group that two groups became part of, by their sizes, the larger one first.
type Joint struct{ One, Other, Size int }

// Joined compares a side's stones before and after a move. It finds the largest group that two of
// its groups of two stones or more became part of, with all their stones that the move left where
// they were. Its size is 0 if there is none.
func Joined(before, after, moved Cells) (best Joint) {
	after.Groups(func(group Cells, size int) {
		if j := joined(before, group, moved); j.Other > 1 && j.One+j.Other <= size && size > best.Size {
			best = Joint{j.One, j.Other, size}
		}
	})
	return best
}

// joined returns the two largest groups before a move that a set holds, as far as the move left
// their stones.
func joined(before, set, moved Cells) (j Joint) {
	before.Groups(func(group Cells, size int) {
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
