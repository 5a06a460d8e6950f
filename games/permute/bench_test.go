package permute

import (
	"math/rand/v2"
	"testing"

	"parlour/games/gametest"
	"parlour/games/search"
)

func BenchmarkPerft(b *testing.B) {
	p, pos := newPlain(12, "chequer"), newPosition(12, false)
	check := func(n int) {
		if n != 228000 {
			b.Fatalf("perft(2) = %d, want 228000", n)
		}
	}
	gametest.Versus(b, 50, func() { check(search.Perft(pos, 2)) }, func() { check(p.perft(2)) })
}

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	p, pos := newPlain(12, "chequer"), newPosition(12, false)
	rng := rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 20, func() { game := pos; game.Playout(rng) }, func() { p.playout(rng) })
}

// BenchmarkShown makes what a panel of a large board needs: a step and its View.
func BenchmarkShown(b *testing.B) {
	s := play(b, setup(19, "chequer", "off"))
	for _, c := range []struct {
		name   string
		picked []string
	}{{"faces", nil}, {"outcomes", []string{"j10"}}, {"move", []string{"j10", "C-j10"}}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				s.Shown(0, c.picked)
			}
		})
	}
}
