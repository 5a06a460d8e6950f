package slyde

import "parlour/games"

// Scenes gives boards of several sizes, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := g.Info().Sized
	const mirrored = `f3-f4 f10-f9 k6-j6 k7-j7`
	return []games.Scene{
		scene("12-start", ""),
		scene("12-middle", twelve),
		scene("12-mirror", mirrored),
		scene("12-columns", mirrored).AsMaking(0),
		scene("12-rows", twelve).AsMaking(0, "f"),
		scene("12-targets", mirrored).AsMaking(0, "e", "6"),
		scene("12-change", mirrored).AsMaking(0, "*", "f"),
		scene("16-columns", sixteen).AsMaking(0),
		scene("16-rows", sixteen).AsMaking(0, "a"),
		scene("16-targets", sixteen).AsMaking(0, "a", "2"),
		scene("8-better", eight).WithBetter(1, "d6-e6"),
		scene("16-better", sixteen).WithBetter(1, "c5-d5"),
		scene("8-preview", eight).AsPreview(),
		scene("12-preview-change", mirrored+" *f9").AsPreview(),
		scene("10-contrast", ten).InContrast(),
		scene("8-draw", `
			g2-f2 a5-b5 b3-c3 a7-a8 a2-a3 f4-g4 b1-a1 c5-c6 d5-d4 b8-c8 d7-c7 e5-e4 e6-f6 d2-c2 d1-e1 h8-h7 h1-g1 g7-g8 f5-g5 f5-f4
			f7-f8 h2-h3 d3-e3 f7-g7 d2-d3 e7-f7 e7-d7 g2-h2 e8-d8 d5-c5 c4-b4 g3-f3 e2-d2 h6-h5 e5-e6 d6-d5 a6-b6 e5-f5 a7-a6 a7-b7`),
		scene("12-end", `
			c12-c11 g3-f3 k4-j4 d2-e2 h3-h2 h6-h5 g8-h8 g1-g2 j11-k11 g5-g4 i8-i9 d4-d5 e12-d12 i1-i2 i10-h10 i11-h11 j7-j8 e7-d7
			l9-l8 k3-k2 f1-f2 b4-a4 b5-a5 c7-c6 f11-g11 h12-g12 e10-f10 f6-g6 k8-k9 i7-i6 d9-e9 f8-f9 i4-i5 b2-b3 f8-g8 a7-a6
			h7-g7 g9-h9 c8-d8 d6-e6 i7-i8 k4-k3 e4-f4 h7-h6 b11-b12 h3-g3 j1-j2 l10-k10 d4-e4 k7-k6 j3-i3 l4-l5 d3-d4 l12-l11
			c2-c3 c9-b9 c7-c8 e11-d11 l10-l9 f8-f7 a8-b8 d9-c9 h3-h4 d3-d2 e11-f11 b10-a10 d1-e1 j7-k7 i11-i10 d10-d9 k4-k5
			j10-j9 j5-j6 e10-d10 a7-a8 j11-j10 i12-i11 j12-j11 b2-c2 a1-b1 j12-i12 i7-j7 a12-a11 f1-g1 l1-l2 a7-b7 d3-e3 k4-l4
			b4-b5 j1-i1 k12-j12 c5-c4 f5-e5 f5-f6 a2-b2 b11-b10 l12-k12 a2-a1 e10-e11 k1-j1 l7-l6 l1-k1 a2-a3`),
		scene("16-middle", sixteen),
	}
}

// The lines of scenes that have several pictures.
const (
	eight  = `h3-g3 f6-g6 e2-f2 d4-d3 f5-g5 c1-b1 d1-e1 a5-a6 e4-e3 b2-b3 h1-g1 h6-h5 c4-c3 e4-d4 c6-c5 e5-d5 g8-g7 d8-c8`
	ten    = `a6-b6 b8-b7 b9-a9 e9-d9 f7-e7 c9-c8 d5-d6 f8-e8 a4-a5 c5-c6 g6-f6 i9-h9 g4-f4 b9-c9 d3-d4 h6-h7 i8-h8 e3-f3 c2-d2 e5-e4 e5-d5 g1-f1 g2-f2 h4-h3 i9-i8 i1-i2 e3-d3 j4-i4 h5-g5 b4-b5`
	twelve = `
		f7-g7 b6-a6 d5-d6 a1-a2 e8-d8 d10-e10 g6-f6 f8-f9 f8-f7 c7-d7 g2-h2 h10-h9 e12-d12 j10-j9 g8-h8 k9-k8 a10-b10 g11-f11
		i8-i7 e5-e6 a12-a11 a9-b9 c4-b4 h4-h3 j3-k3 i5-j5 b1-b2 c9-d9 e2-d2 b8-c8 j7-j8 h12-g12 i12-i11 a3-b3 g10-f10 k1-l1
		a8-a7 c3-d3 i2-i3 d5-e5`
	sixteen = `
		n1-n2 j12-j11 m2-m3 l12-l11 h13-h12 j10-i10 i6-h6 l8-l9 f13-g13 p8-o8 f1-f2 d10-c10 c2-c1 a7-a8 h11-i11 f10-f11
		e14-f14 e11-e12 m10-m11 b14-c14 j15-j14 i9-h9 c8-b8 j16-k16 b3-b2 a15-b15 e10-e9 c13-c12 f7-f8 e7-e8 d11-d12 f16-f15
		o14-p14 d11-e11 j3-j2 n4-n5 f5-e5 i13-i12 e4-f4 g7-h7 o12-n12 n14-m14 d15-c15 h4-i4 b9-c9 j8-j7 n3-o3 l4-l3 k4-k3
		i1-i2 c16-d16 i15-h15 l4-k4 c7-c6 h1-h2 d8-d9 l15-m15 j6-j5 i8-h8 c11-d11 n9-n10 b6-a6 i9-i8 e10-d10 l13-l14 g5-g6
		o10-o11 k13-k12 l7-k7 m9-m8`
)

// Example returns a small board after a few swaps, which is its own mirror image, so that the mover
// may change a stone.
func (g Game) Example() games.Example {
	return games.Example{
		Setup:   g.Info().Setup("size", "6"),
		Log:     games.InTurn(2, "b1-b2", "b6-b5", "d3-c3", "d4-c4", "e2-d2", "e5-d5"),
		Seat:    games.Spectator,
		Caption: games.Say("slyde.example.caption"),
		Alt:     games.Say("slyde.example.alt"),
	}
}
