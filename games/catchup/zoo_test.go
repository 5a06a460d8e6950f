package catchup

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// zoo has positions, as the moves that lead there, in which one turn wins and all others lose. Plain
// search over every turn confirms each.
var zoo = []struct {
	size  int
	bonus Bonus
	log   string
	want  games.Move
}{
	{3, Match, "c3 b2,c4 b3,d2 a1,d1,e2 d3,e1 a2,a3,b4", "b1,c2,d4"},
	{3, Overtake, "c3 a2,c4 b2,b3 d2,d3,e3 c2 b1,d1", "b4,c1,c5"},
	{3, Quiet, "a1 a3,b2 b3,c5 c3 d2,d3 b4,d1 c4", "c2,e1"},
	{4, Match, "e2 c4,e5 c2,d4 b1,d5 b2,e3,f5 a3,c1,c6 f3,f4 a1,a2,d3 d2,e6 c3,d6,d7 b3,b4 a4,b5,d1 c5,e4,g1", "e1,f1"},
	{4, Overtake, "d3 e4,f2 c3,c4 b5,c5,f1 d5,e5 d6,e6,f4 f5 b2,b3,e1 b1,c2 d1,d2,f3 g3,g4 b4,e2,e3 c1,g2", "a1,d4,g1"},
	{4, Quiet, "g2 b1,d4 c4 e3 f5,g3 d5 c5,f2 e5 d3,e6 b2 e2 c3 f4 d6,f1 d7 c6,d1 c2 c1 a2,e1 d2 b5,g4", "b3"},
	{5, Quiet, "f5 f6,i4 c5,g2 e2,e5 c1,d4 e6 e1,f3 a1 a3,g4 a2,b3 c6,d8 d2,h1 e3,i1 d5 b4,c3 d3,h5 e4 c4 g3 b2,f8 " +
		"c2 g6 e8,h3 e7 i2 d7,g1 c7,h6 a5,f2 d1 b1,i3 g5 f1,h4 f7,g7", "f4"},
}

func TestZoo(t *testing.T) {
	for i, z := range zoo {
		s := play(t, setup(z.size, z.bonus), line(z.log)...)
		wins := 0
		s.pos.each(func(turn Turn, p *Position) {
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
		for seed := range uint64(2) {
			turn := decide(s.View(0).(View).position(), search.Budget{Playouts: 6000}, rand.New(rand.NewPCG(seed, 1)))
			if got := s.pos.shape.move(turn); got != z.want {
				t.Errorf("%d: the thinker plays %s, want %s", i, got, z.want)
			}
		}
	}
}
