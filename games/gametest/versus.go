package gametest

import (
	"testing"
	"time"
)

// Versus runs a fast and a plain implementation by turns, so that both meet the same conditions: the
// plain one once, then the fast one each times. It reports how many times as fast the fast one is.
func Versus(b *testing.B, each int, fast, plain func()) {
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
