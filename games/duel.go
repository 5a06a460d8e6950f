package games

// An Ending is how a game of two ended.
type Ending struct {
	Winner Seat // Spectator for a draw
	Reason Text
}

// CheckDuel refuses what a seat may not do in a game of two who move by turns and
// in which whoever does not play loses: toMove is whose turn it is, Spectator once
// the game is over. Whether a move of the game itself is legal is for the game.
func CheckDuel(toMove, seat Seat, m Move) error {
	switch {
	case toMove == Spectator:
		return Refuse("refuse.over")
	case seat != 0 && seat != 1:
		return Refuse("refuse.seat", "Seat", int(seat))
	case m == Return:
		return Refuse("refuse.return")
	case m == Lapse && seat != toMove:
		return Refuse("refuse.lapse", "Player", seat)
	case !m.System() && seat != toMove:
		return Refuse("refuse.turn", "Player", toMove)
	}
	return nil
}

// EndDuel returns how such a game ends by a move of the host: a draw, or a loss for
// the seat that does not play.
func EndDuel(seat Seat, m Move) Ending {
	e := Ending{Winner: 1 - seat, Reason: Say("reason."+string(m), "Player", seat)}
	if m == Draw {
		e.Winner = Spectator
	}
	return e
}
