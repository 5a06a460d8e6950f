package permute

import (
	"math/bits"
	"strings"

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
	if m == swapMove {
		return v.whySwap(seat)
	}
	typed, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Text{}
	}
	t, _ := typed.twist()
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

// A change is a twist, with the stones of both sides before and after it, the mover's first.
type change struct {
	was, is       *Position
	opponent      games.Seat
	before, after [2]board.Cells
	large, now    [2]int      // the largest groups before and after
	face, fixed   board.Cells // the cells that it turned, and the one whose stone it fixed
	cell          string      // the name of the latter
}

func newChange(was, is *Position, t Twist, opponent games.Seat) *change {
	c := &change{was: was, is: is, opponent: opponent, face: board.Face(t.Col, t.Row), cell: t.Cell()}
	c.fixed[t.Row+t.Spot/2+1] = 1 << (t.Col + t.Spot%2)
	for i, side := range [2]board.Colour{was.mover, was.mover.Other()} {
		c.before[i], c.after[i] = was.Of(side), is.Of(side)
		c.large[i], c.now[i] = was.Largest(side), is.Largest(side)
	}
	return c
}

// why returns the fact that is worth most stones, of equal ones the first. Where there is none it is a smaller fact,
// or what the twist gives up.
func (c *change) why() games.Text {
	if why := board.Strongest(c.joins(), c.cuts(), c.grows(), c.saves(), c.stops()); why.Key != "" {
		return why
	}
	smaller := []func() games.Text{c.joinsSmall, c.splitsSmall, c.threatens, c.holds, c.stays, c.second}
	if c.worse() {
		smaller = []func() games.Text{c.threatens, c.loses, c.breaks, c.stays, c.second}
	}
	for _, small := range smaller {
		if why := small(); why.Key != "" {
			return why
		}
	}
	return games.Text{}
}

// say returns the words for a fact, under a key of reasons, and who has the largest group after it. They say that the
// mover's shrinks, if it does.
func (c *change) say(key string, pairs ...any) games.Text {
	ahead, behind, shrunk := 0, 0, 0
	if c.now[0] < c.large[0] {
		shrunk = c.now[0]
	}
	switch {
	case c.now[0] > c.now[1]:
		ahead = c.now[0]
	case c.now[0] < c.now[1]:
		behind = c.now[1]
	}
	pairs = append(pairs, "By", "", "Player", c.opponent, "Ahead", ahead, "Behind", behind,
		"Low", min(c.now[0], c.now[1]), "Shrunk", shrunk)
	return games.Say("permute.why."+key, pairs...)
}

// joins says that two groups of the mover became its largest, and if only the fixed stone joins them, where.
func (c *change) joins() board.Claim {
	j := board.Joined(c.before[0], c.after[0], c.face)
	if j.Size < c.now[0] || c.now[0] <= c.large[0] {
		return board.Claim{}
	}
	return board.Claim{Stones: j.Size - c.large[0], Why: c.joint(j)}
}

// leastSecond is the least size of a second group that is worth a word.
const leastSecond = 5

// joinsSmall says that two groups of the mover became its second, or one as large as its largest.
func (c *change) joinsSmall() games.Text {
	j := board.Joined(c.before[0], c.after[0], c.face)
	if j.Size < leastSecond || j.Size <= next(c.was.Groups()[c.was.mover]) {
		return games.Text{}
	}
	return c.joint(j)
}

// next returns the size of the second of some groups, 0 if there is none.
func next(sizes []int) int {
	if len(sizes) < 2 {
		return 0
	}
	return sizes[1]
}

// worse reports whether the groups of the mover would lose against those that it had.
func (c *change) worse() bool {
	own := c.was.mover
	_, from, to := board.Compare([2][]int{c.was.Groups()[own], c.is.Groups()[own]})
	return from > to
}

// loses says that the mover's largest group shrinks.
func (c *change) loses() games.Text {
	if c.now[0] >= c.large[0] {
		return games.Text{}
	}
	return c.say("loses", "From", c.large[0], "To", c.now[0])
}

