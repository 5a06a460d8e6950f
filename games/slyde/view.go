package slyde

import (
	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Slyde, of which nothing is hidden.
type View struct {
	board.Full
	Turn *Turn `json:"turn"` // the last turn; nil before the first
	Rule bool  `json:"rule"` // whether the mirror rule holds
	// where the seat to move may change a stone, the lines in which the position is symmetric
	Mirror Mirror `json:"mirror"`
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{Full: s.pos.Seen("fixed", s.pos.Groups(), s.Seen(), s.before), Rule: s.pos.rule}
	if s.Ended == nil {
		v.Mirror = s.pos.mirror
	}
	if s.turn != nil {
		t := *s.turn
		v.Turn = &t
	}
	return v
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p := Position{Stones: board.Fill(v.Size, v.Stone), rule: v.Rule, mover: board.Colour(v.ToMove)}
	p.derive()
	return p
}

// String draws the board.
func (v View) String() string { return v.Text(sides) }

// Words returns the last turn, the sides and the largest groups.
func (v View) Words() games.Words {
	owes := games.Say("slyde.owes.swap")
	switch {
	case v.Mirror != 0 && v.position().pairs == 0:
		owes = games.Say("slyde.owes.change")
	case v.Mirror != 0:
		owes = games.Say("slyde.owes.mirror")
	}
	w := games.Words{Sides: sides.Texts(), Score: board.Score(sides, v.Groups), Owes: owes}
	if v.AnyFixed() {
		w.Signs = sides.Signs("slyde.signs")
	}
	turned := func(key string) games.Text {
		return v.Turn.say(key, v.Mover, v.Stone(v.Turn.ToCol, v.Turn.ToRow).Fixed)
	}
	if v.Tell(&w, "slyde.line.", "slyde.last.", turned); w.Last != nil && v.Mirror != 0 {
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
	t, _, ok := parseTurn(m)
	if !ok {
		return games.Telling{}
	}
	v, fixed := view.(View), false
	p := v.position()
	own, after := p.mover, p
	after.Play(t)
	if max(t.ToCol, t.ToRow) < v.Size {
		fixed = !v.Stone(t.ToCol, t.ToRow).Fixed
	}
	return games.Telling{Did: t.say("slyde.did.", seat, fixed), Try: t.try(fixed),
		Gets: board.Gets(p.Largest(own), after.Largest(own), after.Largest(own.Other()))}
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
