package bolt

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// Whatever stands in the pages of a file, reading all of it ends, without a panic.
//
//test:unwatched
func TestRubbishIsReadWithoutAPanic(t *testing.T) {
	t.Parallel()
	path, _ := spoilable(t)
	whole := read(t, path)
	r := rand.New(rand.NewPCG(4, 4))
	found := 0
	for range 500 {
		data := bytes.Clone(whole)
		for range 1 + r.IntN(40) {
			at := 2*4096 + r.IntN(len(data)-2*4096)
			if r.IntN(2) == 0 {
				at -= at % 4096 // and so into a header
				at += r.IntN(200)
			}
			data[at] = byte(r.Uint32())
		}
		end := uint64(len(data) / 4096)
		for root := range end {
			p := pagesAt(bytes.NewReader(data), 4096, end, root)
			p.Audit()
			if tops, err := p.Buckets(); err == nil && len(tops) > 0 {
				for _, top := range tops {
					n := 0
					p.Each(top, func(_, _ []byte, _ bool) { n++ }, func(error) { n++ })
					found += n
				}
			}
		}
	}
	if found == 0 {
		t.Error("nothing was read in any of the files")
	}
}
