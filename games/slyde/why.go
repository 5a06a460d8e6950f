package slyde

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does: it wins, or a change stops the other side's copying. Else it says what a swap does to
// the largest groups, now or by what the opponent could have done next, and what that costs. Where that is nothing, it
// tells what the swap gives up, or else of the second groups.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if v.ToMove != seat || !ok {
		return games.Text{}
	}
	p := v.position()
	after := p
	after.Play(typed.Turn)
	switch {
	case after.Over():
		if c, won := after.Winner(); won && c == p.mover {
			return games.Say("slyde.why.wins", "By", "")
		}
		return games.Text{}
	case typed.change:
		return games.Say("slyde.why.change", "Player", 1-seat, "By", "")
	}
	if why := p.whyLargest(&after, typed.Turn, 1-seat); why.Key != "" {
		return why
	}
	was, is := p.Groups(), after.Groups()
	rank, from, to := board.Compare([2][]int{was[p.mover], is[p.mover]})
	switch {
	case from <= to:
		if why := whySecond(was, is, p.mover, 1-seat); why.Key != "" {
			return why
		}
	case rank == 0:
		return games.Say("slyde.why.loses", "By", "", "From", from, "To", to)
	case from == was[p.mover][0] && from >= leastSecond:
		return games.Say("slyde.why.breaks", "By", "", "Size", from)
	}
	return p.whySmall(&after, typed.Turn, from > to, 1-seat)
}

// whySmall says what a swap that leaves the largest groups as they are does besides: the mover could make a larger one
// next, smaller groups join or grow, or the mover's lead stays. Of groups of the mover's that get worse it
// says nothing good. Near the end, it says how few swaps are left.
func (p *Position) whySmall(after *Position, t Turn, worse bool, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	high, low := after.Largest(own), after.Largest(other)
	var why games.Text
	switch next, could := after.threat(own), p.threat(own); {
	case next.makes <= max(could.makes, high) && !worse:
		why = p.whyGroups(after, t)
	case next.makes <= max(could.makes, high):
	case next.joint.Size > 0 && next.joint.One+next.joint.Other == next.makes:
		return games.Say("slyde.why.threatens", "By", "", "One", next.joint.One, "Other", next.joint.Other,
			"Size", next.makes)
	default:
		return games.Say("slyde.why.threatens-any", "By", "", "Size", next.makes)
	}
	switch {
	case why.Key != "":
		return why
	case high > low && !after.threat(other).leads:
		return games.Say("slyde.why.stays", "By", "", "Player", opponent, "Ahead", high, "Low", low)
	case after.pairs > 0 && after.pairs <= few:
		return games.Say("slyde.why.leaves", "Count", int(after.pairs))
	}
	return games.Text{}
}

// few is a number of swaps that somebody can look at one by one.
const few = 5

// whyGroups says that two smaller groups of the mover's join, or that the group grows where the mover's stone lands.
func (p *Position) whyGroups(after *Position, t Turn) games.Text {
	joined := board.Joined(p.Of(p.mover), after.Of(p.mover), t.from())
	from, to := p.groupAt(after, t)
	switch {
	case joined.Size > 0:
		return joined.Say("slyde.why.")
	case to > from && to >= leastSecond:
		return games.Say("slyde.why.grows-at", "By", "", "Cell", board.Cell(t.ToCol, t.ToRow), "From", from, "To", to)
	}
	return games.Text{}
}

// groupAt returns the size of the group in which the mover's stone lands, and of the largest that had stones of it.
func (p *Position) groupAt(after *Position, t Turn) (from, to int) {
	after.Of(p.mover).Groups(board.Four, func(group board.Cells, size int) {
		if _, in := t.to().In(group); !in {
			return
		}
		to = size
		p.Of(p.mover).Groups(board.Four, func(part board.Cells, size int) {
			if part.Within(group).Count() > 0 {
				from = max(from, size)
			}
		})
	})
	return from, to
}

