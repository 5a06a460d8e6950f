package chess

import "parlour/games"

// The lines of games that have several pictures.
const (
	opening = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4 c3d4 c5b4"
	checked = "e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 b1c3 c8g4 f3e5 g4d1 c4f7"
	mated   = " e8e7 c3d5"
	loyd    = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6"
	pawns   = "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 g8f6"
)

// Scenes gives games from the first position to ends, steps of moves, and a drawn first row.
func (g Game) Scenes() []games.Scene {
	scene := func(name, line string) games.Scene { return g.Info().Scene(name, line) }
	drawn := g.Info().Scene("960", "", "start", drawnStart)
	drawn.Setup.Seed = games.Seed{7}
	return []games.Scene{
		scene("start", ""),
		scene("middle", opening),
		scene("check", checked),
		scene("pieces", opening).AsMaking(0),
		scene("preview", checked+mated).AsPreview(),
		scene("targets", pawns).AsMaking(0, "g7"),
		scene("becomes", pawns).AsMaking(0, "g7", "h8"),
		scene("contrast", checked).InContrast(),
		scene("better", opening+" c1d2").WithBetter(0, "b1c3"),
		scene("mate", checked+mated),
		scene("stalemate", loyd),
		drawn,
	}
}

// Example returns a game in which a king is in check.
func (g Game) Example() games.Example {
	return games.Example{
		Setup: g.Info().Setup(), Log: games.Line(2, checked), Seat: games.Spectator,
		Caption: games.Say("chess.example.caption"), Alt: games.Say("chess.example.alt"),
	}
}
