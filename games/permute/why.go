package permute

import (
	"math/bits"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does to the groups, and who leads after it. Of several facts it says the one that is worth
// most stones. A swap takes the larger group.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	if v.ToMove != seat {
		return games.Text{}
	}
	if m == games.SwapMove {
		return v.whySwap(seat)
	}
	t, _, ok := parseTwist(m)
	if !ok {
		return games.Text{}
	}
	p := v.position()
	after := p
	after.Play(t)
	if after.Over() {
		return after.whyOver(p.mover)
	}
	return newChange(&p, &after, t, 1-seat).why()
}

// whySwap says which side has the larger group, if the swap takes that.
func (v View) whySwap(seat games.Seat) games.Text {
	p := v.position()
	high, low := p.Largest(v.Colours[1-seat]), p.Largest(v.Colours[seat])
	if high <= low {
		return games.Text{}
	}
	return games.Say("permute.why.swap", "By", "", "High", high, "Low", low)
}

// whyOver says that a position is the end of a game, unless a colour has lost it.
func (p *Position) whyOver(c board.Colour) games.Text {
	switch winner, won := p.Winner(); {
	case !won:
		return games.Say("permute.why.draws")
	case winner != c:
		return games.Text{}
	}
	high, low := p.Largest(c), p.Largest(c.Other())
	if high == low { // smaller groups decide
		high = 0
	}
	return games.Say("permute.why.wins", "By", "", "High", high, "Low", low)
}

// A change is a twist, with the positions before and after it.
type change struct {
	*board.Change
	was, is *Position
	fixed   board.Cells // the cell whose stone it fixed
	cell    string      // its name
}

func newChange(was, is *Position, t Twist, opponent games.Seat) *change {
	own, other := was.mover, was.mover.Other()
	c := &change{was: was, is: is, cell: t.Cell(), Change: board.Change{Why: "permute.why.", Opponent: opponent,
		Was: was.By(own), Is: is.By(own),
		Moved: board.Face(t.Col, t.Row), Could: was.reach(other), Can: is.reach(other)}.Measured()}
	c.fixed[t.Row+t.Spot/2+1] = 1 << (t.Col + t.Spot%2)
	return c
}

// why returns the fact that is worth most stones, of equal ones the first. Where there is none it is a smaller fact,
// or what the twist gives up.
func (c *change) why() games.Text {
	grows := c.Grows()
	grows.Why = c.Say("grows", "From", c.Large[0], "To", c.Now[0])
	if why := board.Strongest(c.joins(), c.cuts(), grows, c.saves(), c.Stops()); why.Key != "" {
		return why
	}
	own := c.was.mover
	groups, now := c.was.Groups(), c.is.Groups()
	was, is := groups[own], now[own]
	second := func() games.Text { return c.Second([2][]int{was, groups[own.Other()]}, [2][]int{is, now[own.Other()]}) }
	smaller := []func() games.Text{c.joinsSmall, c.splitsSmall, c.threatens, c.holds, second, c.Stays, c.even, c.trails}
	if _, from, to := board.Compare([2][]int{was, is}); from > to { // they would lose against those before
		loses := func() games.Text { return c.Loses(was, is) }
		smaller = []func() games.Text{c.threatens, loses, c.Stays, c.even, c.trails}
	}
	for _, small := range smaller {
		if why := small(); why.Key != "" {
			return why
		}
	}
	return games.Text{}
}

// joins says that two groups of the mover became its largest, and if only the fixed stone joins them, where.
func (c *change) joins() board.Claim {
	j := c.Joined()
	if j.Size < c.Now[0] {
		return board.Claim{}
	}
	return board.Claim{Stones: c.Now[0] - c.Large[0], Why: c.joint(j)}
}

// joinsSmall says that two groups of the mover became its second, or one as large as its largest.
func (c *change) joinsSmall() games.Text {
	j := c.Joined()
	if !c.Matters(j.Size) || j.Size <= board.Rank(c.was.Groups()[c.was.mover], 1) {
		return games.Text{}
	}
	return c.joint(j)
}

// joint says what was joined.
func (c *change) joint(j board.Joint) games.Text {
	if j.Whole() && c.linked(j) {
		return c.Say("links", "One", j.One, "Other", j.Other, "Size", j.Size, "Cell", c.cell)
	}
	return c.Joins(j)
}

// linked reports whether the fixed stone lies between the groups of a joint: without it, no part of their group has stones
// of two groups.
func (c *change) linked(j board.Joint) bool {
	group := c.group()
	if board.Joined(c.Was[0], group, c.Moved) != j {
		return false
	}
	linked := true
	group.Without(c.fixed).Groups(func(part board.Cells, _ int) {
		groups := 0
		c.Was[0].Groups(func(from board.Cells, size int) {
			if size > 1 && from.Without(c.Moved).Within(part).Count() > 0 {
				groups++
			}
		})
		linked = linked && groups < 2
	})
	return linked
}