// to returns the cell that a swap takes the mover's stone to.
func (t Turn) to() (c board.Cells) {
	c[t.ToRow+1] = 1 << t.ToCol
	return c
}

// from returns the cell that a swap takes the mover's stone from.
func (t Turn) from() (c board.Cells) {
	c[t.Row+1] = 1 << t.Col
	return c
}

// whyLargest says what a swap does to the largest group of either side, and that the mover's shrinks, if it does.
func (p *Position) whyLargest(after *Position, t Turn, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.Largest(own), after.Largest(own)
	theirs, left := p.Largest(other), after.Largest(other)
	say := func(key string, pairs ...any) games.Text {
		return games.Say("slyde.why."+key, append(pairs, "By", "", "Player", opponent)...)
	}
	shrunk := 0
	if is < was {
		shrunk = is
	}
	grows := say("grows", "From", was, "To", is)
	if j := board.Joined(p.Of(own), after.Of(own), t.from()); j.Size == is {
		grows = j.Say("slyde.why.")
	}
	before, now := p.threat(other), after.threat(other)
	saves := say("saves", "From", was, "To", before.leaves)
	switch {
	case is < was:
		saves = say("trades", "Lost", was-is, "Least", now.leaves)
	case now.leaves < was:
		saves = say("shields", "To", before.leaves, "Still", now.leaves)
	}
	stops := say("stops", "Size", before.makes, "Shrunk", shrunk)
	if j := before.joint; is >= was && j.Other > 1 && j.One+j.Other == j.Size {
		stops = say("parts", "One", j.One, "Other", j.Other, "Size", j.Size)
	}
	return board.Strongest(
		board.Claim{Stones: is - was, Why: grows},
		board.Claim{Stones: theirs - left, Why: say("cuts", "From", theirs, "To", left, "Shrunk", shrunk)},
		board.Claim{Stones: min(now.leaves, was) - before.leaves, Why: saves},
		board.Claim{Stones: before.makes - max(now.makes, theirs), Why: stops},
	)
}

// A threat is what a side can do by one swap, if it is its turn.
type threat struct {
	leaves int         // the fewest stones that the largest group of the other side is left with
	makes  int         // the most stones that the largest group of its own gets
	leads  bool        // whether its largest group can become as large as that of the other side, or larger
	joint  board.Joint // the groups that become that one; zero if these are not two of two stones or more
}

// threat tries all swaps of a side.
func (p Position) threat(c board.Colour) threat {
	p.mover, p.mirror = c, 0
	found := threat{leaves: p.Largest(c.Other()), makes: p.Largest(c)}
	for n := range p.Count() {
		t, after := p.Nth(n), p
		after.Play(t)
		left, most := after.Largest(c.Other()), after.Largest(c)
		found.leaves, found.leads = min(found.leaves, left), found.leads || most >= left
		if most > found.makes {
			found.makes, found.joint = most, board.Joint{}
			if j := board.Joined(p.Of(c), after.Of(c), t.from()); j.Size == most {
				found.joint = j
			}
		}
	}
	return found
}

// leastSecond is the least size of a second group that is worth a word.
const leastSecond = 5

// whySecond says what a swap does to the second group of either side.
func whySecond(before, after [2][]int, own board.Colour, opponent games.Seat) games.Text {
	was, is := second(before[own]), second(after[own])
	theirs, left := second(before[own.Other()]), second(after[own.Other()])
	var claims []board.Claim
	if is >= leastSecond {
		claims = append(claims,
			board.Claim{Stones: is - was, Why: games.Say("slyde.why.second", "By", "", "From", was, "To", is)})
	}
	if theirs >= leastSecond {
		claims = append(claims, board.Claim{Stones: theirs - left,
			Why: games.Say("slyde.why.cuts-second", "Player", opponent, "From", theirs, "To", left)})
	}
	return board.Strongest(claims...)
}

// second returns the size of the second of some groups, 0 if there is none.
func second(sizes []int) int {
	if len(sizes) < 2 {
		return 0
	}
	return sizes[1]
}
