package pentago

import (
	"slices"

	"parlour/games"
)

// Course is on the usual board, where a game is short.
func (g Game) Course() games.Course {
	lesson := func(name, line string, solution games.Move) games.Lesson {
		return g.Info().Lesson(name, line, solution)
	}
	const game = "c5-Ca1 b2-Aa4 c5-Cd4 e4-Cd1 f4-Cd4 f5-Ad4 "
	middle := lesson("middle", "", "b2-Ca4")
	middle.Solves = func(_ games.State, m games.Move) bool {
		return slices.Contains([]games.Move{"b2", "e2", "b5", "e5"}, m[:2])
	}
	five := lesson("five", near, "d3").ByWin()
	twist := lesson("twist", game+"a1-Aa1 b3-Ad4 e2-Cd1 f3-Aa1 e3-Cd4 c4-Aa1", "f2-Cd4").ByWin()
	stop := lesson("stop", game+"a1-Aa1 b3-Ad4 e2-Cd1 f3-Aa1 e3-Cd4", "f2-Aa4")
	stop.Solves = func(after games.State, _ games.Move) bool { return !threatened(after, 0) }
	threat := lesson("threat", game, "e3-Aa1").ByReason(g, "pentago.why.threatens", "pentago.why.threatens.twist",
		"pentago.why.both", "pentago.why.forced")
	middle.Fails, five.Fails, twist.Fails, stop.Fails, threat.Fails = true, true, true, true, true
	return games.Course{Lessons: []games.Lesson{middle, five, twist, stop, threat}, Short: g.Info().Setup().Options}
}

// threatened reports whether a seat that is to move has won, or can win by its turn.
func threatened(s games.State, seat games.Seat) bool {
	wins := games.Lesson{Seat: seat}.ByWin().Solves
	if wins(s, "") {
		return true
	}
	pos := s.(state).pos
	for n := range pos.Count() {
		m := pos.Nth(n).Move()
		if next, err := s.Play(seat, m); err == nil && wins(next, m) {
			return true
		}
	}
	return false
}
