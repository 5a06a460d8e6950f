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
	var moved board.Cells
	moved[typed.Row+1] = 1 << typed.Col
	own, other := p.mover, p.mover.Other()
	return board.Why("slyde.why.",
		[2]board.Cells{p.stones(own), p.stones(other)}, [2]board.Cells{after.stones(own), after.stones(other)}, moved, 1-seat)
}
