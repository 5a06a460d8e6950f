package slyde

import (
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Words returns the last turn, the sides and the largest groups.
func (v View) Words() games.Words {
	owes := games.Say("slyde.owes.swap")
	switch {
	case v.Mirror != 0 && v.position().pairs == 0:
		owes = games.Say("slyde.owes.change")
	case v.Mirror != 0:
		owes = games.Say("slyde.owes.mirror")
	}
	w := games.Words{Sides: board.Sides("slyde"), Owes: owes}
	if len(v.Groups[0]) != len(v.Groups[1]) || 2*len(v.Groups[0]) != len(v.Cells) { // some stones of a colour touch
		w.Score = board.Score("slyde", v.Groups, "")
	}
	if slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Fixed }) {
		w.Small = games.Say("slyde.small")
	}
	turned := func(key string) func() games.Text {
		return func() games.Text { return v.Turn.say(key, v.Mover, v.At(v.Turn.ToCol, v.Turn.ToRow).Fixed) }
	}
	if v.Tell(&w, turned("slyde.line."), turned("slyde.last.")); w.Last != nil && v.Mirror != 0 {
		w.Last = append(w.Last, games.Say("slyde.last.mirror", "Player", v.ToMove))
	}
	return w
}

// say says a turn of a seat, after which its stone is fixed or not.
func (t Turn) say(key string, seat games.Seat, fixed bool) games.Text {
	switch {
	case !t.Change():
		return games.Say(key+"swap", "Player", seat, "From", t.From(), "To", t.To())
	case fixed:
		return games.Say(key+"fix", "Player", seat, "Cell", t.To())
	}
	return games.Say(key+"free", "Player", seat, "Cell", t.To())
}

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
