package slyde

import (
	"parlour/games"
	"parlour/games/board"
)

// Course is on a small board without the mirror rule.
func (g Game) Course() games.Course {
	options := []string{"size", "6", "mirror", "off"}
	lesson := func(name, line string, solution games.Move) games.Lesson {
		return g.Info().Lesson(name, line, solution, options...)
	}
	const opening = "f3-f2 e5-f5 "
	swap := lesson("swap", opening, "e4-d4")
	join := lesson("join", opening+"e4-d4 c1-c2 c6-c5", "d2-d3")
	join.Solves = func(after games.State, _ games.Move) bool { return largest(after, board.Yellow) >= 10 }
	cut := lesson("cut", "f3-f2 e5-e4 c2-c3 c5-b5 b1-b2 e1-d1 c4-d4 a3-a2 e2-e3 b6-a6", "d3-d2")
	cut.Solves = func(after games.State, _ games.Move) bool { return largest(after, board.Yellow) < 8 }
	save := lesson("save", opening+"e4-d4 c1-c2 c6-c5 d6-e6 e2-e3 c6-d6", "d1-d2")
	save.Solves = func(after games.State, _ games.Move) bool {
		pos := after.(state).pos
		for n := range pos.Count() {
			next := pos
			if next.PlayNth(n); next.Of[board.Orange].Largest() < 9 {
				return false
			}
		}
		return true
	}
	last := lesson("last", `
		f5-f6 f4-e4 f4-f5 f2-f3 f1-e1 f1-f2 b3-b4 a1-b1 d1-d2 d6-e6 a6-b6 d4-d3 a2-a3 c5-c4 a4-a5 b2-c2 b2-a2 e3-e2 d5-e5`,
		"d5-d4").ByWin()
	save.Fails, last.Fails = true, true
	return games.Course{Lessons: []games.Lesson{swap, join, cut, save, last}, Short: g.Info().Setup(options...).Options}
}

// largest returns the size of the largest group of a colour.
func largest(s games.State, c board.Colour) int { return s.(state).pos.Of[c].Largest() }
