package slyde

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does: it wins, or a change stops the other side's copying. Else it says what a swap does to
// the largest groups, now or by what the opponent could have done next. Where that is nothing, it tells of smaller
// groups, and at last that the stone is fixed.
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
	if why := p.whyNear(&after, typed.Turn, 1-seat); why.Key != "" {
		return why
	}
	return games.Say("slyde.why.fixes", "Player", 1-seat, "By", "", "Cell", typed.To())
}

// from returns the cell that a swap takes the mover's stone from.
func (t Turn) from() (c board.Cells) {
	c[t.Row+1] = 1 << t.Col
	return c
}

// whyLargest says what a swap does to the largest group of either side.
func (p *Position) whyLargest(after *Position, t Turn, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.largest(own), after.largest(own)
	theirs, left := p.largest(other), after.largest(other)
	grows := games.Say("slyde.why.grows", "By", "", "From", was, "To", is)
	if j := board.Joined(p.stones(own), after.stones(own), t.from()); j.Size == is {
		grows = j.Say("slyde.why.")
	}
	before, now := p.threat(other), after.threat(other)
	saves := games.Say("slyde.why.saves", "Player", opponent, "By", "", "From", was, "To", before.leaves)
	if now.leaves < was {
		saves = games.Say("slyde.why.shields", "Player", opponent, "By", "", "To", before.leaves, "Still", now.leaves)
	}
	stops := games.Say("slyde.why.stops", "Player", opponent, "Size", before.makes)
	if j := before.joint; j.Other > 1 {
		stops = games.Say("slyde.why.parts", "Player", opponent, "One", j.One, "Other", j.Other, "Size", before.makes)
	}
	return board.Strongest(
		board.Claim{Stones: is - was, Why: grows},
		board.Claim{Stones: theirs - left, Why: games.Say("slyde.why.cuts", "Player", opponent, "From", theirs, "To", left)},
		board.Claim{Stones: min(now.leaves, was) - before.leaves, Why: saves},
		board.Claim{Stones: before.makes - max(now.makes, theirs), Why: stops},
	)
}

// A threat is what a side can do by one swap, if it is its turn.
type threat struct {
	leaves int         // the fewest stones that the largest group of the other side is left with
	makes  int         // the most stones that the largest group of its own gets
	joint  board.Joint // the groups that become that one; zero if these are not two of two stones or more
}

// threat tries all swaps of a side.
func (p Position) threat(c Colour) threat {
	p.mover, p.mirror = c, 0
	found := threat{leaves: p.largest(c.Other()), makes: p.largest(c)}
	for n := range p.Count() {
		t, after := p.Nth(n), p
		after.Play(t)
		found.leaves = min(found.leaves, after.largest(c.Other()))
		if most := after.largest(c); most > found.makes {
			found.makes, found.joint = most, board.Joint{}
			if j := board.Joined(p.stones(c), after.stones(c), t.from()); j.Size == most {
				found.joint = j
			}
		}
	}
	return found
}

// whyNear says what a swap does to the groups of the two stones that it exchanges.
func (p *Position) whyNear(after *Position, t Turn, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	group, from := groupAt(after.stones(own), t.ToCol, t.ToRow), 1
	p.stones(own).Groups(board.Four, func(part board.Cells, size int) {
		if some, all := part.Without(t.from()).In(group); some && all {
			from = max(from, size)
		}
	})
	to := group.Count()
	grows := games.Say("slyde.why.adds", "By", "", "From", from, "To", to)
	if j := board.Joined(p.stones(own), after.stones(own), t.from()); j.Size > 0 {
		grows = j.Say("slyde.why.")
	} else if from == 1 {
		grows = games.Say("slyde.why.makes", "By", "", "Size", to)
	}
	theirs, left := groupAt(p.stones(other), t.ToCol, t.ToRow), 0
	after.stones(other).Groups(board.Four, func(part board.Cells, size int) {
		if some, _ := part.Within(theirs).In(theirs); some {
			left = max(left, size)
		}
	})
	return board.Strongest(
		board.Claim{Stones: to - from, Why: grows},
		board.Claim{Stones: theirs.Count() - left, Why: games.Say("slyde.why.breaks", "Player", opponent, "From", theirs.Count(), "To", left)},
	)
}

// groupAt returns the group of a stone among those of its side.
func groupAt(stones board.Cells, col, row int) board.Cells {
	rest := stones
	rest.Remove(row+1, 1<<col, board.Four)
	return stones.Without(rest)
}
