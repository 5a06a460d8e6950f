package hex

import "parlour/games"

// The lines of games that scenes and the example show.
const (
	middle = "d3 d8 f7 e8 f8 j4 g5 g4 h4 h3 i3 f9"
	whole  = middle + " e9 i2 j2 j1 k1 g6 f6 d10 e10 e11 d11"
	small  = "c5 e3 d3 d4 c4 c6 b6 b7"
	wide   = "h7 f6 j3 h6 i6 j4 i4 i5 k4 j5 g6 g7 f7 f8 e9 e8 d9 d8 k5 j6 k6 k3 l3 j7"
	theirs = wide + " k7 j8 l2 k8 m7 l7 m6 l9 n8 m10 n9 n10 c9 c8 l10 m9 l8 k9 b9 b8 a8 a9"
)

// Scenes gives boards of several sizes, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := g.Info().Sized
	return []games.Scene{
		scene("11-start", ""),
		scene("11-swap", "b4").AsMaking(1),
		scene("11-swapped", "f6 swap e7 g5"),
		scene("11-middle", middle),
		scene("11-preview", middle).AsPreview(),
		scene("11-contrast", middle).InContrast(),
		scene("11-better", middle).WithBetter(1, "e9"),
		scene("11-end", whole),
		scene("7-cells", small).AsMaking(0),
		scene("14-areas", wide).AsMaking(0),
		scene("14-end", theirs),
	}
}

// Example returns a small board on which bridges join Red's edges.
func (g Game) Example() games.Example {
	return games.Example{
		Setup: g.Info().Setup("size", "5", "swap", "off"), Log: games.Line(2, "c2 d5 d3 b4"), Seat: games.Spectator,
		Caption: games.Say("hex.example.caption"), Alt: games.Say("hex.example.alt"),
	}
}
