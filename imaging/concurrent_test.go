package imaging

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"
)

// forgetSprites empties the cache of sprites.
func forgetSprites() {
	sprites.mu.Lock()
	defer sprites.mu.Unlock()
	sprites.young, sprites.old, sprites.size = nil, nil, 0
}

// TestConcurrent checks that pictures and GIFs that are drawn at the same time, from no
// sprites, are like those drawn alone. The race detector runs it in CI.
func TestConcurrent(t *testing.T) {
	one := oneOfEach(t)
	names := slices.Sorted(maps.Keys(one))
	want, wantGIF := map[string][]byte{}, map[string][]byte{}
	animated := func(name string) []byte {
		data, err := Animate([]Drawing{one[name]}, time.Second, time.Second)
		if err != nil {
			t.Error(err)
		}
		return data
	}
	for _, name := range names {
		want[name], wantGIF[name] = mustDraw(t, one[name]), animated(name)
	}
	forgetSprites()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range names {
				name := names[(i+worker/2)%len(names)]
				if got, err := Draw(one[name]); err != nil || !bytes.Equal(got, want[name]) {
					t.Errorf("%s: Draw beside others gave %d bytes and %v, want the same %d", name, len(got), err, len(want[name]))
				}
				if got := animated(name); !bytes.Equal(got, wantGIF[name]) {
					t.Errorf("%s: Animate beside others gave %d bytes, want the same %d", name, len(got), len(wantGIF[name]))
				}
			}
		})
	}
	awaitDrawings(t, &wg)
}

// TestSpriteCache checks that a cache which several goroutines fill keeps the newest sprites,
// drops old ones, and stays within its room. The race detector runs it in CI.
func TestSpriteCache(t *testing.T) {
	const many = 20
	var c spriteCache
	pix := make([]uint8, spriteRoom/8)
	named := func(i int) key { return key{what: fmt.Sprint(i)} }
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range many {
				c.put(named(i), &sprite{pix: pix})
				c.get(named(i / 2))
			}
		})
	}
	awaitDrawings(t, &wg)
	c.put(named(many), &sprite{pix: pix})
	if c.get(named(many)) == nil {
		t.Error("the newest sprite is not kept")
	}
	kept := map[key]bool{}
	for _, generation := range []map[key]*sprite{c.young, c.old} {
		size := 0
		for k, s := range generation {
			size += s.size()
			kept[k] = true
		}
		if size > spriteRoom/2 {
			t.Errorf("a generation takes %d bytes, want at most %d", size, spriteRoom/2)
		}
	}
	if len(kept) >= many {
		t.Errorf("%d sprites are kept, want old ones dropped", len(kept))
	}
}

// awaitDrawings waits until all goroutines have drawn.
func awaitDrawings(t *testing.T, wg *sync.WaitGroup) {
	t.Helper()
	drawn := make(chan struct{})
	go func() { defer close(drawn); wg.Wait() }()
	select {
	case <-drawn:
	case <-time.After(time.Minute):
		t.Fatal("in a minute the drawings beside each other did not end")
	}
}
