package twistonly

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// A good twist wins. Why is the key of its reason, without the game, and said the words.
type good struct {
	move      games.Move
	why, said string
}

// zoo has positions, as the moves that lead there, with all twists that win and what is said for each, if there is a
// reason; every other one loses or draws.
var zoo = []struct {
	size int
	log  string
	good []good
}{
	{6, "Cd2 Cc1 Aa4 Aa2 Cc5 Ae4 Aa3 Ce2", []good{
		{"Ab5", "denies", "It keeps Ben from a solved group of 13."},
	}},
	{6, "Ca5 Aa2 Ae4 Ce1 Cd4 Cc2 Cc1", []good{
		{"Cc5", "leaves", "It leaves Ann only 12 turns."},
	}},
	{6, "Cb2 Aa5 Aa3 Cc3 Cd4 Ae5 Ce1", []good{
		{"Aa4", "solves", "It solves your group of 6."},
	}},
	{8, "Ab3 Ae6 Ae5 Ce3 Af2 Cg6 Ce4 Ab4 Cb7 Ca3 Ag5 Ac1", []good{
		{"Cb1", "denies", "It keeps Ben from a solved group of 13. But they get 4 solved stones."},
	}},
	{8, "Cd2 Ca2 Cg5 Cf1 Ca6 Ae7 Aa3 Ce4 Ad3 Ag7 Ag2 Ce7 Ac6 Cd7 Ac4 Ab6 Ae6 Ce5", []good{
		{"Cf5", "grows", "Your largest group grows from 16 to 18, not solved yet."},
	}},
	{8, "Aa2 Ae2 Cg4 Cc4 Cc7 Cb7 Ad4 Cf7 Cf1 Aa4 Ad4 Ag3 Ad1 Ae3 Cg6 Cf6 Cc1 Cd3 Ad1", []good{
		{"Aa3", "denies", "It keeps Ann from a solved group of 18. But they get 3 solved stones."},
		{"Ca3", "denies", "It keeps Ann from a solved group of 18. But they get 3 solved stones."},
	}},
	{10, `Ad7 Cc8 Ab9 Ca7 Ae4 Aa3 Cg7 Ci5 Cg7 Ai8 Ch2 Cg7 Ce2 Ae4 Ah8 Ae4 Cg3 Ch2 Ce7 Ci1 Ca5 Ab6 Ci3 Cc1 Ch3 Ah2
		Ce9 Cf7 Ai4 Cd3`, []good{
		{"Cf9", "denies", "It keeps Ben from a solved group of 25. But they get 13 solved stones."},
	}},
	{10, `Ca3 Ab2 Ab2 Cc3 Ag7 Cc4 Ah3 Ch6 Aa7 Ce3 Ad2 Cb2 Ch4 Ab8 Cd8 Ac7 Ci8 Cg1 Ad3 Ca5 Ah7 Ad3 Ad7 Cb6 Af5 Ad5
		Ab3 Ci7 Ac1 Ce9 Ci1 Ab7`, []good{
		{"Ab1", "", ""}, // Ben gets 3 solved stones
		{"Cc2", "", ""}, // Ben gets 3 solved stones
	}},
	{6, "Cc3 Cd1 Ae2 Cc4 Ad4 Ac5 Aa1 Aa3 Ae5 Ca4 Cb3", []good{
		{"Ca2", "wins", "It ends the game, and you win."},
	}},
	{6, "Ad4 Aa5 Ce4 Aa3 Aa4 Ad1 Cc1", []good{
		{"Ad5", "solves-more", "Your largest solved group grows to 9. Ann gets 4 solved stones."},
	}},
	{6, "Ce2 Ca4 Aa3 Ac5 Aa2 Ad1 Ae4 Ad5", []good{
		{"Cc1", "denies", "It keeps Ben from a solved group of 14. But they get 3 solved stones."},
	}},
	{6, "Ca4 Ab5 Ae5 Ca1 Ac2 Cd2 Ce1 Ab1", []good{
		{"Ac3", "reaches", "Your 11 then needs one more neutral stone."},
	}},
	{6, "Ae4 Cc3 Ad5 Ab2 Cc3 Cb2 Cb3 Ab2 Cc1 Ae1 Ad2", []good{
		{"Cc2", "grows", "Your largest group grows from 10 to 11, not solved yet."},
	}},
	{6, "Ad1 Cc3 Ae2 Ac5 Cb5 Ca2 Cd5 Cd4 Ae5 Cd3", []good{
		{"Cb1", "saves", "It keeps Ben from cutting your 10 to 7."},
	}},
	{6, "Ae2 Cc1 Aa2 Ab4 Ac5 Ab1 Ac1 Ad5 Ae4", []good{
		{"Ce3", "", ""}, // Ann gets 7 solved stones
	}},
	{6, "Aa5 Ab1 Ad3 Cc3 Cb3 Ab2 Ce2", []good{
		{"Ad1", "leaves", "It leaves Ann only 6 turns."},
	}},
	{7, "Ab3 Aa5 Ca4 Ce5 Ae1 Cb1 Ad5 Cf2 Af5 Cd3 Cd4 Ad5 Aa2", []good{
		{"Cc3", "shields", "It keeps Ann from cutting you below 8."},
	}},
	{8, "Af1 Cd6 Cf4 Ae2 Ab3 Ca4 Ag6 Aa1 Ce7 Cf3 Ab5 Cc1 Ab2 Ac4 Ag2", []good{
		{"Ac7", "solves-some", "It solves 4 more stones of yours."},
	}},
	{7, "Cd5 Cd1 Cd4 Cd6 Cc3 Af5 Cd3 Af2 Cb2 Cb6 Ca2 Cb1 Ce2 Ad2 Ca5", []good{
		{"Cb3", "joins", "It joins your 11 and 4 into 15, not solved yet."},
	}},
	{8, "Cb5 Aa3 Ac2 Ce1 Cf1 Cc5 Af5 Ab5 Ab6 Cd4 Cc1 Ag4 Ag4 Cc7 Aa7 Ae3 Cd5 Ag7 Af6", []good{
		{"Cd5", "grows", "Your largest group grows from 12 to 19, not solved yet."},
	}},
	{6, "Cd3 Aa5 Ab5 Ae5 Ce4 Ab2 Cc3 Ae2", []good{
		{"Ab2", "leaves", "It leaves Ben only 9 turns."},
	}},
	{6, "Ab2 Cb5 Ca2 Ce3 Cb3 Ac5 Ac5", []good{
		{"Ae4", "solves", "It solves your group of 11."},
	}},
	{8, "Aa3 Cd3 Ab1 Ce2 Ca6 Ce1 Cd5 Cc3 Cg4 Ac3 Ab3 Cd4 Cg1 Ac7 Cb6 Cc7 Ce7 Ce3 Ae5 Ag5 Ae2 Cf6", []good{
		{"Ae3", "stops", "It keeps Ben from making a group of 20."},
	}},
	{6, "Ce1 Ae2 Ca1 Ad5 Cb5 Ac4 Ca4", []good{
		{"Ab1", "stops", "It keeps Ann from making a group of 11. But they get 4 solved stones."},
	}},
	{8, `Ag5 Ag3 Cb7 Cg5 Cf5 Cg7 Ce3 Cb3 Ab2 Cc2 Ca2 Ce1 Cc5 Ad5 Cg3 Cd2 Ab6 Aa3 Cb4 Af6 Ae5 Cc4 Ag4 Cd5 Ag2 Ce1 Af1
		Ce6 Af5 Cd6 Ce3 Af3 Af2`, []good{
		{"Cg3", "cuts", "It cuts Ann's largest group from 15 to 13."},
	}},
}

