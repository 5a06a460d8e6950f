package twistonly

import (
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ search.Teller  = Game{}
	_ games.Reasoner = Game{}
	_ games.Teller   = Game{}
)

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 100}

// Each level has more playouts than the one below it on every board size, and overlooks less. Hard overlooks nothing,
// and has few enough playouts for its time, as many as ever.
func TestPlayouts(t *testing.T) {
	for size, want := range map[int]int{8: 60_000, 9: 49_382, 10: 40_000, 11: 33_057, 12: 27_777, 13: 23_668} {
		for step := 2; step <= steps; step++ {
			if less, more := playouts(step-1, size*size), playouts(step, size*size); less < 30 || 2*less > more {
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
		t.Error("hard overlooks some twists")
	}
}

func TestOpponent(t *testing.T) {
	thinkers := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, Game{}, setup(8), thinkers["a thinker"], thinkers[search.PlainUCT], 10, 7)
	gametest.Beats(t, Game{}, setup(8), gametest.PlayerOf(t, Game{}, "medium"), gametest.PlayerOf(t, Game{}, "easy"), 6, 5)
	gametest.Players(t, Game{}, endgame().View(late(3, 12)))
	gametest.Curve(t, Game{}, &chances)
	s := play(t, setup(8), texts(whole)[:4]...)
	gametest.HalfGreedy(t, Game{}, s, func(m games.Move) int {
		after := move(t, s, m).(state).pos
		return after.promise(s.pos.mover) - after.promise(s.pos.mover.Other())
	})
}
