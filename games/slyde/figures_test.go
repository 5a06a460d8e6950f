package slyde

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour/games/gametest"
	"parlour/games/search"
)

// The most moves come after two turns, in a symmetric position; without the mirror rule at the start.
func TestMostMoves(t *testing.T) {
	for size, want := range map[int]int{8: 168, 10: 272, 12: 400, 14: 552, 16: 728} {
		start, most := newPosition(size, true), 0
		for first := range start.Count() {
			one := start
			one.Play(start.Nth(first))
			for second := range one.Count() {
				two := one
				two.Play(one.Nth(second))
				most = max(most, two.Count())
			}
		}
		if most != want {
			t.Errorf("after two turns on %d×%d there are up to %d moves, want %d", size, size, most, want)
		}
	}
	rng, start := rand.New(rand.NewPCG(2, 3)), newPosition(12, false)
	for p := start; !p.Over(); p.Play(p.Nth(rng.IntN(p.Count()))) {
		if p.Count() > start.Count() {
			t.Errorf("without the mirror rule there are %d moves, more than the %d at the start", p.Count(), start.Count())
		}
	}
}

// A random game takes about 41 turns on 8×8, and so on, and White wins about half of them. The lengths
// were found in few games.
func TestRandomGames(t *testing.T) {
	const games = 1000
	for size, want := range map[int]float64{8: 41, 10: 64, 12: 93, 14: 126, 16: 169} {
		rng, turns, white := rand.New(rand.NewPCG(6, uint64(size))), 0, 0.0
		for range games {
			p := newPosition(size, true)
			for ; !p.Over(); turns++ {
				p.Play(p.Nth(rng.IntN(p.Count())))
			}
			white += search.Worth(p.Winner())
		}
		if mean := float64(turns) / games; math.Abs(mean-want) > 2.5 {
			t.Errorf("a random game on %d×%d takes %.1f turns in the mean, want about %.0f", size, size, mean, want)
		}
		if white < 0.44*games || white > 0.60*games {
			t.Errorf("White wins %.0f of %d random games on %d×%d", white, games, size, size)
		}
	}
}

// Draws are rare: about one comes in some thousand random games on 8×8.
func TestDrawsInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	const games = 100_000
	rng, draws := rand.New(rand.NewPCG(8, 9)), 0
	for range games {
		if p := newPosition(8, true); p.Playout(rng) == 0.5 {
			draws++
		}
	}
	if draws < games/20_000 || draws > games/500 {
		t.Errorf("%d of %d random games are draws, want some, and few", draws, games)
	}
}
