package permute

import (
	"parlour/games"
	"parlour/games/board"
)

// Course is on a board that is small enough for a phone, without the swap. The learner is Orange.
func (g Game) Course() games.Course {
	options := []string{"size", "5", "swap", "off"}
	lesson := func(name, line string, solution games.Move, solves func(after Position, m games.Move) bool) games.Lesson {
		l := g.Info().Lesson(name, line, solution, options...)
		l.Solves = func(after games.State, m games.Move) bool { return solves(after.(state).pos, m) }
		return l
	}
	turn := lesson("turn", "", "Cb2-b2", func(_ Position, m games.Move) bool {
		t, _, ok := parseTwist(m)
		return ok && board.Cell(t.Col, t.Row) == "b2"
	})
	join := lesson("join", "Ac2-c3 Aa2-b3 Cd4-e5 Cd1-d1 Aa1-a2 Cb4-b5 Cb1-c2 Cd2-e2", "Ac4-d5",
		func(after Position, _ games.Move) bool { return after.Largest(board.Orange) >= 9 })
	split := lesson("split", "Ca2-b2 Ab3-c3 Aa4-a5 Cc4-d5 Aa3-a4 Cd2-d3", "Cb4-c5",
		func(after Position, _ games.Move) bool { return after.Largest(board.Yellow) < 7 })
	protect := lesson("protect", "Ac1-d2 Ca1-b1 Cb3-c3 Ca3-a3", "Cc4-d4", func(after Position, _ games.Move) bool {
		return after.Largest(board.Orange) >= 8 && after.reach(board.Yellow).Leaves >= 8
	})
	last := lesson("last", "Ac1-d2 Ab4-b5 Aa3-b4 Ad3-e4 Ca2-b3 Cc3-c4", "Ab1-c2", func(after Position, _ games.Move) bool {
		winner, won := after.Winner()
		return after.Over() && won && winner == board.Orange
	})
	protect.Fails, last.Fails = true, true
	return games.Course{
		Lessons: []games.Lesson{turn, join, split, protect, last},
		Short:   g.Info().Setup(options...).Options,
	}
}
