package chess

import "parlour/games"

// Course is on mates, forks, castling, promotion and stalemate, and then a game against the opponent.
func (g Game) Course() games.Course {
	lesson := func(name, line string, solution games.Move, solves func(s state) bool) games.Lesson {
		l := g.Info().Lesson(name, line, solution)
		l.Fails = true
		if solves != nil {
			l.Solves = func(after games.State, _ games.Move) bool { return solves(after.(state)) }
		}
		return l
	}
	return games.Course{
		Lessons: []games.Lesson{
			lesson("mate", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6", "h5f7", nil).ByWin(),
			lesson("fork", "e2e4 e7e5 b1c3 d8g5 g1f3 g5g6 c3d5 f8c5", "d5c7", nil),
			lesson("castle", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", shortCastle, nil),
			lesson("promote", "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 g8f6", "g7h8q", nil),
			lesson("stalemate", `e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6`, "f1d3",
				func(s state) bool { return s.Ended == nil && s.pos.checks() != 0 }),
		},
		Short: g.Info().Setup().Options,
	}
}
