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
	groups, now := p.Groups(), after.Groups()
	was, is := [2][]int{groups[own], groups[other]}, [2][]int{now[own], now[other]}
	_, from, to := board.Compare([2][]int{was[0], is[0]})
	why := board.Strongest(c.Grows(), c.Cuts(), c.Saves(), c.Stops())
	if why.Key == "" && from <= to {
		why = c.Second(was, is)
	}
	if why.Key == "" {
		var cuts board.Claim
		if c.Now[0] == c.Large[0] {
			cuts = c.CutsSecond(was[1], is[1], from-to)
		}
		why = p.whySmall(c, &after, t, from > to, board.Strongest(cuts))
	}
	if why.Key == "" && from > to {
		why = c.Loses(was[0], is[0])
	}
	if why.Key == "" {
		why = c.Trails(p.reach(own))
	}
	if why.Key == "" && after.pairs <= few {
		why = games.Say("slyde.why.leaves", "Count", int(after.pairs))
	}
	return why
}

// whySmall says what a swap that leaves the largest groups as they are does besides: the mover could make a larger one
// next, smaller groups join or grow, it cuts one, a stone is fixed in the largest, or the mover's lead stays. Of groups of the
// mover's that get worse it says nothing good.
func (p *Position) whySmall(c *board.Change, after *Position, t Turn, worse bool, cuts games.Text) games.Text {
	why := c.Threatens(p.reach(p.mover), after.reach(p.mover))
	if why.Key == "" && !worse {
		why = p.whyGroups(c, after, t)
	}
	if why.Key != "" {
		return why
	}
	cell := board.Cell(t.ToCol, t.ToRow)
	switch from, to := p.groupAt(after, t); {
	case worse && cuts.Key != "":
		return cuts
	case worse:
	case to > from && c.Matters(to):
		return p.growsAt(c, after, t, from, to)
	case to == c.Now[0]:
		return c.Say("fixes", "Cell", cell, "Size", to)
	}
	return c.Stays()
}

// leastLess is by how many stones a group must grow further for a word about it.
const leastLess = 2

// growsAt says that the group grows where the mover's stone lands, and to how many stones it could grow next.
func (p *Position) growsAt(c *board.Change, after *Position, t Turn, from, to int) games.Text {
	next := after.near(p.mover, t.to())
	if next < max(to+leastLess, board.LeastSecond) {
		next = 0
	}
	return c.Say("grows-at", "Cell", board.Cell(t.ToCol, t.ToRow), "From", from, "To", to, "Next", next)
}

// near returns the size of the largest group with a cell that a side has after a swap of its own, or without one.
func (p Position) near(side board.Colour, cell board.Cells) (most int) {
	p.mover, p.mirror = side, 0
	look := func(stones board.Cells) {
		stones.Groups(func(group board.Cells, size int) {
			if _, in := cell.In(group); in && size > most {
				most = size
			}
		})
	}
	look(p.Of[side])
	for n := range p.Count() {
		next := p
		next.Play(p.Nth(n))
		look(next.Of[side])
	}
	return most
}

// few is a number of swaps that somebody can look at one by one.
const few = 5

// whyGroups says that two smaller groups of the mover's join, or that the group grows where the mover's stone lands and
// could become the largest next.
func (p *Position) whyGroups(c *board.Change, after *Position, t Turn) games.Text {
	joined := c.Joined()
	from, to := p.groupAt(after, t)
	switch {
	case c.Matters(joined.Size):
		return c.Joins(joined)
	case to > from && (c.Matters(to) || after.near(p.mover, t.to()) > c.Now[0]):
		return p.growsAt(c, after, t, from, to)
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
