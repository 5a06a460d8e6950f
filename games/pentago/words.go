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
	return games.Words{
		Last:  v.last(),
		Sides: []games.Text{side(0), side(1)},
		Owes:  owes,
		Line:  v.line(), Unit: games.DuelUnit(v.Ply, v.Last),
	}
}

// line says the last ply in a line of the game's record.
func (v View) line() games.Text {
	switch {
	case v.Last == "":
		return games.Text{}
	case v.Last.System():
		return games.SystemLine(v.Mover, v.Last)
	}
	return v.Turn.say("pentago.line.", "Player", v.Mover)
}

// last returns the words for the last ply. A system move has none: it ended the game, and the
// result says so.
func (v View) last() []games.Text {
	if v.Last == "" || v.Last.System() {
		return nil
	}
	return []games.Text{v.Turn.say("pentago.last.", "Player", v.Mover)}
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

// side names what a seat plays.
func side(seat games.Seat) games.Text {
	if seat == 0 {
		return games.Say("pentago.side.orange")
	}
	return games.Say("pentago.side.yellow")
}
