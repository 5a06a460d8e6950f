package hex

import "parlour/games"

// Course is on a small board, without the swap.
func (g Game) Course() games.Course {
	options := []string{"size", "5", "swap", "off"}
	lesson := func(name, line string, solution games.Move) games.Lesson {
		l := g.Info().Lesson(name, line, solution, options...)
		l.Fails = true
		return l
	}
	join := lesson("join", "c1 a2 c2 e3 c3 d4 b4 e1", "b5").ByWin()
	stop := lesson("stop", "d1 b3 a4 c3 c5 d3 b1 e3", "a3")
	bridge := lesson("bridge", "c2 d5", "d3").ByReason(g, "hex.why.bridge", "hex.why.sure")
	save := lesson("save", "c2 d4 b4 b3", "c3").ByReason(g, "hex.why.saves")
	sure := lesson("chain", "c2 b4 d4 e2", "d3").ByReason(g, "hex.why.sure")
	return games.Course{Lessons: []games.Lesson{join, stop, bridge, save, sure}, Short: g.Info().Setup(options...).Options}
}
