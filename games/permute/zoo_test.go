package permute

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
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

// reasons has games between thinkers, and the reasons that must be said in them: beside each move, by its number in the
// game from 0, the key and the sentence. Each kind of reason is there, but for a draw.
var reasons = []struct {
	size       int
	start, log string
	said       []reason
}{
	{9, "chequer", "Cc1-d2 Cg1-g2 Cc8-d8 Cc4-d5 Cb8-c8 Ce8-e8 Cb4-c4 Ab5-b5 Ab6-b6 Cf4-f5 Ca2-b2 Cg4-g4 Cg5-h6 " +
		"Cf6-f7 Ca3-a4 Af8-f9 Ag8-g9 Ch1-h2 Cd3-e3 Ce1-f1 Ch3-i3 Ch7-h7 Ac6-c7 Cd6-e6 Ch4-h5 Ch8-i9 " +
		"Ca8-a9", []reason{
		{11, "Cg4-g4", "links", "It fixes g4, which joins your 12 and 5 to make 17. You lead 17 to 8."},
		{12, "Cg5-h6", "cuts", "It cuts Ben's largest group from 17 to 14. They lead 14 to 8."},
		{15, "Af8-f9", "grows", "Your largest group grows from 12 to 14. You lead 14 to 10."},
		{16, "Ag8-g9", "threatens-any", "You could make a group of 14 next. Ben has 14."},
		{17, "Ch1-h2", "stops-any", "It keeps Ann from making a group of 14. You lead 14 to 10."},
		{18, "Cd3-e3", "stops-any", "It keeps Ben from making a group of 15. They lead 14 to 10."},
		{20, "Ch3-i3", "threatens", "You could join 8 and 5 next, to make 13. Ben has 14."},
		{21, "Ch7-h7", "stays", "You lead 14 to 9, and Ann can't change that next turn."},
		{22, "Ac6-c7", "holds", "It fixes c7, which holds your 5 and 3 together. Ben has 14."},
		{25, "Ch8-i9", "splits", "It splits Ann's 11 into 6 and 5. You lead 14 to 9."},
	}},
	{8, "blocks", "Ac3-d3 Ae6-e7 Ag6-g6 Cg4-g5 Ca5-b6 Cd5-e5 Cc6-d7 Ce3-e3 Cc5-d5 Ce1-e1 Ac1-d2 Aa3-b3 Cb4-c5 " +
		"Cb7-b7 Cg1-g1 Ag7-h8 Af7-f7 Ca4-a4 Ca1-b2 Af3-f4 Cg2-g3", []reason{
		{9, "Ce1-e1", "joins-more", "It joins your 8 and 7 with 2 more to make 17. You lead 17 to 10."},
		{13, "Cb7-b7", "stops-any", "It keeps Ann from making a group of 12. Your largest shrinks to 15."},
		{17, "Ca4-a4", "loses", "Your largest group shrinks from 15 to 10 for now."},
		{18, "Ca1-b2", "second", "It's 10 each, and your second group leads 10 to 8."},
		{19, "Af3-f4", "secures", "Nobody can split your 10 any more."},
		{20, "Cg2-g3", "wins", "It ends the game, and you win."},
	}},
	{9, "chequer", "Ch6-h6 Ch2-h3 Cc6-d6 Ab6-c6 Ag7-g7 Ca4-b5 Ac7-c7 Cd2-d3 Ae1-f2 Ad1-e2 Ch1-h2 Ad7-d7 Ad8-d8 " +
		"Cf8-f8 Ae3-f4 Cc4-c4 Cg8-h9 Ch4-h5 Ce5-e5 Ae6-f6 Ah7-i8 Cb1-c2 Ca1-b1 Ca3-a4 Aa6-b7 Ab8-c8 " +
		"Ca2-b2 Aa8-a9", []reason{
		{12, "Ad8-d8", "cuts", "It cuts Ben's largest group from 9 to 5. You lead 9 to 5."},
		{14, "Ae3-f4", "saves", "It keeps Ben from cutting your 9 to 6. You lead 11 to 10."},
		{17, "Ch4-h5", "stops", "It keeps Ann from joining 11 and 5 to make 16. They lead 11 to 9."},
		{18, "Ce5-e5", "loses", "Your largest group shrinks from 11 to 10 for now. You lead 10 to 9."},
		{20, "Ah7-i8", "joins", "It joins your 7 and 4 into a group of 11. You lead 11 to 9."},
		{24, "Aa6-b7", "stays", "You lead 11 to 9, and Ben can't change that next turn."},
	}},
	{8, "blocks", "Ag6-g6 Ce6-f7 Cc6-d6 Ac2-d3 Ce2-e2 Cg2-g2 Ce4-e4 Cf4-f5 Af3-f4 Cg4-g4 Ca1-b2 Cd7-e8 Cc7-c7 " +
		"Ca6-b7 Cc4-d4 Cb3-c3 Ab4-c5 Ca4-a4 Aa5-b5 Cg7-h8 Cc1-d2", []reason{
		{7, "Cf4-f5", "trades", "It gives up one stone, but Ann can't cut you below 11."},
		{9, "Cg4-g4", "saves-split", "It keeps Ann from splitting your 12 into 7 and 5. You lead 16 to 13."},
		{14, "Cc4-d4", "secures", "Nobody can split your 12 any more. Ben has 16."},
		{17, "Ca4-a4", "links", "It fixes a4, which joins your 10 and 3 to make 13. You lead 16 to 13."},
		{20, "Cc1-d2", "wins", "It ends the game, and you win 21 to 17."},
	}},
	{9, "chequer", "Cf1-g1 Ch5-h5 Ch7-i7 Ag6-g7 Cf4-g5 Cd4-d5 Ag2-g3 Ce1-e1 Ad3-d3 Cc1-c2 Cb3-c3 Ch8-h8 Ab4-b4 Ca7-a8 " +
		"Ce6-e7 Aa2-b3 Cb7-c8 Ch3-h4 Cb5-c5 Ab6-b6 Ce5-f5 Ae2-f2 Ce3-e4 Ce8-e8 Cf8-f8 Ah2-i2", []reason{
		{22, "Ce3-e4", "trades", "It gives up 2 stones, but Ben can't cut you below 12."},
		{25, "Ah2-i2", "breaks", "It breaks one of your groups of 9. Ann has 14."},
	}},
}

// A reason is what must be said for a move.
type reason struct {
	at         int
	move       games.Move
	kind, said string
}

// The reasons of [reasons] are said, in those words. TestWhyIsTrue checks that they are true.
func TestZooOfReasons(t *testing.T) {
	told := gametest.Told{}
	for _, z := range reasons {
		log := strings.Fields(z.log)
		for _, r := range z.said {
			s := play(t, setup(z.size, z.start, "off"))
			for _, text := range log[:r.at] {
				s = move(t, s, games.Move(text)).(state)
			}
			why := Game{}.Why(s.View(s.Next()), s.Next(), r.move)
			if got := say(t, why); string(r.move) != log[r.at] || why.Key != "permute.why."+r.kind || got != r.said {
				t.Errorf("for %s, move %d of %s, %s is said, %q, want %s, %q", r.move, r.at, z.log, why.Key, got, r.kind, r.said)
			}
			told.Add(why)
		}
	}
	told.All(t, Game{}, "permute.why.", "draws", "swap")
}
