package slyde

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// A good turn wins. Why is the key of its reason, without the game, and said the words.
type good struct {
	move      games.Move
	why, said string
}

// zoo has positions, as the moves that lead there, with all turns that win and what is said for each, if there is a
// reason; every other one loses or draws. On the boards of 4×4 White may change a stone, and in two of these only that wins.
var zoo = []struct {
	size int
	log  string
	good []good
}{
	{4, "c2-c1 c3-c4 a2-a1 a3-a4", []good{
		{"*c3", "change", "It breaks the mirror, so Ben can't copy you."},
		{"c3-c2", "grows", "Your largest group grows from 4 to 5."},
	}},
	{4, "b3-a3 c3-d3 b1-a1 c1-d1", []good{
		{"*c3", "change", "It breaks the mirror, so Ben can't copy you."},
		{"c3-b3", "grows", "Your largest group grows from 4 to 5."},
	}},
	{4, "d3-d4 a3-a4 c2-c3 b2-b3", []good{
		{"*b2", "change", "It breaks the mirror, so Ben can't copy you."},
		{"*b3", "change", "It breaks the mirror, so Ben can't copy you."},
	}},
	{4, "c2-b2 c3-b3 d1-d2 d4-d3", []good{
		{"*a2", "change", "It breaks the mirror, so Ben can't copy you."},
		{"*c3", "change", "It breaks the mirror, so Ben can't copy you."},
	}},
	{6, "c2-b2 e5-e4 a2-a1 f4-f3 b3-b4 a5-a6 d1-e1 e3-d3 f5-f6 c5-b5 d5-d4 a3-a4 a3-a2 f2-e2", []good{
		{"c4-c3", "cuts", "It cuts Ben's largest group from 10 to 6. Yours shrinks to 4."},
	}},
	{6, "c6-b6 b4-b3 f5-f6 c3-c4 d1-c1 a5-a4 e4-d4 b2-a2 c2-d2 c5-b5 d5-d6 f2-f3 e2-e1", []good{
		{"c2-c3", "shields", "Ann could have cut your largest group to 6. Now it keeps at least 7."},
	}},
	{8, `f5-f6 h2-h3 b7-b8 d6-d5 e2-e1 c1-b1 g2-f2 g5-h5 e6-e5 c7-c6 d7-e7 e3-d3 a6-a5 f4-e4 f7-g7 h8-g8 a2-a3 c3-b3
		g6-h6 f5-f4 f3-g3 b4-a4 b5-c5 f3-e3 g4-h4 d4-c4 d6-e6 g6-g5 b4-b5 f8-e8 c8-d8 c8-c7`, []good{
		{"d1-d2", "stops", "It keeps Ben from making a group of 10."},
	}},
	{8, `b1-c1 h6-g6 c6-c7 b2-b3 e6-d6 g5-h5 a6-a7 d4-d5 f3-e3 g3-h3 d3-d2 f4-e4 b5-a5 b8-b7 g2-f2 c3-c4 e8-e7 a3-a4
		g8-g7 d3-d4 g3-f3 g3-g4 c8-d8 c8-b8 g3-g2 f8-f7 f5-f6 g1-h1`, []good{
		{"g5-f5", "parts", "It keeps Ben from joining 17 and 7 to make 24."},
	}},
	{6, `d5-d4 a1-b1 d3-e3 d2-d1 a6-b6 c5-c4 f1-e1 a3-a4 c5-d5 c5-c6 f5-e5 b4-b3 d2-d3 b2-c2 f3-f4 f6-e6 f6-f5 d2-e2
		b5-a5`, []good{
		{"b5-c5", "wins", "It ends the game, and you win."},
	}},
	{8, `e4-d4 a7-b7 d1-e1 e3-e2 h5-h6 e5-e6 g2-h2 c1-b1 b5-c5 a3-a2 g4-g5 e4-e3 c8-b8 b6-c6 g6-g7 c7-d7 f3-g3 c8-c7
		c2-d2 f8-e8 b3-b2 g1-f1 f5-f4 a5-a4 c1-d1 h8-g8 d5-d6 c3-d3 f7-e7 b5-a5 c8-d8 b4-b5 b4-b3 b4-c4`, []good{
		{"c3-c2", "joins", "It joins your 5 and 3 to make 8."},
	}},
	{6, "b5-c5 f6-f5 c4-d4 c3-b3 a4-b4 b2-a2 b1-c1 d2-d1 d5-e5 e3-d3 f3-f2 d6-e6", []good{
		{"c3-c4", "joins-more", "It joins your 12 and 3 with 1 more, which makes 16."},
	}},
	{6, `b1-c1 c3-c4 f1-f2 b6-a6 e2-d2 d6-c6 e4-e3 b4-b3 f5-e5 c5-b5 a4-a3 f4-f3 e6-f6 d4-d3 d4-e4 f5-f4 a2-a1 a4-b4
		d5-d4 a5-a4`, []good{
		{"d6-d5", "grows", "Your largest group grows from 6 to 8."},
	}},
	{6, `b1-c1 c3-c4 f1-f2 b6-a6 e2-d2 d6-c6 e4-e3 b4-b3 f5-e5 c5-b5 a4-a3 f4-f3 e6-f6 d4-d3 d4-e4 f5-f4 a2-a1 a4-b4`, []good{
		{"c2-b2", "cuts", "It cuts Ben's largest group from 11 to 8."},
	}},
	{6, "b1-b2 f4-e4 e6-d6 a3-a2 a4-a5 b4-b3 c6-c5 a4-b4 f5-e5 e1-f1 d1-d2 b6-a6 f4-f5 f2-f3 c2-c1", []good{
		{"d4-c4", "saves", "It keeps Ann from cutting your largest group from 5 to 4."},
	}},
	{6, `a2-a1 f2-f3 c2-c3 c5-c4 a4-a3 b2-b3 e4-d4 a5-a6 d5-d6 d2-d3 d1-c1 e5-e6 f5-f6 e4-e5 d2-d1 e1-f1 e2-d2 c2-b2
		a5-a4`, []good{
		{"f4-e4", "shields", "Ann could have cut your largest group to 7. Now it keeps at least 8."},
	}},
	{6, "c4-b4 f6-f5 d1-d2 e3-d3 c2-b2 d6-e6 e2-f2 a3-b3 b5-b6 a1-a2 f3-f4 a5-a6 f1-e1 c5-c6 c5-b5 d4-e4", []good{
		{"d5-e5", "stops", "It keeps Ben from making a group of 15."},
	}},
	{6, `c6-b6 d6-e6 f5-f4 b2-b3 c2-c3 f2-f1 a4-a3 e5-e4 a6-a5 c2-b2 d3-d2 c6-d6 d5-d4 a1-a2 b5-b4 c5-c4 e2-e1 c1-d1
		f3-e3 f3-f2`, []good{
		{"e5-d5", "stops", "It keeps Ben from making a group of 7."},
	}},
	{6, `b5-c5 f6-f5 c4-d4 c3-b3 a4-b4 b2-a2 b1-c1 d2-d1 d5-e5 e3-d3 f3-f2 d6-e6 c6-b6 e1-e2 e3-f3 a5-a6 a5-a4 b1-b2
		e4-f4 a1-b1`, []good{
		{"c3-c4", "second", "Your second group grows from 4 to 5."},
	}},
	{6, `e4-f4 e1-f1 c6-c5 b6-b5 d1-c1 d4-d5 a2-a1 c3-c4 a4-a3 b2-b1 e2-d2 b4-b3 d4-e4 e2-e1 e2-f2 e5-f5 d3-d4 a5-a6`, []good{
		{"a5-a4", "", ""}, // a group of 3 is too small
	}},
	{6, "e2-e1 c3-c4 e4-d4 f2-f3 d5-e5 b2-b1 c2-c1 a5-a6 f2-e2 c2-b2 c6-b6 f6-f5 f1-f2 b4-b3 b5-c5", []good{
		{"a3-a4", "breaks", "It breaks one of your groups of 5."},
	}},
	{6, `a2-a3 e5-e4 c6-c5 b6-a6 f1-e1 d2-d3 b3-b2 c3-c4 f3-f4 a5-a4 b5-b4 d4-d5 b1-a1 b5-a5 e6-f6 c6-b6 c3-b3 f2-e2
		c2-c1 f1-f2 e5-e6`, []good{
		{"c2-d2", "cuts-second", "It cuts Ann's second group from 5 to 4."},
	}},
	{6, `b5-b6 f4-f3 b3-a3 e1-f1 e6-f6 d4-e4 c2-d2 c5-c4 c5-b5 b2-a2 a4-b4 c1-d1 c1-c2 a1-b1 d5-e5 b3-b2 b3-c3 d6-c6
		d4-d5 a5-a6 d6-e6`, []good{
		{"e3-d3", "trades", "It gives up 3 stones, but Ann can't cut you below 7."},
	}},
	{6, "f1-f2 b4-b3 e2-e3 f6-e6 c6-c5 d4-d3 d1-e1 a5-b5 c2-c1 c3-c4 a2-a3 e5-d5 c3-c2", []good{
		{"b2-b1", "loses", "Your largest group shrinks from 10 to 7 for now."},
	}},
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

// lesser has turns that a level played in the middle of a game, whose reason is a smaller fact.
var lesser = []struct {
	size int
	log  string
	good good
}{
	{8, "d7-e7", good{"f8-f7", "threatens-any", "You could make a group of 8 next."}},
	{8, "d7-d6 a7-b7 b5-c5 f8-f7 g4-f4 g7-g6 a4-b4 f2-g2 e6-e5 b2-b3 d3-d4 h8-h7 e2-e3 a1-a2 e8-e7 e8-f8 a6-b6 g1-f1",
		good{"c2-d2", "threatens", "You could join 15 and 2 next, to make 17."}},
	{8, "e2-e3 h2-g2 g4-f4 f6-f5 b3-c3 a5-a6 d1-d2 a1-b1 d7-d6 d4-c4 h3-g3 c5-d5 f1-f2 b6-b5 a8-b8",
		good{"g7-f7", "grows-at", "Your group on f7 grows from 4 to 6."}},
	{8, "d7-d6 a7-b7 b5-c5 f8-f7 g4-f4 g7-g6 a4-b4 f2-g2 e6-e5 b2-b3 d3-d4",
		good{"h2-h3", "stays", "You lead 28 to 15, and Ann can't change that next turn."}},
	{8, `g6-f6 b2-b3 g4-f4 e3-e4 e6-e5 d2-d3 d7-c7 b4-c4 c6-d6 c1-c2 g2-f2 g3-f3 f1-e1 b8-b7 a6-b6 a5-b5 d5-c5 g4-g3
		a2-a1 f8-f7 c8-d8 c8-b8 g4-g5 g7-h7 h5-h4 e7-e8 e7-e6 g6-g7 a8-a7 h8-g8 h3-h2`,
		good{"h6-g6", "leaves", "Only 5 swaps are left then."}},
}

// The thinker finds a winning turn in each position of [zoo] with every seed.
func TestZoo(t *testing.T) {
	for _, z := range zoo {
		s := zooState(t, z.size, z.log)
		for seed := range byte(3) {
			m := mind.Decide(s.View(s.Next()).(View), search.Budget{Playouts: 6_000}, games.Seed{seed}.Rand(s.Ply))
			if !slices.ContainsFunc(z.good, func(g good) bool { return g.move == m }) {
				t.Errorf("%d×%d after %s: the thinker plays %s, want one of %v", z.size, z.size, z.log, m, z.good)
			}
		}
	}
}

// Each good turn of [zoo] has its reason, and every reason that there is has a place there.
func TestZooIsToldWhy(t *testing.T) {
	told := gametest.Told{}
	for _, z := range zoo {
		s := zooState(t, z.size, z.log)
		for _, g := range z.good {
			why := Game{}.Why(s.View(s.Next()), s.Next(), g.move)
			if said := say(t, why); strings.TrimPrefix(why.Key, "slyde.why.") != g.why || said != g.said {
				t.Errorf("%d×%d after %s: %s is good by %s, %q, want %s, %q", z.size, z.size, z.log, g.move, why.Key, said, g.why, g.said)
			}
			told.Add(why)
		}
	}
	for _, z := range lesser {
		s := zooState(t, z.size, z.log)
		why := Game{}.Why(s.View(s.Next()), s.Next(), z.good.move)
		if said := say(t, why); strings.TrimPrefix(why.Key, "slyde.why.") != z.good.why || said != z.good.said {
			t.Errorf("after %s: %s is played by %s, %q, want %s, %q", z.log, z.good.move, why.Key, said, z.good.why, z.good.said)
		}
		told.Add(why)
	}
	told.All(t, Game{}, "slyde.why.")
}

// The turns of [zoo] are those that win by minimax.
func TestZooByMinimax(t *testing.T) {
	for _, z := range zoo {
		var wins, want []games.Move
		for _, g := range z.good {
			want = append(want, g.move)
		}
		pos, end := zooState(t, z.size, z.log).pos, endgame()
		for n := range pos.Count() {
			if m := pos.Nth(n).Move(); end.After(pos, m) == 1 {
				wins = append(wins, m)
			}
		}
		slices.Sort(wins)
		if !slices.Equal(wins, want) {
			t.Errorf("%d×%d after %s: %v win, want %v", z.size, z.size, z.log, wins, want)
		}
	}
}
