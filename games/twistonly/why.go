package twistonly

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does: it wins; else what it does to the largest solved groups, now or by what the opponent
// could have done next. Where that is nothing, it tells of the largest groups that are not solved, then of smaller ones
// that are solved now, and at last of how few twists are left. It says too if many of the opponent's stones are
// solved, and then the twists that are left explain nothing.
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
	why := p.why(&after, t, 1-seat)
	if why.Key != "" {
		why.Args["Player"], why.Args["Given"] = 1-seat, p.solves(&after, after.mover)
	}
	return why
}

// why says what a twist does that does not end the game.
func (p *Position) why(after *Position, t Twist, opponent games.Seat) games.Text {
	before := *p
	before.mover, before.barred = p.mover.Other(), barred{}
	before.update()
	could, can := before.threat(), after.threat()
	if why := p.whySolved(after, could, can, opponent); why.Key != "" {
		return why
	}
	if why := p.whyLargest(after, t, could, can, opponent); why.Key != "" {
		return why
	}
	switch more := p.solves(after, p.mover); {
	case more > 0:
		return games.Say("twistonly.why.solves-some", "By", "", "Count", more)
	case after.Count() > few || p.solves(after, after.mover) > 0:
		return games.Text{}
	}
	return games.Say("twistonly.why.leaves", "Player", opponent, "Count", after.Count())
}

// leastSolved is how many stones of a side a twist must solve, besides its largest group, for a word about it.
const leastSolved = 3

// solves returns how many stones of a side a twist solves, 0 for so few that nothing is said of them.
func (p *Position) solves(after *Position, c board.Colour) int {
	many := after.stones[c].Within(after.solved).Count() - p.stones[c].Within(p.solved).Count()
	if many < leastSolved {
		return 0
	}
	return many
}

// few is a number of twists that somebody can look at one by one.
const few = 12

// A threat is what the mover can do by one twist.
type threat struct {
	solves int // the most stones that its largest solved group gets
	leaves int // the fewest stones that the largest group of the other side is left with, solved or not
	makes  int // the most stones that its own largest group gets, solved or not
}

// threat tries all twists.
func (p *Position) threat() threat {
	own, other := p.mover, p.mover.Other()
	found := threat{p.largest(own), p.stones[other].Largest(board.Four), p.stones[own].Largest(board.Four)}
	for n := range p.Count() {
		after := *p
		after.Play(p.Nth(n))
		found.solves = max(found.solves, after.largest(own))
		found.leaves = min(found.leaves, after.stones[other].Largest(board.Four))
		found.makes = max(found.makes, after.stones[own].Largest(board.Four))
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
		board.Claim{Stones: could.solves - max(can.solves, theirs),
			Why: games.Say("twistonly.why.denies", "Player", opponent, "Size", could.solves)},
	)
}

// whyLargest says what a twist does to the largest groups, solved or not. One of the mover that grew is not solved, as
// [Position.whySolved] tells of one that is.
func (p *Position) whyLargest(after *Position, t Twist, could, can threat, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.stones[own].Largest(board.Four), after.stones[own].Largest(board.Four)
	theirs, left := p.stones[other].Largest(board.Four), after.stones[other].Largest(board.Four)
	grows := games.Say("twistonly.why.grows", "By", "", "From", was, "To", is)
	if j := board.Joined(p.stones[own], after.stones[own], board.Face(t.Col, t.Row)); j.Size == is &&
		j.One+j.Other == is {
		grows = games.Say("twistonly.why.joins", "By", "", "One", j.One, "Other", j.Other, "Size", is)
	}
	saves := games.Say("twistonly.why.saves", "Player", opponent, "By", "", "From", was, "To", could.leaves)
	if can.leaves < was {
		saves = games.Say("twistonly.why.shields", "Player", opponent, "By", "", "To", could.leaves,
			"Still", can.leaves)
	}
	stops := games.Say("twistonly.why.stops", "Player", opponent, "Size", could.makes)
	near := after.nearly(own)
	return board.Strongest(
		board.Claim{Stones: near - max(p.nearly(own), after.largest(own)),
			Why: games.Say("twistonly.why.reaches", "By", "", "Size", near)},
		board.Claim{Stones: is - was, Why: grows},
		board.Claim{Stones: theirs - left,
			Why: games.Say("twistonly.why.cuts", "Player", opponent, "From", theirs, "To", left)},
		board.Claim{Stones: min(can.leaves, was) - could.leaves, Why: saves},
		board.Claim{Stones: could.makes - max(can.makes, theirs), Why: stops},
	)
}

// nearly returns the size of the largest group of a side that one more neutral stone would solve.
func (p *Position) nearly(c board.Colour) (most int) {
	p.stones[c].Groups(board.Four, func(group board.Cells, size int) {
		if p.touches(&group) == hold-1 {
			most = max(most, size)
		}
	})
	return most
}
