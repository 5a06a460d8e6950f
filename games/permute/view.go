package permute

import (
	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Permute, of which nothing is hidden.
type View struct {
	board.Full
	Twist *Twist `json:"twist"` // the last twist, which stays when a swap follows; nil before the first

	// What only Shown sets once a face is picked: the boards after each of the choices, in their order.
	Outcomes []View `json:"-"`
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{Full: s.pos.Seen("bandaged", s.pos.Groups(), s.Seen(), s.before)}
	v.Colours = s.colours()
	if s.twist != nil {
		t := *s.twist
		v.Twist = &t
	}
	if s.Last == games.SwapMove {
		v.Before = 0
	}
	return v
}

// String draws the board.
func (v View) String() string { return v.Text(sides) }

// Words returns the last ply, the sides and the largest groups.
func (v View) Words() games.Words {
	owes := games.Say("permute.owes.twist")
	if v.MaySwap {
		owes = games.Say("permute.owes.swap")
	}
	w := games.Words{
		Sides: v.Names(sides),
		Score: board.Score(sides, v.Groups),
		Owes:  owes,
	}
	if v.AnyFixed() {
		w.Signs = sides.Signs("permute.signs")
	}
	v.Tell(&w, "permute.line.", "permute.last.", v.moved)
	return w
}

// moved says the last twist under one of the keys that begin alike.
func (v View) moved(key string) games.Text {
	return games.Say(key+board.Turn(v.Twist.Clockwise), "Player", v.Mover, "Face", v.Twist.Face(),
		"Cell", v.Twist.Cell())
}

// Tell says that a face was turned and a stone kept, or that colours were swapped.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	if m == games.SwapMove {
		return games.TellSwap(seat)
	}
	t, _, ok := parseTwist(m)
	if !ok {
		return games.Telling{}
	}
	p := view.(View).position()
	own, after := p.mover, p
	after.Play(t)
	return games.Telling{
		Did:  games.Say("permute.did", "Player", seat, "Turn", t.words(), "Cell", t.Cell()),
		Noun: games.Say("permute.noun", "Turn", t.words(), "Cell", t.Cell()),
		Gets: board.Gets(p.Largest(own), after.Largest(own), after.Largest(own.Other())),
	}
}
