package slyde

import (
	"math/rand/v2"
	"testing"
	"time"

	"parlour/games/search"
)

// versus runs a position and the plain one by turns, so that both meet the same conditions. It
// reports how many times as fast the position is.
func versus(b *testing.B, each int, fast, plain func()) {
	var quick, slow time.Duration
	runs := 0
	for b.Loop() {
		start := time.Now()
		plain()
		middle := time.Now()
		for range each {
			fast()
		}
		slow += middle.Sub(start)
		quick += time.Since(middle)
		runs++
	}
	one := quick.Seconds() / float64(runs*each)
	b.ReportMetric(one*1e9, "ns/op")
	b.ReportMetric(1/one, "per-s")
	b.ReportMetric(slow.Seconds()/float64(runs)/one, "x-plain")
}

func BenchmarkPerft(b *testing.B) {
	p, pos := newPlain(12, true), newPosition(12, true)
	check := func(n int) {
		if n != 67984 {
			b.Fatalf("perft(2) = %d, want 67984", n)
		}
	}
	versus(b, 50, func() { check(pos.Perft(2)) }, func() { check(p.perft(2)) })
}

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	p, pos := newPlain(12, true), newPosition(12, true)
	rng := rand.New(rand.NewPCG(1, 2))
	versus(b, 20, func() { pos.Playout(rng) }, func() { p.playout(rng) })
}

// BenchmarkThink thinks about the first turn as hard does, by the number of playouts.
func BenchmarkThink(b *testing.B) {
	for _, size := range []int{8, 12, 16} {
		b.Run(string(rune('0'+size/10))+string(rune('0'+size%10)), func(b *testing.B) {
			for b.Loop() {
				newThinker(rand.New(rand.NewPCG(1, 2))).Think(searched{newPosition(size, true)}, search.Budget{Playouts: playouts("hard", size*size)})
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
