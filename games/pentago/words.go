package pentago

import (
	"parlour/games"
	"parlour/games/board"
)

// Words returns the last ply and the sides.
func (v View) Words() games.Words {
	owes := games.Say("pentago.owes.turn")
	if v.Corner {
		owes = games.Say("pentago.owes.corner")
	}
	w := games.Words{Sides: board.Sides("pentago"), Owes: owes}
	turned := func(key string) func() games.Text {
		return func() games.Text { return v.Turn.say(key, "Player", v.Mover) }
	}
	v.Tell(&w, turned("pentago.line."), turned("pentago.last."))
	return w
}

// say says a turn under keys that begin alike, with more values.
func (t Turn) say(key string, pairs ...any) games.Text {
	pairs = append(pairs, "Cell", t.Cell.String())
	if t.Twist == NoTwist {
		return games.Say(key+"placed", pairs...)
	}
	return games.Say(key+board.Turn(t.Twist.Clockwise()), append(pairs, "Quadrant", t.Twist.Corner().String())...)
}

// reason returns the reason why a position that is over is decided for a winner, after a turn of a
// seat.
func (p *Position) reason(mover, winner games.Seat) games.Text {
	fives := p.fives()
	switch {
	case len(fives) == 0:
		return games.Say("pentago.reason.full")
	case winner == games.Spectator:
		return games.Say("pentago.reason.both")
	}
	f := fives[0]
	key, values := "pentago.reason.five", []any{"Long", f.Long(), "From", f.From.String(), "To", f.To.String()}
	if winner != mover {
		key, values = "pentago.reason.theirs", append(values, "Player", mover)
	}
	return games.Say(key, values...)
}

// Tell says where a stone was placed and which quadrant was turned.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	t, err := state{pos: v.position()}.readTurn(m)
	if err != nil {
		return games.Telling{}
	}
	return games.Telling{Did: t.say("pentago.did.", "Player", seat)}
}
