package permutu

import "parlour/games"

// Course is for two, with six symbols.
func (g Game) Course() games.Course {
	lesson := func(name string, seed byte, seat games.Seat, line string, solution games.Move) games.Lesson {
		l := g.Info().Lesson(name, "", solution, "symbols", "6")
		l.Setup.Seats, l.Setup.Seed = 2, games.Seed{seed}
		l.Log, l.Seat = games.Line(2, line), seat
		return l
	}
	return games.Course{
		Lessons: []games.Lesson{
			lesson("column", 0, 0, "3r 1r", "3*"),
			lesson("open", 2, 0, "1r 6g 1* 2r", "4b").ByReason(g, "permutu.why.opens"),
			lesson("complete", 0, 0, "3r 1r 3* 1*", "4*").ByReason(g, "permutu.why.completes"),
			lesson("deny", 8, 0, "1b 6r 5r 5*", "2*"),
			lesson("again", 16, 0, "6r 5r 6* 5* 4r 4*", "2*"),
		},
		Short: g.Info().Setup("symbols", "6").Options,
	}
}
