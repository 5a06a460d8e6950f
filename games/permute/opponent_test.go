package permute

import "testing"

// The same View, playouts and seed give the same move, it is legal, and another
// seed may give another.
func TestBest(t *testing.T) {
	s := play(t, setup(6, "chequer", "on"))
	others := 0
	for s.ended == nil {
		v := s.View(s.toMove()).(View)
		m := Best(v, 200, 7)
		if again := Best(v, 200, 7); again != m {
			t.Fatalf("Best = %q and then %q", m, again)
		}
		if Best(v, 200, 8) != m {
			others++
		}
		next, err := s.Play(s.toMove(), m)
		if err != nil {
			t.Fatal(err)
		}
		s = next.(state)
	}
	if others == 0 {
		t.Error("the seed never matters")
	}
	if m := Best(s.View(0).(View), 10, 1); m != "" {
		t.Errorf("Best of a finished game = %q, want none", m)
	}
}

// What an opponent is shown is the position that is there.
func TestPositionOfAView(t *testing.T) {
	s := play(t, setup(9, "chequer", "on"))
	for i := range 6 {
		if got := s.View(s.toMove()).(View).position(); got != s.pos {
			t.Errorf("after %d moves a View gives\n%+v, want\n%+v", i, got, s.pos)
		}
		legal := s.Legal(s.toMove()) // in order of their texts, so that the swap is the last one
		next, err := s.Play(s.toMove(), legal[len(legal)-1])
		if err != nil {
			t.Fatal(err)
		}
		s = next.(state)
	}
}

// A player who may swap does so when minimax says that Yellow, to move, has lost,
// and does not when Yellow wins. (Real swaps come when nobody can know.)
func TestSwapIsWeighed(t *testing.T) {
	asked := map[bool]int{}
	for seed := range uint64(60) {
		p := lateGame(seed)
		if p.Over() || p.mover != Yellow || minimax(p) == 0 {
			continue
		}
		s := state{pos: p, swap: true, ply: 1}
		want := minimax(p) < 0
		asked[want]++
		if m := Best(s.View(1).(View), 4000, 1); (m == swapMove) != want {
			t.Errorf("seed %d: it plays %q; it should swap: %v", seed, m, want)
		}
	}
	if asked[true] < 3 || asked[false] < 3 {
		t.Errorf("asked %v times, want either case some times", asked)
	}
}
