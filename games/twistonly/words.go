package twistonly

import (
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Words returns the last twist, the sides and the largest solved groups.
func (v View) Words() games.Words {
	w := games.Words{
		Sides: board.Sides("twistonly"),
		Score: board.Score("twistonly", v.Groups, games.Say("twistonly.none")),
		Owes:  games.Say("twistonly.owes"),
	}
	if slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Solved }) {
		w.Small = games.Say("twistonly.small")
	}
	twisted := func(key string) func() games.Text {
		return func() games.Text {
			return games.Say(key+board.Turn(v.Twist.Clockwise), "Player", v.Mover, "Face", v.Twist.Face())
		}
	}
	if v.Tell(&w, twisted("twistonly.line."), twisted("twistonly.last.")); w.Last != nil {
		w.Last = append(w.Last, v.more()...)
	}
	return w
}

// more says the stones that the last twist solved, and that the game ends if nothing was solved for so long.
func (v View) more() (said []games.Text) {
	for c, many := range v.Solves {
		if many > 0 {
			said = append(said,
				games.Say("twistonly.last.solves", "Count", many, "Side", board.Colour(c).Name("twistonly")))
		}
	}
	if v.Ended != nil && v.Idle >= 2*v.Size {
		said = append(said, games.Say("twistonly.last.idle", "Twists", v.Idle))
	}
	return said
}

// Tell says that a face was turned.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	return games.Telling{Did: games.Say("twistonly.did", "Player", seat, "Turn", t.words())}
}
