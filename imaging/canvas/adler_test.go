package canvas

import (
	"bytes"
	"hash/adler32"
	"math/rand/v2"
	"testing"
)

// TestAdler compares checksums with those of the standard library.
func TestAdler(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 700 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(rng.IntN(256))
		}
		for _, data := range [][]byte{data, bytes.Repeat([]byte{0xff}, n), make([]byte, n), bytes.Repeat(data, 500)} {
			if got, want := adler(data), adler32.Checksum(data); got != want {
				t.Fatalf("the checksum of %d bytes is %08x, want %08x", len(data), got, want)
			}
		}
	}
}

// BenchmarkAdler measures the checksum of a picture beside the standard library's.
func BenchmarkAdler(b *testing.B) {
	data := make([]byte, 800*401)
	b.Run("quick", func(b *testing.B) {
		for b.Loop() {
			adler(data)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			adler32.Checksum(data)
		}
	})
}