// The thinker finds a winning twist in each position of [zoo] with every seed.
func TestZoo(t *testing.T) {
	for _, z := range zoo {
		s := play(t, setup(z.size), texts(z.log)...)
		for seed := range byte(3) {
			m := mind.Decide(s.View(0).(View), search.Budget{Playouts: 6_000}, games.Seed{seed}.Rand(s.Ply))
			if !slices.ContainsFunc(z.good, func(g good) bool { return g.move == m }) {
				t.Errorf("%d×%d after %s: the thinker plays %s, want one of %v", z.size, z.size, z.log, m, z.good)
			}
		}
	}
}

// Each good twist of [zoo] has its reason, and every reason that there is has a place there.
func TestZooIsToldWhy(t *testing.T) {
	told := gametest.Told{}
	for _, z := range zoo {
		s := play(t, setup(z.size), texts(z.log)...)
		for _, g := range z.good {
			why := Game{}.Why(s.View(s.Next()), s.Next(), g.move)
			if said := say(t, why); strings.TrimPrefix(why.Key, "twistonly.why.") != g.why || said != g.said {
				t.Errorf("%d×%d after %s: %s is good by %s, %q, want %s, %q", z.size, z.size, z.log, g.move, why.Key, said, g.why, g.said)
			}
			told.Add(why)
		}
	}
	told.All(t, Game{}, "twistonly.why.")
}

// The twists of [zoo] are those that win by minimax.
func TestZooByMinimax(t *testing.T) {
	for _, z := range zoo {
		var wins, want []games.Move
		for _, g := range z.good {
			want = append(want, g.move)
		}
		pos, end := play(t, setup(z.size), texts(z.log)...).pos, endgame()
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
