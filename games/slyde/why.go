package slyde

import (
	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does: it wins, or a change stops the other side's copying. Else it says what a swap does to
// the largest groups, now or by what the opponent could have done next, and what that costs. Where that is nothing, it
// tells of the second groups and of smaller things, or else what the swap gives up. Near the end, it says how few swaps
// are left.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, _, ok := parseTurn(m)
	if v.ToMove != seat || !ok {
		return games.Text{}
	}
	p := v.position()
	after, own, other := p, p.mover, p.mover.Other()
	after.Play(t)
	switch {
	case after.Over():
		if c, won := after.Winner(); won && c == own {
			return games.Say("slyde.why.wins", "By", "")
		}
		return games.Text{}
	case t.Change():
		return games.Say("slyde.why.change", "Player", 1-seat, "By", "")
	}
	c := board.Change{Why: "slyde.why.", Opponent: 1 - seat, Was: p.By(own), Is: after.By(own),
		Moved: t.from(), Could: p.reach(other),
		Can: after.reach(other)}.Measured()
	was, is := p.Groups(), after.Groups()
	_, from, to := board.Compare([2][]int{was[own], is[own]})
	why := board.Strongest(c.Grows(), c.Cuts(), c.Saves(), c.Stops())
	if why.Key == "" && from <= to {
		why = whySecond(c, was, is, own)
	}
	if why.Key == "" {
		why = p.whySmall(c, &after, t, from > to)
	}
	if why.Key == "" && c.Now[0] == c.Large[0] {
		why = board.Strongest(cutsSecond(c, was, is, own, from-to))
	}
	if why.Key == "" && from > to {
		why = c.Loses(was[own], is[own])
	}
	if why.Key == "" && after.pairs <= few {
		why = games.Say("slyde.why.leaves", "Count", int(after.pairs))
	}
	return why
}

// whySmall says what a swap that leaves the largest groups as they are does besides: the mover could make a larger one
// next, smaller groups join or grow, the mover's lead stays, a small group grows, or a stone is fixed in the largest. Of
// groups of the mover's that get worse it says nothing good.
func (p *Position) whySmall(c *board.Change, after *Position, t Turn, worse bool) games.Text {
	why := c.Threatens(p.reach(p.mover), after.reach(p.mover))
	if why.Key == "" && !worse {
		why = p.whyGroups(c, after, t)
	}
	if why.Key == "" {
		why = c.Stays()
	}
	switch from, to := p.groupAt(after, t); {
	case why.Key != "" || worse:
	case to > max(from, 2):
		why = c.Say("grows-at", "Cell", board.Cell(t.ToCol, t.ToRow), "From", from, "To", to)
	case to == c.Now[0]:
		why = c.Say("fixes", "Cell", board.Cell(t.ToCol, t.ToRow), "Size", to)
	}
	return why
}

// few is a number of swaps that somebody can look at one by one.
const few = 5

// whyGroups says that two smaller groups of the mover's join, or that the group grows where the mover's stone lands.
func (p *Position) whyGroups(c *board.Change, after *Position, t Turn) games.Text {
	joined := c.Joined()
	from, to := p.groupAt(after, t)
	switch {
	case joined.Size > 0:
		return c.Joins(joined)
	case to > from && to >= board.LeastSecond:
		return c.Say("grows-at", "Cell", board.Cell(t.ToCol, t.ToRow), "From", from, "To", to)
	}
	return games.Text{}
}

// groupAt returns the size of the group in which the mover's stone lands, and of the largest that had stones of it.
func (p *Position) groupAt(after *Position, t Turn) (from, to int) {
	after.Of[p.mover].Groups(func(group board.Cells, size int) {
		if _, in := t.to().In(group); !in {
			return
		}
		to = size
		p.Of[p.mover].Groups(func(part board.Cells, size int) {
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

// reach tries all swaps of a side.
func (p Position) reach(c board.Colour) board.Reach {
	p.mover, p.mirror = c, 0
	return board.ReachOf(p.By(c), func(try func(is [2]board.Cells, moved board.Cells)) {
		for n := range p.Count() {
			t, after := p.Nth(n), p
			after.Play(t)
			try(after.By(c), t.from())
		}
	})
}

// whySecond says what a swap does to the second group of either side.
func whySecond(c *board.Change, before, after [2][]int, own board.Colour) games.Text {
	was, is := board.Rank(before[own], 1), board.Rank(after[own], 1)
	var claims []board.Claim
	if is >= board.LeastSecond {
		claims = append(claims, board.Claim{Stones: is - was, Why: c.Say("second", "From", was, "To", is)})
	}
	return board.Strongest(append(claims, cutsSecond(c, before, after, own, 0))...)
}

// cutsSecond says that the second group of the other side shrinks, by more stones than the swap costs its mover.
func cutsSecond(c *board.Change, before, after [2][]int, own board.Colour, cost int) board.Claim {
	theirs, left := board.Rank(before[own.Other()], 1), board.Rank(after[own.Other()], 1)
	if theirs < board.LeastSecond {
		return board.Claim{}
	}
	return board.Claim{Stones: theirs - left - cost, Why: c.Say("cuts-second", "From", theirs, "To", left)}
}
