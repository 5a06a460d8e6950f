package permutu

import "parlour/games"

// Words says the last ply and the points.
func (v View) Words() games.Words {
	owes := games.Say("permutu.owes.take")
	if len(v.ToMove) > 1 {
		owes = games.Say("permutu.owes.open")
	}
	return games.Words{Last: v.last(), Score: v.score(), Owes: owes}
}

// last says what the last ply did. What ended the game without a move, the result
// says.
func (v View) last() []games.Text {
	var said []games.Text
	switch {
	case v.Last == "" || v.Last == games.Draw:
		return nil
	case v.Last == games.Leave && v.Ended != nil:
		return nil
	case v.Last == games.Leave:
		said = append(said, games.Say("permutu.last.leave", "Player", v.Mover))
	case v.Last == games.Lapse:
		said = append(said, v.lapsed())
	default:
		said = append(said, v.taken())
	}
	if n := len(v.Skipped); n > 0 {
		skipped := append([]games.Seat(nil), v.Skipped...)
		said = append(said, games.Say("permutu.last.skipped", "Players", skipped, "Count", n))
	}
	return said
}

// taken says which blocks the last ply took.
func (v View) taken() games.Text {
	var names []games.Text
	for _, b := range v.LastBlocks {
		names = append(names, blockName(b.Colour, b.Symbol))
	}
	key := "permutu.last.block"
	if v.Last[len(v.Last)-1:] == wholeLetter {
		key = "permutu.last.whole"
	}
	return games.Say(key, "Player", v.Mover, "Blocks", list(names), "Column", v.LastBlocks[0].Column)
}

// lapsed says whose time ran out. When nobody has a lapse to their name, it was
// that of a start open to all.
func (v View) lapsed() games.Text {
	if v.Lapses[v.Mover] == 0 {
		return games.Say("permutu.last.open", "Player", v.ToMove[0])
	}
	return games.Say("permutu.last.lapse", "Player", v.Mover)
}

// score says the points of every seat, of a solo attempt what decides it.
func (v View) score() games.Text {
	if len(v.Points) == 1 {
		return games.Say("permutu.score.solo", "Singles", v.Singles, "Left", v.Left, "Points", v.Points[0])
	}
	var seats []games.Text
	for seat, points := range v.Points {
		seats = append(seats, games.Say("permutu.score.seat", "Player", games.Seat(seat), "Points", points))
	}
	return games.Say("permutu.score", "Seats", list(seats))
}
