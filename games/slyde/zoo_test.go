package slyde

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// zoo has positions, as the moves that lead there, with all turns that win; every other one loses or
// draws. On the boards of 4×4 White may change a stone, and in two of these only that wins.
var zoo = []struct {
	size      int
	log, want string
}{
	{4, "c2-c1 c3-c4 a2-a1 a3-a4", "*c3 c3-c2"},
	{4, "b3-a3 c3-d3 b1-a1 c1-d1", "*c3 c3-b3"},
	{4, "d3-d4 a3-a4 c2-c3 b2-b3", "*b2 *b3"},
	{4, "c2-b2 c3-b3 d1-d2 d4-d3", "*a2 *c3"},
	{6, "c2-b2 e5-e4 a2-a1 f4-f3 b3-b4 a5-a6 d1-e1 e3-d3 f5-f6 c5-b5 d5-d4 a3-a4 a3-a2 f2-e2", "c4-c3"},
	{6, "c6-b6 b4-b3 f5-f6 c3-c4 d1-c1 a5-a4 e4-d4 b2-a2 c2-d2 c5-b5 d5-d6 f2-f3 e2-e1", "c2-c3"},
	{8, `f5-f6 h2-h3 b7-b8 d6-d5 e2-e1 c1-b1 g2-f2 g5-h5 e6-e5 c7-c6 d7-e7 e3-d3 a6-a5 f4-e4 f7-g7 h8-g8 a2-a3 c3-b3 g6-h6
		f5-f4 f3-g3 b4-a4 b5-c5 f3-e3 g4-h4 d4-c4 d6-e6 g6-g5 b4-b5 f8-e8 c8-d8 c8-c7`, "d1-d2"},
	{8, `b1-c1 h6-g6 c6-c7 b2-b3 e6-d6 g5-h5 a6-a7 d4-d5 f3-e3 g3-h3 d3-d2 f4-e4 b5-a5 b8-b7 g2-f2 c3-c4 e8-e7 a3-a4 g8-g7
		d3-d4 g3-f3 g3-g4 c8-d8 c8-b8 g3-g2 f8-f7 f5-f6 g1-h1`, "g5-f5"},
}

// zooState returns the state of a position of [zoo].
func zooState(t *testing.T, size int, log string) state {
	t.Helper()
	var moves []games.Move
	for _, m := range strings.Fields(log) {
		moves = append(moves, games.Move(m))
	}
	return play(t, setup(size, true), moves...)
}

// The thinker finds a winning turn in each position of [zoo] with every seed.
func TestZoo(t *testing.T) {
	for _, z := range zoo {
		s := zooState(t, z.size, z.log)
		for seed := range byte(3) {
			m := decide(s.View(s.Next()).(View), search.Budget{Playouts: 6_000}, seeded(seed).Rand(s.Ply))
			if !slices.Contains(strings.Fields(z.want), string(m)) {
				t.Errorf("%d×%d after %s: the thinker plays %s, want %s", z.size, z.size, z.log, m, z.want)
			}
		}
	}
}

// The turns of [zoo] are those that win by minimax.
func TestZooByMinimax(t *testing.T) {
	for _, z := range zoo {
		var wins []string
		s, known := zooState(t, z.size, z.log), map[Position]int{}
		for n := range s.pos.Count() {
			after := s.pos
			after.Play(after.Nth(n))
			if minimaxKnown(after, known) == -1 {
				wins = append(wins, string(s.pos.Nth(n).Move()))
			}
		}
		slices.Sort(wins)
		if got := strings.Join(wins, " "); got != z.want {
			t.Errorf("%d×%d after %s: %s wins, want %s", z.size, z.size, z.log, got, z.want)
		}
	}
}

// minimaxKnown is [minimax] that looks at no position twice.
func minimaxKnown(p Position, known map[Position]int) int {
	if v, seen := known[p]; seen {
		return v
	}
	best := -1
	if p.Over() {
		best = minimax(p)
	}
	for n := 0; n < p.Count() && best < 1; n++ {
		next := p
		next.Play(p.Nth(n))
		best = max(best, -minimaxKnown(next, known))
	}
	known[p] = best
	return best
}
