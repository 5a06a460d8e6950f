package slyde

import (
	"strings"

	"parlour/games"
)

// Tell says that a stone was swapped, fixed or freed.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	v, t := view.(View), typed.Turn
	fixed := false
	if max(t.ToCol, t.ToRow) < v.Size {
		fixed = !v.At(t.ToCol, t.ToRow).Fixed
	}
	return games.Telling{Did: t.say("slyde.did.", seat, fixed), Try: t.try(fixed)}
}

// try says a change as one that might be made: it fixes its stone or frees it. It is zero for a swap.
func (t Turn) try(fixed bool) games.Text {
	switch {
	case !t.Change():
		return games.Text{}
	case fixed:
		return games.Say("slyde.try.fix", "Cell", t.To())
	}
	return games.Say("slyde.try.free", "Cell", t.To())
}
