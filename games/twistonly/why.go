package twistonly

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does: it wins, it solves stones of its side, it joins two of its groups, it cuts
// the largest group of the other side, or the largest of its own grows.
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
	return p.why(&after, t, 1-seat)
}

// why compares the groups before a twist with those after it.
func (p *Position) why(after *Position, t Twist, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	is, was := after.largest(own), p.largest(own)
	theirs, left := p.stones[other].Largest(board.Four), after.stones[other].Largest(board.Four)
	j := board.Joined(p.stones[own], after.stones[own], board.Face(t.Col, t.Row))
	switch grown, large := after.stones[own].Largest(board.Four), p.stones[own].Largest(board.Four); {
	case is > was:
		return games.Say("twistonly.why.solves", "By", "", "Size", is)
	case j.Size > 0:
		return j.Say("twistonly.why.")
	case left < theirs:
		return games.Say("twistonly.why.cuts", "Player", opponent, "From", theirs, "To", left)
	case grown > large:
		return games.Say("twistonly.why.grows", "By", "", "From", large, "To", grown)
	}
	return games.Text{}
}