// breaks says that one of several largest groups of the mover does.
func (c *change) breaks() games.Text {
	own := c.was.mover
	_, from, _ := board.Compare([2][]int{c.was.Groups()[own], c.is.Groups()[own]})
	if from < c.large[0] || from < leastSecond {
		return games.Text{}
	}
	return c.say("breaks", "Size", from)
}

// joint says what was joined.
func (c *change) joint(j board.Joint) games.Text {
	key, more := "joins", j.Size-j.One-j.Other
	switch {
	case more > 0:
		key = "joins-more"
	case c.linked(j):
		key = "links"
	}
	return c.say(key, "One", j.One, "Other", j.Other, "More", more, "Size", j.Size, "Cell", c.cell)
}

// linked reports whether the two groups of a joint would be apart without the fixed stone.
func (c *change) linked(j board.Joint) bool {
	group := c.group()
	if board.Joined(c.before[0], group, c.face) != j {
		return false
	}
	linked := true
	group.Without(c.fixed).Groups(board.Four, func(part board.Cells, _ int) {
		var in board.Joint
		c.before[0].Groups(board.Four, func(from board.Cells, size int) {
			if some, all := from.Without(c.face).In(part); some && all {
				in.Add(size)
			}
		})
		linked = linked && (in.One != j.One || in.Other != j.Other)
	})
	return linked
}

// group returns the group of the fixed stone.
func (c *change) group() (found board.Cells) {
	c.after[0].Groups(board.Four, func(group board.Cells, _ int) {
		if _, in := c.fixed.In(group); in {
			found = group
		}
	})
	return found
}

// cuts says what becomes of the opponent's largest group.
func (c *change) cuts() board.Claim {
	from, to := c.large[1], c.now[1]
	if to >= from {
		return board.Claim{}
	}
	if j := c.split(); j.Size == from && whole(j) {
		return board.Claim{Stones: from - to, Why: c.say("splits", "Size", from, "One", j.One, "Other", j.Other)}
	}
	return board.Claim{Stones: from - to, Why: c.say("cuts", "From", from, "To", to)}
}

// whole reports whether a group is two others and nothing else.
func whole(j board.Joint) bool { return j.Size > 0 && j.One+j.Other == j.Size }

// splitsSmall says that another group of the opponent is split, its second or one of several largest.
func (c *change) splitsSmall() games.Text {
	j := c.split()
	if !whole(j) || j.Size < leastSecond || j.Size < next(c.was.Groups()[c.is.mover]) {
		return games.Text{}
	}
	return c.say("splits", "Size", j.Size, "One", j.One, "Other", j.Other)
}

// split returns the largest group of the opponent that is split, and two parts of it. A split is a join backwards.
func (c *change) split() board.Joint { return board.Joined(c.after[1], c.before[1], c.face) }

// grows says that the mover's largest group grows.
func (c *change) grows() board.Claim {
	return board.Claim{Stones: c.now[0] - c.large[0], Why: c.say("grows", "From", c.large[0], "To", c.now[0])}
}

// saves says that the opponent could cut the mover's largest group, and cannot any more. It may be smaller then.
func (c *change) saves() board.Claim {
	own, large := c.was.mover, c.large[0]
	was, groups := c.was.cut(own), c.is.Groups()[own]
	if now := c.now[0]; now < large {
		least := c.is.cut(own).size
		return board.Claim{Stones: least - was.size, Why: c.say("trades", "Lost", large-now, "Least", least)}
	}
	if was.size == large || len(groups) > 1 && groups[1] >= large || c.is.cut(own).size < large {
		return board.Claim{}
	}
	saved := large - was.size
	switch {
	case c.now[0] == large && c.is.rests(own):
		return board.Claim{Stones: saved, Why: c.say("secures", "Size", large)}
	case was.joint.Size == large && whole(was.joint):
		return board.Claim{Stones: saved,
			Why: c.say("saves-split", "Size", large, "One", was.joint.One, "Other", was.joint.Other)}
	}
	return board.Claim{Stones: saved, Why: c.say("saves", "Size", large, "To", was.size)}
}

