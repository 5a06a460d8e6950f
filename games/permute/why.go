package permute

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does to the groups: it wins, it joins two of its side, it cuts the
// largest of the other side, or the largest of its own grows. A swap takes the larger group.
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
		if c, won := after.Winner(); won && c == p.mover {
			return games.Say("permute.why.wins", "By", "")
		}
		return games.Text{}
	}
	own, other := p.mover, p.mover.Other()
	return board.Why("permute.why.",
		[2]board.Cells{p.stones(own), p.stones(other)}, [2]board.Cells{after.stones(own), after.stones(other)}, board.Face(t.Col, t.Row), 1-seat)
}

// whySwap says which side has the larger group, if the swap takes that.
func (v View) whySwap(seat games.Seat) games.Text {
	largest := func(c Colour) int {
		if len(v.Groups[c]) == 0 {
			return 0
		}
		return v.Groups[c][0]
	}
	high, low := largest(v.Colours[1-seat]), largest(v.Colours[seat])
	if high <= low {
		return games.Text{}
	}
	return games.Say("permute.why.swap", "By", "", "High", high, "Low", low)
}
