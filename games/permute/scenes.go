package permute

import "parlour/games"

// Scenes gives boards of several sizes, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := g.Info().Sized
	const lesson = "Ac2-c3 Aa2-b3 Cd4-e5 Cd1-d1 Aa1-a2 Cb4-b5 Cb1-c2 Cd2-e2"
	const middle = `Ac3-c3 swap Ab1-c2 Ca1-b2 Cf2-g2 Af7-f8`
	return []games.Scene{
		scene("5-faces", "").AsMaking(0),
		scene("5-outcomes", lesson).AsMaking(0, "d3"),
		scene("9-faces", middle).AsMaking(0),
		scene("9-outcomes", middle).AsMaking(0, "d5"),
		scene("12-outcomes", "").AsMaking(0, "a1"),
		scene("19-faces", "").AsMaking(0),
		scene("9-better", middle).WithBetter(1, "Cd5-d6"),
		scene("19-better", middle).WithBetter(1, "Cp16-q17"),
		scene("9-start", ""),
		scene("9-middle", `
			Ac3-c3 swap Ab1-c2 Ca1-b2 Cf2-g2 Af7-f8 Cc4-d5 Ae1-e2 Ae6-e6 Ag4-g5
			Ah4-h4 Cf3-f3 Cd7-d7 Ab7-b8 Ch7-h7 Ab5-b6 Ad3-e3 Aa4-b4 Cd8-e8 Ce4-f4`),
		scene("9-preview", `
			Ad7-e7 Aa7-a8 Ca3-b4 Cc6-c6 Ab7-b8 Ae5-e6 Af5-f5 Cc1-d1 Ad2-d2 Ah1-i2
			Ad8-d8 Cg7-g8`).AsPreview(),
		scene("12-contrast", `
			Cd9-e9 Ac6-d7 Af6-g7 Cg8-h9 Cb6-c7 Ci5-i6 Ac4-c5 Ah11-i12 Ce3-e3 Cj5-j5
			Cb9-b10 Cb8-c9 Aj10-k11 Ca8-b9 Cc3-c3 Cf8-f8 Af3-f3 Aa6-a6 Cf1-g1 Cg10-g10
			Ab11-c11 Ai7-i8 Aj2-j2 Cf11-g12`).InContrast(),
		scene("12-end", `
			Ag11-g11 Aj11-j11 Ck9-l10 Cc5-d5 Ah11-h11 Cj6-j7 Af4-g5 Af3-g4 Ak7-l7 Cg7-h7
			Cf6-g7 Cc2-c2 Ab7-b8 Ce6-f7 Cc6-d7 Ai2-j3 Ci5-j6 Ad8-e8 Cd9-d9 Ce11-e12
			Ab3-c3 Ae9-e9 Aa4-b4 Aa6-a7 Cf2-f2 Ch9-h9 Ck5-k5 Ah5-h5 Ab10-c11 Ak2-l3
			Ai1-i2 Aj9-j10 Ck8-l9 Ca10-b10 Ak11-l12 Ad2-d3 Ai4-j4 Ag1-h1 Ad10-d11 Ai8-j9
			Aa11-b11 Aa5-a5 Ch3-h4 Ae3-f4 Cg2-h3 Ak1-l1 Cf9-g10 Cf8-f9 Ce10-e10 Ab6-b7
			Ab5-c6 Aj1-k1 Cd1-e1 Aa1-a2 Ce5-f6`),
		scene("19-middle", `
			Cd18-e19 Al10-l11 Cb17-b18 Cm7-n7 Ck3-l4 An2-o2 Ac15-c15 Cm2-n2 Ad15-d16 Ac18-c19
			Ce14-f14 Ac8-d9 Ai7-j8 Aq12-q12 Ag11-h12 Ai11-i12 Co17-o17 Cl5-m6 Cn14-o15 Cp7-p7
			Cg8-h8 Ce8-e8 Ab13-c13 Ck14-l15 Co5-o5 Ae17-f17 Ca6-a7 Aa10-b11 Cr11-r12 Cb16-c17
			Aj3-k3 Ad14-e14 Cj5-k5 Ai18-i18 Aq2-r2 Af12-g13 Cr6-s7 Cq10-q10 Ar4-s5 Ch16-i16
			Cl17-l18 Ab8-c9 Ca1-b2 Cd6-d7 Cr17-s17 Ar10-s10 Cl7-l7 Ce10-e10 Ak12-k13 Ca16-b17
			Ci5-j6 Ao9-p9 Ae4-f4 Ae2-e2 Aq3-q4 Ch1-i2 Cp15-p16 Al9-m10 Aj18-k18 Cg1-g1
			Ab7-b7 Ai3-i4 Cf2-f3 Ah6-i6 Co3-o4 Cd4-d4 Aq18-q19 Cr18-s18 Ad5-e6 Ca13-a13`),
	}
}

// Example returns a small board after a few twists, with large groups, and with faces that
// can be twisted beside many that cannot.
func (g Game) Example() games.Example {
	return games.Example{
		Setup:   g.Info().Setup("size", "6", "swap", "off"),
		Log:     games.InTurn(2, "Aa1-a1", "Cb1-b2", "Cc3-d4", "Ab3-b3", "Ad2-e3"),
		Seat:    games.Spectator,
		Caption: games.Say("permute.example.caption"),
		Alt:     games.Say("permute.example.alt"),
	}
}
