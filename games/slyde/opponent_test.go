package slyde

import (
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ search.Teller = Game{}
	_ games.Teller  = Game{}
)

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 100}

// Each level has more playouts than the one below it on every board size, and overlooks less. Hard overlooks nothing,
// and has few enough playouts for its time, as many as ever.
func TestPlayouts(t *testing.T) {
	for size, want := range map[int]int{8: 120_000, 10: 100_000, 12: 69_444, 14: 51_020, 16: 39_062} {
		for step := 2; step <= steps; step++ {
			if less, more := playouts(step-1, size*size), playouts(step, size*size); less < 8 || 10*less > 8*more {
				t.Errorf("on %d×%d level %d has %d playouts, and level %d %d", size, size, step-1, less, step, more)
			}
			if less, more := overlooks(step), overlooks(step-1); less > more || less == more && more > 0 || more >= 1 {
				t.Errorf("level %d overlooks a share of %v, and level %d %v", step-1, more, step, less)
			}
		}
		if got := playouts(steps, size*size); got != want {
			t.Errorf("on %d×%d hard has %d playouts, want %d", size, size, got, want)
		}
	}
	if overlooks(steps) != 0 {
		t.Error("hard overlooks some turns")
	}
}

func TestOpponent(t *testing.T) {
	thinkers := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 400})
	gametest.Beats(t, Game{}, setup(10, true), thinkers["a thinker"], thinkers[search.PlainUCT], 6, 5)
	gametest.Beats(t, Game{}, setup(8, true), gametest.PlayerOf(t, Game{}, "medium"), gametest.PlayerOf(t, Game{}, "easy"), 6, 6)
	gametest.Players(t, Game{}, play(t, setup(4, true), full[:6]...).View(0))
	gametest.Curve(t, Game{}, &chances)
	s := play(t, setup(8, true), "e4-e3", "e5-e6", "b1-c1", "b8-c8")
	gametest.HalfGreedy(t, Game{}, s, func(m games.Move) int {
		after := s.pos
		after.Play(read(t, string(m)))
		return after.Largest(s.pos.mover) - after.Largest(s.pos.mover.Other())
	})
}
