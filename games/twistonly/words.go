package twistonly

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// Words returns the last twist, the sides and the largest solved groups.
func (v View) Words() games.Words {
	return games.Words{
		Last:  v.last(),
		Sides: []games.Text{side(Orange), side(Yellow)},
		Score: board.Score("twistonly", v.Groups, games.Say("twistonly.none")),
		Small: v.small(),
		Owes:  games.Say("twistonly.owes"),
		Line:  v.line(), Unit: games.DuelUnit(v.Ply, v.Last),
	}
}

// small says what lower case means on the board as text, once a stone is solved.
func (v View) small() games.Text {
	if !slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Solved }) {
		return games.Text{}
	}
	return games.Say("twistonly.small")
}

// line says the last ply in a line of the game's record.
func (v View) line() games.Text {
	switch {
	case v.Last == "":
		return games.Text{}
	case v.Last.System():
		return games.SystemLine(v.Mover, v.Last)
	}
	return v.Twist.say("twistonly.line.", v.Mover)
}

// last returns the words for the last ply: the twist, the stones that it solved, and that the game ends if
// nothing was solved for so long. A system move has none: it ended the game, and the result says so.
func (v View) last() []games.Text {
	if v.Last == "" || v.Last.System() {
		return nil
	}
	said := []games.Text{v.Twist.say("twistonly.last.", v.Mover)}
	for c, many := range v.Solves {
		if many > 0 {
			said = append(said, games.Say("twistonly.last.solves", "Count", many, "Side", side(Colour(c))))
		}
	}
	if v.Ended != nil && v.Idle >= 2*v.Size {
		said = append(said, games.Say("twistonly.last.idle", "Twists", v.Idle))
	}
	return said
}

// say says a twist of a seat under one of the keys that begin alike.
func (t Twist) say(key string, seat games.Seat) games.Text {
	return games.Say(key+t.turn(), "Player", seat, "Face", t.Face())
}

// side returns the name of a colour.
func side(c Colour) games.Text {
	if c == Orange {
		return games.Say("twistonly.side.orange")
	}
	return games.Say("twistonly.side.yellow")
}
