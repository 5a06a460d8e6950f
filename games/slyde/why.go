package slyde

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does: a change stops the other side's copying; a swap wins, joins two
// groups of its side, cuts the largest of the other, or the largest of its own grows.
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
	return p.why(&after, typed.Turn, 1-seat)
}

// why compares the groups before a swap with those after it.
func (p *Position) why(after *Position, t Turn, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.largest(own), after.largest(own)
	theirs, left := p.largest(other), after.largest(other)
	var moved board.Cells
	moved[t.Row+1] = 1 << t.Col
	j := board.Joined(p.stones(own), after.stones(own), moved)
	switch {
	case j.Size > 0 && j.Size == is && is > was:
		return j.Say("slyde.why.joins")
	case left < theirs:
		return games.Say("slyde.why.cuts", "Player", opponent, "From", theirs, "To", left)
	case is > was:
		return games.Say("slyde.why.grows", "By", "", "From", was, "To", is)
	case j.Size > 0:
		return j.Say("slyde.why.joins")
	}
	return games.Text{}
}
