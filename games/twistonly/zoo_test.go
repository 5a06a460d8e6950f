package twistonly

import (
	"slices"
	"strings"
	"testing"

	"parlour/games/search"
)

// zoo has positions, as the moves that lead there, with all twists that win; every other one loses or
// draws.
var zoo = []struct {
	size      int
	log, want string
}{
	{6, "Cd2 Cc1 Aa4 Aa2 Cc5 Ae4 Aa3 Ce2", "Ab5"},
	{6, "Ca5 Aa2 Ae4 Ce1 Cd4 Cc2 Cc1", "Cc5"},
	{6, "Cb2 Aa5 Aa3 Cc3 Cd4 Ae5 Ce1", "Aa4"},
	{8, "Ab3 Ae6 Ae5 Ce3 Af2 Cg6 Ce4 Ab4 Cb7 Ca3 Ag5 Ac1", "Cb1"},
	{8, "Cd2 Ca2 Cg5 Cf1 Ca6 Ae7 Aa3 Ce4 Ad3 Ag7 Ag2 Ce7 Ac6 Cd7 Ac4 Ab6 Ae6 Ce5", "Cf5"},
	{8, "Aa2 Ae2 Cg4 Cc4 Cc7 Cb7 Ad4 Cf7 Cf1 Aa4 Ad4 Ag3 Ad1 Ae3 Cg6 Cf6 Cc1 Cd3 Ad1", "Aa3 Ca3"},
	{10, "Ad7 Cc8 Ab9 Ca7 Ae4 Aa3 Cg7 Ci5 Cg7 Ai8 Ch2 Cg7 Ce2 Ae4 Ah8 Ae4 Cg3 Ch2 Ce7 Ci1 Ca5 Ab6 Ci3 Cc1 Ch3 Ah2 Ce9 Cf7 Ai4 Cd3", "Cf9"},
	{10, "Ca3 Ab2 Ab2 Cc3 Ag7 Cc4 Ah3 Ch6 Aa7 Ce3 Ad2 Cb2 Ch4 Ab8 Cd8 Ac7 Ci8 Cg1 Ad3 Ca5 Ah7 Ad3 Ad7 Cb6 Af5 Ad5 Ab3 Ci7 Ac1 Ce9 Ci1 Ab7", "Ab1 Cc2"},
}

// The thinker finds a winning twist in each position of [zoo] with every seed.
func TestZoo(t *testing.T) {
	for _, z := range zoo {
		s := play(t, setup(z.size), texts(z.log)...)
		for seed := range byte(3) {
			m := decide(s.View(s.Next()).(View), search.Budget{Playouts: 6_000}, seeded(seed).Rand(s.Ply))
			if !slices.Contains(strings.Fields(z.want), string(m)) {
				t.Errorf("%d×%d after %s: the thinker plays %s, want %s", z.size, z.size, z.log, m, z.want)
			}
		}
	}
}

// The twists of [zoo] are those that win by minimax.
func TestZooByMinimax(t *testing.T) {
	for _, z := range zoo {
		var wins []string
		pos, known := play(t, setup(z.size), texts(z.log)...).pos, map[Position]int{}
		for n := range pos.Count() {
			if after(pos, pos.Nth(n), known) == 1 {
				wins = append(wins, string(pos.Nth(n).Move()))
			}
		}
		slices.Sort(wins)
		if got := strings.Join(wins, " "); got != z.want {
			t.Errorf("%d×%d after %s: %s wins, want %s", z.size, z.size, z.log, got, z.want)
		}
	}
}
