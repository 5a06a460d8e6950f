package reversi

import "parlour/games"

// The lines of games that have several pictures.
const (
	middle = `d3 c3 e6 d2 c4 b5 d1 e3 f2 f5 f4 f3 c2 e1 f1 c1 e2 c6 d6 g1 b4 g3 g6 c5 a6 a5`
	passed = `
		d3 c3 c4 e3 e2 b4 b3 d2 f3 c5 a5 f2 d6 f4 d1 c6 f6 b6 e1 f5 e6 a4 a3 b5 g6 g5 a6 c1 c2 f1 h5 h6 h7 f7 e8 f8 g8 b1 g4
		e7 d8 d7 c7 h4 h3 b8 b7 a8 g3 a7 c8 h8 g2 a2 b2 a1`
	wide = `
		e4 d4 d5 d6 d7 g5 g6 e7 c5 g4 c7 f4 f7 g7 h8 f8 g8 e8 g9 c4 f3 d8 h7 h6 c6 d3 f9 e9 e3 c3 c8 d9 e10 e2 d2`
	whole = ` a4 b3 g4 h5 b6 g5 a3 e7 f6 c7 d7 d8 f8 e8 f7 b7 h4 h3 b2 a1 a8 a7 b1 a2 h1 h7 h6 g8 h8 g7 h2 g2 c8 b8`
)

// Scenes gives boards of all sizes that a table offers, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := g.Info().Sized
	return []games.Scene{
		scene("8-start", ""),
		scene("8-middle", middle),
		scene("8-cells", middle).AsMaking(0),
		scene("8-pass", passed),
		scene("8-few", passed).AsMaking(1),
		scene("8-preview", middle).AsPreview(),
		scene("8-contrast", middle).InContrast(),
		scene("8-better", middle).WithBetter(1, "a4"),
		scene("8-end", middle+whole),
		scene("6-stuck", "e4 e3 f2 d5 c6 c5 c2 b4 a4"),
		scene("6-draw", `
			d5 e3 f2 f3 b2 d6 e2 b4 a5 b3 e5 f5 d2 c2 b1 e4 f4 b5 f6 f1 c6 a1 d1 e1 e6 c1 c5 b6 a3 a2 a4 a6`),
		scene("10-middle", wide),
		scene("10-cells", wide).AsMaking(1),
		scene("10-better", wide).WithBetter(0, "g3"),
	}
}

// Example returns a small board on which White can take a corner.
func (g Game) Example() games.Example {
	return games.Example{
		Setup: g.Info().Setup("size", "6"), Log: games.Line(2, corner), Seat: games.Spectator,
		Caption: games.Say("reversi.example.caption"), Alt: games.Say("reversi.example.alt"),
	}
}
