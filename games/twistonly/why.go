package twistonly

import (
	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does: it wins; else what it does to the largest solved groups, now or by what the opponent
// could have done next. Where that is nothing, it tells of the largest groups that are not solved, then of smaller ones
// that are solved now, and at last of how few twists are left. It says too if many of the opponent's stones are
// solved, and then the twists that are left explain nothing.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := parseTwist(m)
	if v.ToMove != seat || !ok {
		return games.Text{}
	}
	p := v.position()
	after := p
	after.Play(t)
	if after.Over() {
		if c, won := after.held().Winner(); won && c == p.mover {
			return games.Say("twistonly.why.wins", "By", "")
		}
		return games.Text{}
	}
	why := p.why(&after, t, 1-seat)
	if why.Key != "" {
		why = why.With("Given", p.solves(&after, after.mover))
	}
	return why
}

// why says what a twist does that does not end the game.
func (p *Position) why(after *Position, t Twist, opponent games.Seat) games.Text {
	own, other, before := p.mover, p.mover.Other(), *p
	before.mover, before.barred = other, barred{}
	before.update()
	c := board.Change{Why: "twistonly.why.", Opponent: opponent, Was: p.By(own), Is: after.By(own),
		Moved: board.Face(t.Col, t.Row), Plain: true}
	could, can := 0, 0
	c.Could, could = before.reach()
	c.Can, can = after.reach()
	m, was, is, near := c.Measured(), p.held().Largest(own), after.held().Largest(own), after.nearly(own)
	solves := m.Say("solves", "Size", is)
	if was > 0 {
		solves = m.Say("solves-more", "From", was, "Size", is)
	}
	why := board.Strongest(
		board.Claim{Stones: is - was, Why: solves},
		board.Claim{Stones: could - max(can, p.held().Largest(other)), Why: m.Say("denies", "Size", could)},
	)
	if why.Key == "" {
		why = board.Strongest(
			board.Claim{Stones: near - max(p.nearly(own), is), Why: m.Say("reaches", "Size", near)},
			m.Grows(), m.Cuts(), m.Saves(), m.Stops())
	}
	switch more := p.solves(after, own); {
	case why.Key != "":
		return why
	case more > 0:
		return m.Say("solves-some", "Count", more)
	case after.Count() > few || p.solves(after, other) > 0:
		return games.Text{}
	}
	return m.Say("leaves", "Count", after.Count())
}

// leastSolved is how many stones of a side a twist must solve, besides its largest group, for a word about it.
const leastSolved = 3

// solves returns how many stones of a side a twist solves, 0 for so few that nothing is said of them.
func (p *Position) solves(after *Position, c board.Colour) int {
	many := after.held().Of[c].Count() - p.held().Of[c].Count()
	if many < leastSolved {
		return 0
	}
	return many
}

// few is a number of twists that somebody can look at one by one.
const few = 12

// reach tries all twists of the mover, and returns too the most stones that its largest solved group gets.
func (p *Position) reach() (r board.Reach, solves int) {
	own := p.mover
	solves = p.held().Largest(own)
	r = board.ReachOf(p.By(own), func(try func(is [2]board.Cells, moved board.Cells)) {
		for n := range p.Count() {
			t, after := p.Nth(n), *p
			after.Play(t)
			solves = max(solves, after.held().Largest(own))
			try(after.By(own), board.Face(t.Col, t.Row))
		}
	})
	return r, solves
}

// nearly returns the size of the largest group of a side that one more neutral stone would solve.
func (p *Position) nearly(c board.Colour) (most int) {
	p.Of[c].Groups(func(group board.Cells, size int) {
		if p.touches(&group) == hold-1 {
			most = max(most, size)
		}
	})
	return most
}
