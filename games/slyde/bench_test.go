package slyde

import (
	"math/rand/v2"
	"testing"

	"parlour/games/gametest"
	"parlour/games/search"
)

func BenchmarkPerft(b *testing.B) {
	p, pos := newPlain(12, true), newPosition(12, true)
	check := func(n int) {
		if n != 67984 {
			b.Fatalf("perft(2) = %d, want 67984", n)
		}
	}
	gametest.Versus(b, 50, func() { check(search.Perft(pos, 2)) }, func() { check(p.perft(2)) })
}

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	p, pos := newPlain(12, true), newPosition(12, true)
	rng := rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 20, func() { game := pos; game.Playout(rng) }, func() { p.playout(rng) })
}

// BenchmarkThink thinks about the first turn as hard does, by the number of playouts.
func BenchmarkThink(b *testing.B) {
	for _, size := range []int{8, 12, 16} {
		b.Run(string(rune('0'+size/10))+string(rune('0'+size%10)), func(b *testing.B) {
			for b.Loop() {
				search.NewThinker[Position](mind.Moves, mind.Tuning, rand.New(rand.NewPCG(1, 2))).Think(newPosition(size, true), search.Budget{Playouts: playouts(steps, size*size)})
			}
		})
	}
}

// BenchmarkShown makes what a panel of a large board needs: a step and its View.
func BenchmarkShown(b *testing.B) {
	s := play(b, setup(16, true))
	for _, c := range []struct {
		name   string
		picked []string
	}{{"columns", nil}, {"rows", []string{"h"}}, {"targets", []string{"h", "7"}}, {"move", []string{"h", "7", "h8"}}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				s.Shown(0, c.picked)
			}
		})
	}
}
