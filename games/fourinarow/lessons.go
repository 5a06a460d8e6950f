package fourinarow

import "parlour/games"

// Course is on the usual board.
func (g Game) Course() games.Course {
	lesson := func(name, line string, solution games.Move) games.Lesson {
		l := g.Info().Lesson(name, line, solution)
		l.Fails = true
		return l
	}
	return games.Course{
		Lessons: []games.Lesson{
			lesson("four", "d e d e d a", "d").ByWin(),
			lesson("stop", "c b d g e", "f").ByReason(g, "fourinarow.why.stops", "fourinarow.why.both"),
			lesson("diagonal", "d d c b d f c c d d f c c e f d a a f f e e a a g b g", "b").ByWin(),
			lesson("two", "d d e e", "c").ByReason(g, "fourinarow.why.double"),
			lesson("above", "a e d c a f b a d e a f", "c").ByReason(g, "fourinarow.why.forced"),
		},
		Short: g.Info().Setup().Options,
	}
}
