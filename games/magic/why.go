package magic

import (
	"strings"

	"parlour/games"
)

// Why says what a turn does to the rows: it wins, it breaks a row, it makes one, or it stops
// the other side from making one, which some other turn does not. Whatever it says of the other side holds for all its answers.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok || v.ToMove != seat {
		return games.Text{}
	}
	before := v.position()
	after, other := before, 1-seat
	after.Play(typed.turn())
	if winner, over := after.Judge(); over {
		if winner != seat {
			return games.Text{}
		}
		return games.Say("magic.why.locked")
	}
	broke, made := before.hasRow(other), after.hasRow(seat)
	wins := !after.someAnswer(func(p Position) bool { return !p.hasRow(seat) })
	switch {
	case made && wins:
		return games.Say("magic.why.unbroken", "Player", other)
	case wins:
		return games.Say("magic.why.forced", "By", "", "Player", other)
	case made && broke:
		return games.Say("magic.why.both", "By", "", "Player", other)
	case broke:
		return games.Say("magic.why.breaks", "Player", other)
	case made:
		return games.Say("magic.why.row")
	}
	makes := func(p Position) bool { return p.hasRow(other) }
	lets := func(p Position) bool { return p.someAnswer(makes) }
	if !lets(after) && before.someAnswer(lets) {
		return games.Say("magic.why.stops", "Player", other)
	}
	return games.Text{}
}

// someAnswer reports whether a turn leads to a position of a kind.
func (p Position) someAnswer(is func(Position) bool) bool {
	var buf [MaxTurns]Turn
	for _, t := range p.Turns(buf[:0]) {
		next := p
		next.Play(t)
		if is(next) {
			return true
		}
	}
	return false
}
