package permute

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// zoo has positions, as the moves that lead there, in which one twist wins and all others
// lose or draw. Minimax over every twist has confirmed each.
var zoo = []struct {
	size       int
	start, log string
	want       string
}{
	{5, "chequer", "Cd2-e3 Ac4-c4 Ca4-a5 Ac1-d1 Cd4-d4", "Cb2-c2"},
	{5, "chequer", "Ca4-b4 Ca2-a2 Ad2-d2", "Ad3-d3"},
	{6, "blocks", "Cd5-e5 Cc5-c5 Ab3-b3 Ac2-d3 Ca1-b1 Aa4-a5", "Ae1-e2"},
	{6, "blocks", "Cb3-c4 Aa1-b2 Ac5-d6 Ae5-f6 Ce3-f3 Aa5-b5 Aa3-a3 Ae4-e5", "Cd2-d2"},
	{7, "chequer", "Ae6-e7 Cf3-g4 Cc5-c5 Cf1-g2 Cd2-e3 Ce5-f6 Aa4-a5 Aa6-b7 Aa1-b2 Ce1-e1 Ca3-b3", "Ac6-c6"},
	{7, "chequer", "Ab4-b4 Af6-f7 Ad4-e5 Ab1-b1 Ac2-c3 Cf3-g4 Cf5-g6 Cc5-d5 Cd1-e1 Cb5-b5 Aa2-a3 Cd2-e2 Cf2-g2 Cd6-e6", "Ad3-e3"},
	{8, "blocks", "Af2-g2 Cc4-c4 Ae4-f4 Ab6-b6 Ce7-f8 Aa7-b7 Ag5-h5 Cg3-h4 Cg6-g6 Ag7-g8 Ca4-a4 Ac6-d7 Cc2-d3 " +
		"Ad4-e5 Ae2-e3 Ae1-e1 Ca1-b2", "Cc1-d2"},
	{9, "chequer", "Ae1-e1 Ag4-g4 Ab1-c1 Ce5-e6 Ah8-i9 Ag1-h1 Ca6-b6 Cd2-e2 Cg6-h6 Aa3-a4 Ch2-i3 Ae8-e8 Ab8-c9 " +
		"Ae4-f5 Ac6-c7 Af8-f9 Cf6-g6 Ah7-i8 Ca2-b3 Ah4-h4 Aa8-b9 Cg8-g8 Cg2-g2 Ca7-b8 Cc5-c5 Ca1-a1", "Cc3-d4"},
	{12, "chequer", "Ca11-b12 Ac2-d3 Ac4-d4 Aa2-b3 Ag1-h2 Cd9-d9 Ci3-j4 Ab4-c5 Ag8-g9 Ae1-f1 Af3-f4 Ch3-i4 Ak11-k11 " +
		"Ah9-h9 Cb7-b8 Ck7-l7 Cg6-g7 Ad10-d11 Af2-f3 Cj8-k8 Ce6-f6 Ck3-l3 Ca4-a5 Ae11-f11 Ag11-g11 Ci8-j9 Ch7-i8 " +
		"Cd1-e1 Aj6-j7 Cd6-d6 Ag5-g6 Ce7-f7 Ai10-i11 Ci2-i2 Cj5-j6 Cj1-k2 Ch6-h6 Ak9-k10 Ck4-l4 Aa9-b9 Ac1-c2 " +
		"Ag4-g4 Aa10-a10 Ca1-a2 Ab6-b7 Ae9-e10", "Cd7-e7"},
}

// The thinker finds the only winning twist of each position of [zoo] with every seed.
func TestZoo(t *testing.T) {
	for _, z := range zoo {
		var moves []games.Move
		for _, m := range strings.Fields(z.log) {
			moves = append(moves, games.Move(m))
		}
		s := play(t, setup(z.size, z.start, "off"), moves...)
		want := s.pos.keyOf(twist(t, z.want))
		for seed := range byte(2) {
			m := decide(s.View(s.Next()).(View), search.Budget{Playouts: 6_000}, seeded(seed).Rand(s.Ply))
			if s.pos.keyOf(twist(t, string(m))) != want {
				t.Errorf("%d×%d after %s: the thinker plays %s, want %s", z.size, z.size, z.log, m, z.want)
			}
		}
	}
}
