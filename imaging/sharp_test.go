package imaging_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
	"time"

	"parlour/games/permute"
)

// BenchmarkBesideSharp draws new boards of Permute, and beside it equal boards as the same SVGs with
// sharp, which is the library that a bot in JavaScript would use. make sharp installs it.
func BenchmarkBesideSharp(b *testing.B) {
	if err := exec.Command("node", "-e", "require('sharp')").Run(); err != nil {
		b.Skip("there is no Node with sharp here: make sharp installs sharp and runs this")
	}
	pictures := fresh(b, permute.Game{}, 105)
	var svgs []string
	for _, p := range pictures {
		svgs = append(svgs, string(mustVectors(b, p)))
	}
	input, err := json.Marshal(svgs)
	if err != nil {
		b.Fatal(err)
	}
	var ours, theirs float64
	for b.Loop() {
		began := time.Now()
		for _, p := range pictures[5:] {
			mustDraw(b, p)
		}
		ours += time.Since(began).Seconds() * 1000 / float64(len(pictures)-5)
		c := exec.Command("node", "testdata/sharp.cjs")
		c.Stdin = bytes.NewReader(input)
		out, err := c.Output()
		if err != nil {
			b.Fatalf("sharp: %v", err)
		}
		var said struct{ Ms, Bytes float64 }
		if err := json.Unmarshal(out, &said); err != nil {
			b.Fatalf("sharp said %q", out)
		}
		theirs += said.Ms
		b.ReportMetric(said.Bytes, "sharp-bytes/picture")
	}
	b.ReportMetric(ours/float64(b.N), "ms/picture")
	b.ReportMetric(theirs/float64(b.N), "sharp-ms/picture")
	b.ReportMetric(theirs/ours, "times")
}
