package catchup

import (
	"strings"

	"parlour/games"
)

// Course is on a board of three cells a side.
func (g Game) Course() games.Course {
	options := []string{"size", "3"}
	lesson := func(name, line string, solution games.Move) games.Lesson {
		return g.Info().Lesson(name, line, solution, options...)
	}
	two := lesson("two", "c2", "b3,c3")
	two.Solves = func(after games.State, _ games.Move) bool {
		p := after.(state).pos
		return p.Largest(1) == 2
	}
	three := lesson("three", "c2 a3 e1,e2", "b3,b4,c4")
	three.Solves = func(_ games.State, m games.Move) bool { return strings.Count(string(m), ",") == 2 }
	wait := lesson("wait", "e1 e2,e3 a2,b4,d3 d2,d4 c4,d1 c2,c5 b3", "a1,a3")
	wait.Solves = func(after games.State, _ games.Move) bool {
		p := after.(state).pos
		return p.Limit() < mostStones && p.Largest(1) > p.Largest(0)
	}
	shut := lesson("shut", "c2 a3 e1,e2 a1,b3,c4 e3 d4 d2 c5,d3 d1 a2,b4", "b1,b2,c3").ByReason(g, "catchup.why.shuts")
	last := lesson("last", "a3 d2 d3,e2 a2,d1 c4,d4 e1,e3 c5 b2,b4,c1 c2,c3", "a1,b1,b3").ByWin()
	three.Fails, wait.Fails, last.Fails = true, true, true
	return games.Course{Lessons: []games.Lesson{two, three, wait, shut, last}, Short: g.Info().Setup(options...).Options}
}