// group returns the group of the fixed stone.
func (c *change) group() (found board.Cells) {
	c.Is[0].Groups(func(group board.Cells, _ int) {
		if _, in := c.fixed.In(group); in {
			found = group
		}
	})
	return found
}

// split returns the largest group of the opponent that is split, and two parts of it. A split is a join backwards.
func (c *change) split() board.Joint { return board.Joined(c.Is[1], c.Was[1], c.Moved) }

// splits says into which two groups one of the opponent is split.
func (c *change) splits(j board.Joint) games.Text {
	return c.Say("splits", "Size", j.Size, "One", j.One, "Other", j.Other)
}

// cuts says what becomes of the opponent's largest group.
func (c *change) cuts() board.Claim {
	claim := c.Cuts()
	if j := c.split(); j.Size == c.Large[1] && j.Whole() {
		claim.Why = c.splits(j)
	}
	return claim
}

// splitsSmall says that another group of the opponent is split, its second or one of several largest.
func (c *change) splitsSmall() games.Text {
	j := c.split()
	if !j.Whole() || j.Size < board.LeastSecond || j.Size < c.Large[1] && c.Now[0] != c.Now[1] || j.Size < board.Rank(c.was.Groups()[c.is.mover], 1) {
		return games.Text{}
	}
	return c.splits(j)
}

// saves says that the opponent could cut the mover's largest group, and cannot any more. It may be smaller then.
func (c *change) saves() board.Claim {
	own, claim := c.was.mover, c.Saves()
	large, now := c.Large[0], c.Now[0]
	switch j := c.Could.Split; {
	case now < large:
	case board.Rank(c.is.Groups()[own], 1) >= large || c.Can.Leaves < large:
		return board.Claim{}
	case now == large && c.is.rests(own):
		claim.Why = c.Say("secures", "Size", large)
	case j.Size == large && j.Whole():
		claim.Why = c.Say("saves-split", "Size", large, "One", j.One, "Other", j.Other)
	}
	return claim
}

// holds says that the mover's largest group would fall apart without the fixed stone.
func (c *change) holds() games.Text {
	group := c.group()
	var parts board.Joint
	group.Without(c.fixed).Groups(func(_ board.Cells, size int) { parts.Add(size) })
	if group.Count() < c.Now[0] || parts.Other < 2 {
		return games.Text{}
	}
	return c.Say("holds", "Cell", c.cell, "One", parts.One, "Other", parts.Other)
}

// threatens says that the mover could make its largest group next by joining two, and could make none so large before.
func (c *change) threatens() games.Text {
	own := c.was.mover
	can := c.is.reach(own)
	if can.Joint.Size < can.Makes {
		return games.Text{}
	}
	return c.Threatens(c.was.reach(own), can)
}

// trails says that the opponent leads whatever the mover does.
func (c *change) trails() games.Text { return c.Trails(c.was.reach(c.was.mover)) }

// even says that the largest groups are equal, and that the mover has the larger second one.
func (c *change) even() games.Text {
	groups := c.is.Groups()
	own, other := groups[c.was.mover], groups[c.is.mover]
	if c.Now[0] != c.Now[1] || len(other) < 2 || board.Rank(own, 1) <= other[1] {
		return games.Text{}
	}
	return c.Say("even", "Size", c.Now[0], "High", own[1], "Next", other[1])
}

// reach tries all turns of a face. Either side can turn it, and which stone is fixed makes no difference to the groups.
func (p *Position) reach(c board.Colour) board.Reach {
	return board.ReachOf(p.By(c), func(try func(is [2]board.Cells, moved board.Cells)) {
		for row := range p.Size() - 1 {
			for live := p.live[row]; live != 0; live &= live - 1 {
				col := bits.TrailingZeros32(live)
				for _, clockwise := range [2]bool{true, false} {
					next := *p
					next.Play(Twist{Col: col, Row: row, Clockwise: clockwise})
					try(next.By(c), board.Face(col, row))
				}
			}
		}
	})
}

// rests reports whether no turn can change a largest group of a colour any more. No face that can turn has a stone of
// it, and so none ever will.
func (p *Position) rests(c board.Colour) bool {
	var turning board.Cells
	for row, live := range p.live[:p.Size()-1] {
		turning[row+1] |= live | live<<1
		turning[row+2] |= live | live<<1
	}
	rests, largest := false, p.Largest(c)
	p.Of[c].Groups(func(group board.Cells, size int) {
		rests = rests || size == largest && group.Within(turning).Count() == 0
	})
	return rests
}
