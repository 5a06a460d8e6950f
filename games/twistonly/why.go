package twistonly

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does: it wins; else what it does to the largest solved groups, now or by what the opponent
// could have done next. Where that is nothing, it tells of the largest groups that are not solved, then of
// smaller ones, and at last of how few twists are left.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := parseTwist(strings.ToLower(string(m)))
	if v.ToMove != seat || !ok {
		return games.Text{}
	}
	p := v.position()
	after := p
	after.Play(t)
	if after.Over() {
		if c, won := after.Winner(); won && c == p.mover {
			return games.Say("twistonly.why.wins", "By", "")
		}
		return games.Text{}
	}
	before := p
	before.mover, before.barred = p.mover.Other(), barred{}
	before.update()
	could, can := before.threat(), after.threat()
	if why := p.whySolved(&after, could, can, 1-seat); why.Key != "" {
		return why
	}
	if why := p.whyLargest(&after, t, could, can, 1-seat); why.Key != "" {
		return why
	}
	if why := p.whyNear(&after, t, 1-seat); why.Key != "" || after.Count() > few {
		return why
	}
	return games.Say("twistonly.why.leaves", "Player", 1-seat, "Count", after.Count())
}

// few is a number of twists that somebody can look at one by one.
const few = 12

// A threat is what the mover can do by one twist.
type threat struct {
	solves int         // the most stones that its largest solved group gets
	leaves int         // the fewest stones that the largest group of the other side is left with, solved or not
	makes  int         // the most stones that its own largest group gets, solved or not
	joint  board.Joint // the groups that become that one; zero if these are not two of two stones or more
}

// threat tries all twists.
func (p *Position) threat() threat {
	own, other := p.mover, p.mover.Other()
	found := threat{solves: p.largest(own), leaves: p.stones[other].Largest(board.Four), makes: p.stones[own].Largest(board.Four)}
	for n := range p.Count() {
		t, after := p.Nth(n), *p
		after.Play(t)
		found.solves = max(found.solves, after.largest(own))
		found.leaves = min(found.leaves, after.stones[other].Largest(board.Four))
		if most := after.stones[own].Largest(board.Four); most > found.makes {
			found.makes, found.joint = most, board.Joint{}
			if j := board.Joined(p.stones[own], after.stones[own], board.Face(t.Col, t.Row)); j.Size == most {
				found.joint = j
			}
		}
	}
	return found
}

// whySolved says what a twist does to the largest solved group of either side, and what keeps the opponent, who
// could have done something and now can do something else, from a larger one.
func (p *Position) whySolved(after *Position, could, can threat, opponent games.Seat) games.Text {
	was, is, theirs := p.largest(p.mover), after.largest(p.mover), p.largest(p.mover.Other())
	solves := games.Say("twistonly.why.solves", "By", "", "Size", is)
	if was > 0 {
		solves = games.Say("twistonly.why.solves-more", "By", "", "From", was, "Size", is)
	}
	return board.Strongest(
		board.Claim{Stones: is - was, Why: solves},
		board.Claim{Stones: could.solves - max(can.solves, theirs), Why: games.Say("twistonly.why.denies", "Player", opponent, "Size", could.solves)},
	)
}

// whyLargest says what a twist does to the largest groups, solved or not.
func (p *Position) whyLargest(after *Position, t Twist, could, can threat, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.stones[own].Largest(board.Four), after.stones[own].Largest(board.Four)
	theirs, left := p.stones[other].Largest(board.Four), after.stones[other].Largest(board.Four)
	grows := games.Say("twistonly.why.grows", "By", "", "From", was, "To", is)
	if j := board.Joined(p.stones[own], after.stones[own], board.Face(t.Col, t.Row)); j.Size == is {
		grows = j.Say("twistonly.why.")
	}
	saves := games.Say("twistonly.why.saves", "Player", opponent, "By", "", "From", was, "To", could.leaves)
	if can.leaves < was {
		saves = games.Say("twistonly.why.shields", "Player", opponent, "By", "", "To", could.leaves, "Still", can.leaves)
	}
	stops := games.Say("twistonly.why.stops", "Player", opponent, "Size", could.makes)
	if j := could.joint; j.Other > 1 {
		stops = games.Say("twistonly.why.parts", "Player", opponent, "One", j.One, "Other", j.Other, "Size", could.makes)
	}
	near := after.nearly(own)
	return board.Strongest(
		board.Claim{Stones: near - max(p.nearly(own), after.largest(own)), Why: games.Say("twistonly.why.reaches", "By", "", "Size", near)},
		board.Claim{Stones: is - was, Why: grows},
		board.Claim{Stones: theirs - left, Why: games.Say("twistonly.why.cuts", "Player", opponent, "From", theirs, "To", left)},
		board.Claim{Stones: min(can.leaves, was) - could.leaves, Why: saves},
		board.Claim{Stones: could.makes - max(can.makes, theirs), Why: stops},
	)
}

// nearly returns the size of the largest group of a side that one more neutral stone would solve.
func (p *Position) nearly(c Colour) (most int) {
	p.stones[c].Groups(board.Four, func(group board.Cells, size int) {
		if p.touches(&group) == hold-1 {
			most = max(most, size)
		}
	})
	return most
}

// whyNear says what a twist does to the groups of the stones that it moves.
func (p *Position) whyNear(after *Position, t Twist, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	face := board.Face(t.Col, t.Row)
	best := board.Claim{Stones: after.stones[own].Within(after.solved).Count() - p.stones[own].Within(p.solved).Count()}
	best.Why = games.Say("twistonly.why.solves-some", "By", "", "Count", best.Stones)
	if j := board.Joined(p.stones[own], after.stones[own], face); j.Size > 0 && best.Stones == 0 {
		best = board.Claim{Stones: j.Size - j.One, Why: j.Say("twistonly.why.")}
	}
	claims := []board.Claim{best}
	after.stones[own].Groups(board.Four, func(group board.Cells, to int) {
		if some, _ := group.Within(face).In(face); some {
			claims = append(claims, p.adds(group, face, to))
		}
	})
	p.stones[other].Groups(board.Four, func(group board.Cells, from int) {
		if some, _ := group.Within(face).In(face); some {
			to := widest(after.stones[other], group.With(face))
			claims = append(claims, board.Claim{Stones: from - to, Why: games.Say("twistonly.why.breaks", "Player", opponent, "From", from, "To", to)})
		}
	})
	return board.Strongest(claims...)
}

// adds says how a group of the mover after a twist of a face grew from the largest that became part of it.
func (p *Position) adds(group, face board.Cells, to int) board.Claim {
	from := 1
	p.stones[p.mover].Groups(board.Four, func(part board.Cells, size int) {
		if some, all := part.Without(face).In(group); some && all {
			from = max(from, size)
		}
	})
	if from == 1 {
		return board.Claim{Stones: to - from, Why: games.Say("twistonly.why.makes", "By", "", "Size", to)}
	}
	return board.Claim{Stones: to - from, Why: games.Say("twistonly.why.adds", "By", "", "From", from, "To", to)}
}

// widest returns the size of the largest group of some stones that has one on some cells.
func widest(stones, cells board.Cells) (most int) {
	stones.Groups(board.Four, func(group board.Cells, size int) {
		if some, _ := group.Within(cells).In(cells); some {
			most = max(most, size)
		}
	})
	return most
}