// stops says that the opponent's largest group could grow, by joining two or else, and cannot any more.
func (c *change) stops() board.Claim {
	other, large := c.is.mover, c.large[1]
	was := c.was.grown(other)
	if was.size == large {
		return board.Claim{}
	}
	stopped := was.size - max(c.is.grown(other).size, large)
	switch {
	case stopped <= 0:
		return board.Claim{}
	case was.joint.Size == was.size && whole(was.joint) && c.now[0] >= c.large[0]:
		return board.Claim{Stones: stopped,
			Why: c.say("stops", "One", was.joint.One, "Other", was.joint.Other, "Size", was.size)}
	}
	return board.Claim{Stones: stopped, Why: c.say("stops-any", "Size", was.size)}
}

// holds says that the mover's largest group would fall apart without the fixed stone.
func (c *change) holds() games.Text {
	group := c.group()
	var parts board.Joint
	group.Without(c.fixed).Groups(board.Four, func(_ board.Cells, size int) { parts.Add(size) })
	if group.Count() < c.now[0] || parts.Other < 2 {
		return games.Text{}
	}
	return c.say("holds", "Cell", c.cell, "One", parts.One, "Other", parts.Other)
}

// stays says that the mover leads, and that no turn of the opponent changes that.
func (c *change) stays() games.Text {
	own, other, leads := c.was.mover, c.is.mover, c.now[0] > c.now[1]
	c.is.turns(func(next *Position, _ board.Cells) { leads = leads && next.Largest(own) > next.Largest(other) })
	if !leads {
		return games.Text{}
	}
	return c.say("stays")
}

// threatens says that the mover could make its largest group next by joining two, and could make none so large before.
func (c *change) threatens() games.Text {
	own := c.was.mover
	was, is := c.was.grown(own), c.is.grown(own)
	if is.size <= max(was.size, c.now[0]) || is.joint.Size < is.size {
		return games.Text{}
	}
	if !whole(is.joint) {
		return c.say("threatens-any", "Size", is.size)
	}
	return c.say("threatens", "One", is.joint.One, "Other", is.joint.Other, "Size", is.size)
}

// second says that the largest groups are equal, and that the mover has the larger second one.
func (c *change) second() games.Text {
	groups := c.is.Groups()
	own, other := groups[c.was.mover], groups[c.is.mover]
	if c.now[0] != c.now[1] || len(own) < 2 || len(other) < 2 || own[1] <= other[1] {
		return games.Text{}
	}
	return c.say("second", "Size", c.now[0], "High", own[1], "Next", other[1])
}

// A threat is what one turn of a face can do: the size of a side's largest group after it, and the two groups that it
// joins, or those into which it splits one.
type threat struct {
	size  int
	joint board.Joint
}

// cut finds the turn of a face after which the largest group of a colour is smallest.
func (p *Position) cut(c board.Colour) threat {
	worst, stones := threat{size: p.Largest(c)}, p.Of(c)
	p.turns(func(next *Position, face board.Cells) {
		if size := next.Largest(c); size < worst.size {
			worst = threat{size, board.Joined(next.Of(c), stones, face)}
		}
	})
	return worst
}

// grown finds the turn of a face after which the largest group of a colour is largest.
func (p *Position) grown(c board.Colour) threat {
	best, stones := threat{size: p.Largest(c)}, p.Of(c)
	p.turns(func(next *Position, face board.Cells) {
		if size := next.Largest(c); size > best.size {
			best = threat{size, board.Joined(stones, next.Of(c), face)}
		}
	})
	return best
}

// turns calls a function with the position after each turn of a face, and with the cells of the face. Either side can
// turn it, and which stone is fixed makes no difference to the groups.
func (p *Position) turns(each func(next *Position, face board.Cells)) {
	for row := range p.Size() - 1 {
		for live := p.live[row]; live != 0; live &= live - 1 {
			col := bits.TrailingZeros32(live)
			for _, clockwise := range [2]bool{true, false} {
				next := *p
				next.Play(Twist{Col: col, Row: row, Clockwise: clockwise})
				each(&next, board.Face(col, row))
			}
		}
	}
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
	p.Of(c).Groups(board.Four, func(group board.Cells, size int) {
		rests = rests || size == largest && group.Within(turning).Count() == 0
	})
	return rests
}
