package pentago

import (
	"math/rand/v2"
	"testing"
	"time"
)

// versus runs a position and the plain one by turns, so that both meet the same conditions.
// It reports how many times as fast the position is.
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

func BenchmarkPlayout(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	versus(b, 200, func() { Position{}.Playout(rng) }, func() {
		p := newPlain("free", "always")
		for !p.over {
			moves := p.moves()
			p = p.play(moves[rng.IntN(len(moves))])
		}
	})
}

func BenchmarkLook(b *testing.B) {
	_, p := late(1, 20, "free", "always")
	for b.Loop() {
		look(p.stones[0], p.stones[1])
	}
}
