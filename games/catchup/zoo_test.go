package catchup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// A known position of the zoo is the moves that lead there, the turn that is best, and the reason that must be said
// for it: its key, and in English.
type known struct {
	size  int
	bonus Bonus
	log   string
	want  games.Move
	key   string
	said  string
}

// zoo has positions in which one turn wins and all others lose. Plain search over every turn confirms each.
var zoo = []known{
	{3, match, "c3 b2,c4 b3,d2 a1,d1,e2 d3,e1 a2,a3,b4", "b1,c2,d4", "stops", "It keeps Ben from a group of 8. But you grew, so they may place three."},
	{3, overtake, "c3 a2,c4 b2,b3 d2,d3,e3 c2 b1,d1", "b4,c1,c5", "stops", "It keeps Ben from a group of 7. But you grew, so they may place three."},
	{3, quiet, "a1 a3,b2 b3,c5 c3 d2,d3 b4,d1 c4", "c2,e1", "grows", "You grow to 5 and draw level."},
	{4, match, "e2 c4,e5 c2,d4 b1,d5 b2,e3,f5 a3,c1,c6 f3,f4 a1,a2,d3 d2,e6 c3,d6,d7 b3,b4 a4,b5,d1 c5,e4,g1", "e1,f1", "grows", "You grow to 18 and still lead. So Ann may place three."},
	{4, overtake, "d3 e4,f2 c3,c4 b5,c5,f1 d5,e5 d6,e6,f4 f5 b2,b3,e1 b1,c2 d1,d2,f3 g3,g4 b4,e2,e3 c1,g2", "a1,d4,g1", "shuts", "It shuts in Ann's group of 12. They earn no third stone."},
	{4, quiet, "g2 b1,d4 c4 e3 f5,g3 d5 c5,f2 e5 d3,e6 b2 e2 c3 f4 d6,f1 d7 c6,d1 c2 c1 a2,e1 d2 b5,g4", "b3", "grows", "You grow to 13 and take the lead."},
	{5, quiet, "f5 f6,i4 c5,g2 e2,e5 c1,d4 e6 e1,f3 a1 a3,g4 a2,b3 c6,d8 d2,h1 e3,i1 d5 b4,c3 d3,h5 e4 c4 g3 b2,f8 " +
		"c2 g6 e8,h3 e7 i2 d7,g1 c7,h6 a5,f2 d1 b1,i3 g5 f1,h4 f7,g7", "f4", "grows", "You grow to 18 and take the lead."},
}

// best has positions in which the thinker comes to the same turn by each seed, with the kinds of reason that the zoo
// lacks. That a turn starts a group is said too, but such a turn is hardly ever the best.
var best = []known{
	{5, quiet, "g2 c5,e7 c6,g5 d4,e2 b2,f7 b1,f8 e8 e6,f1 h3,i5 e3 d5,e5 a3,f5 c2,c4 c3,g6 f4 b3,g4 d1,h2 f3 g3 b4,h4 d6 a4,d7 e4 b6,c7 " +
		"a2,e9 d3 a5,i3", "b5", "joins", "You join groups to make 21 and take the lead."},
	{4, overtake, "f2 c3,e6 c2,d4 c4,d5 b2,d3,f5 a2,b3,e4 f4,g2,g3 e2,e3 d6,e1,f1 d2,e5", "a1,c1,d1",
		"joins", "You join groups to make 14 and take the lead. So Ben may place three."},
	{3, overtake, "c2 b2,c3 a2,c4,d3 b3,d2 b4,e2 a3,e1", "a1,b1,d1", "shuts", "It shuts in Ben's group of 6. They earn no third stone."},
	{4, match, "d4 c4,d3 c3,f3", "d5,e3,e4", "stops", "It keeps Ann from a group of 4. But you grew, so they may place three."},
	{3, match, "", "c3", "alone", "One stone isn't growth, so Ben earns no third stone."},
	{4, match, "c2 d4,e4 b3,c4,d5 b2,c3,f4 a1,a2,b1 c6,d2,d3 c1,e5,f5 d1,g2,g4", "f2,f3", "ahead", "You lead 10 to 9 without growing. Ben earns no third stone."},
	{3, match, "d2 b2,c4 b3,c3 a3,d1,e1 c2,e2 a2,b1,b4", "d4", "stays", "Your largest group stays 5, so Ben earns no third stone."},
	{3, quiet, "b2 c3,d1 a3,c4 a2,e2 d2 b3 c1,d3", "c5,e3", "second", "The largest groups are level. Your second grows to 2 and leads."},
	{3, quiet, "d3 b2,b4 a2,d1 d2,d4 b3 a1,e2", "c2,e3", "next", "Your second group grows from 1 to 2."},
	{3, quiet, "c2 a3,d2 a1,b3 b2,e3 d3 c3 a2,d4 b4,c1", "d1", "keeps", "You lead by the third group, 2 to 1."},
	{4, overtake, "d4 d5,f4 e2,e5 b3,d3 b2,e4 c3,e3,f3 a2,a3,b4 c2,c4 b1,c1,c5 d2,d6 c6,d1,e1 d7,f2 f1,g1,g2 a1,a4,g3 e6,g4", "b5,f5",
		"wins", "It ends the game, and you win 15 to 14."},
}

// The thinker comes to the turns that are known, and the reason for each is said.
func TestKnownTurns(t *testing.T) {
	for i, z := range slices.Concat(zoo, best) {
		s := play(t, z.size, z.bonus, z.log)
		for seed := range uint64(2) {
			turn := decide(s.View(0).(View).position(), search.Budget{Playouts: 6000}, rand.New(rand.NewPCG(seed, 1)))
			if got := s.pos.shape.move(turn); got != z.want {
				t.Errorf("%d: the thinker plays %s, want %s", i, got, z.want)
			}
		}
		why := Game{}.Why(s.View(0), s.Next(), z.want)
		if got := say(t, why); got != z.said || why.Key != "catchup.why."+z.key {
			t.Errorf("%d: of %s it is said that %q (%s), want %q (%s)", i, z.want, got, why.Key, z.said, z.key)
		}
	}
}

// One turn of each position of the zoo wins.
func TestZoo(t *testing.T) {
	for i, z := range zoo {
		s := play(t, z.size, z.bonus, z.log)
		wins := 0
		s.pos.each(func(turn Turn, p *position) {
			if winsAfter(s.pos, turn) {
				wins++
				if m := p.shape.move(turn); m != z.want {
					t.Errorf("%d: %s wins, and %s is the only one that should", i, m, z.want)
				}
			}
		})
		if wins != 1 {
			t.Errorf("%d: %d turns win, want one", i, wins)
		}
	}
}
