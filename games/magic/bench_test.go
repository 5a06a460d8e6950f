package magic

import (
	"math/rand/v2"
	"testing"
	"time"
)

// A race runs the typed game and the plain one by turns, so that both meet the same
// conditions. The typed game repeats its work, so that both run for about as long.
type race struct {
	typed, plain time.Duration // for one run of each
	runs         int
}

// run runs the plain work once and the typed work the given number of times.
func (r *race) run(times int, typed, plain func()) {
	start := time.Now()
	for range times {
		typed()
	}
	middle := time.Now()
	plain()
	r.typed += middle.Sub(start) / time.Duration(times)
	r.plain += time.Since(middle)
	r.runs++
}

// report reports the time for one piece of the typed work, and how many times as long the
// plain work takes.
func (r *race) report(b *testing.B, pieces int, unit string) {
	b.ReportMetric(float64(r.typed.Nanoseconds())/float64(r.runs*pieces), "ns/"+unit)
	b.ReportMetric(float64(r.plain)/float64(r.typed), "x-plain")
}

func BenchmarkPerft(b *testing.B) {
	const depth = 3
	want := perftFigures[depth-1]
	check := func(got int) {
		if got != want {
			b.Fatalf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
	var r race
	for b.Loop() {
		r.run(8, func() { check(position{}.Perft(depth)) }, func() { check(newPlain().perft(depth)) })
	}
	r.report(b, want, "turn")
}

func BenchmarkPlayout(b *testing.B) {
	const batch = 20
	var r race
	rng := rand.New(rand.NewPCG(1, 1))
	typed := func() {
		for range batch {
			position{}.Playout(rng)
		}
	}
	plain := func() {
		for range batch {
			newPlain().playout(rng)
		}
	}
	for b.Loop() {
		r.run(8, typed, plain)
	}
	r.report(b, batch, "playout")
}
