package slyde

import (
	"slices"

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
	w := games.Words{
		Last:  v.last(),
		Sides: []games.Text{side(Orange), side(Yellow)},
		Score: v.score(),
		Small: v.small(),
		Owes:  owes,
		Line:  v.line(), Unit: games.DuelUnit(v.Ply, v.Last),
	}
	return w
}

// score says the largest groups of both sides; nothing while no two stones of a colour touch.
func (v View) score() games.Text {
	if len(v.Groups[Orange]) == len(v.Groups[Yellow]) && 2*len(v.Groups[Orange]) == len(v.Cells) {
		return games.Text{}
	}
	return board.Score("slyde", v.Groups, "")
}

// small says what lower case means on the board as text, once a stone is fixed.
func (v View) small() games.Text {
	if !slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Fixed }) {
		return games.Text{}
	}
	return games.Say("slyde.small")
}

// line says the last ply in a line of the game's record.
func (v View) line() games.Text {
	switch {
	case v.Last == "":
		return games.Text{}
	case v.Last.System():
		return games.SystemLine(v.Mover, v.Last)
	}
	return v.turned("slyde.line.")
}

// last returns the words for the last ply, and that a stone may be changed now, if so. A system move
// has none: it ended the game, and the result says so.
func (v View) last() []games.Text {
	if v.Last == "" || v.Last.System() {
		return nil
	}
	said := []games.Text{v.turned("slyde.last.")}
	if v.Mirror != 0 {
		said = append(said, games.Say("slyde.last.mirror", "Player", v.ToMove))
	}
	return said
}

// turned says the last ply, a turn, under one of the keys that begin alike.
func (v View) turned(key string) games.Text {
	return v.Turn.say(key, v.Mover, v.At(v.Turn.ToCol, v.Turn.ToRow).Fixed)
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

// side returns the name of a colour.
func side(c Colour) games.Text {
	if c == Orange {
		return games.Say("slyde.side.orange")
	}
	return games.Say("slyde.side.yellow")
}
