package reversi

import "parlour/games"

// corner is a line after which White can take a corner.
const corner = "b3 b2 b1"

// Course is on a small board.
func (g Game) Course() games.Course {
	lesson := func(name, line string, solution games.Move, solves func(s state) bool) games.Lesson {
		l := g.Info().Lesson(name, line, solution, "size", "6")
		l.Solves, l.Fails = func(after games.State, _ games.Move) bool { return solves(after.(state)) }, true
		return l
	}
	turn := lesson("turn", "", "d5", func(s state) bool { return s.pos.discs[0].has(Cell(21).bit()) })
	lines := lesson("lines", "c2 b2 b3 b4 b5 d2 e4 c5", "b1", func(s state) bool { return s.turned.count() >= 5 })
	take := lesson("corner", corner, "a1", func(state) bool { return false })
	keep := lesson("keep", corner+" e3", "e5", func(s state) bool { return !s.pos.open.has(s.pos.shape().corners) })
	again := lesson("again", "d5 c5 b5 e5 e3 a5 a6 f2", "d6", func(s state) bool { return s.Passed > 0 })
	return games.Course{Lessons: []games.Lesson{turn, lines, take, keep, again}, Short: g.Info().Setup("size", "6").Options}
}
