package canvas

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestSpriteCache checks that a cache which several goroutines fill keeps the newest sprites,
// drops old ones, and stays within its room, which is small where memory is. The race detector runs it in CI.
func TestSpriteCache(t *testing.T) {
	for _, limit := range []int64{debug.SetMemoryLimit(-1), 256 << 20} {
		old := debug.SetMemoryLimit(limit)
		fillSprites(t, Room())
		debug.SetMemoryLimit(old)
	}
}

func fillSprites(t *testing.T, room int) {
	const many = 20
	var c spriteCache
	pix := make([]byte, room/8)
	named := func(i int) Key { return Key{Kind: fmt.Sprint(i)} }
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range many {
				c.put(named(i), &sprite{tile: pix})
				c.get(named(i / 2))
			}
		})
	}
	awaitAll(t, &wg)
	c.put(named(many), &sprite{tile: pix})
	if c.get(named(many)) == nil {
		t.Error("the newest sprite is not kept")
	}
	kept := map[Key]bool{}
	for _, generation := range []map[Key]*sprite{c.young, c.old} {
		size := 0
		for k, s := range generation {
			size += s.size()
			kept[k] = true
		}
		if size > room/2 {
			t.Errorf("a generation takes %d bytes, want at most %d", size, room/2)
		}
	}
	if len(kept) >= many {
		t.Errorf("%d sprites are kept, want old ones dropped", len(kept))
	}
}

// What has no kind is drawn and not kept.
func TestUnkept(t *testing.T) {
	p := Table{}.Classic()
	c, drawn := New(), 0
	c.Begin(100, p.With(p.Gamut(nil)), false)
	before := CountSprites()
	for range 2 {
		c.Stamp(Key{}, NewBox(0, 0, 9, 9), func(*Pen, Box) { drawn++ })
	}
	if n := CountSprites(); n != before || drawn != 2 {
		t.Errorf("it is drawn %d times, and %d sprites are kept, want 2 and none", drawn, n-before)
	}
}

// awaitAll waits until all goroutines have used the cache.
func awaitAll(t *testing.T, wg *sync.WaitGroup) {
	t.Helper()
	used := make(chan struct{})
	go func() { defer close(used); wg.Wait() }()
	select {
	case <-used:
	case <-time.After(time.Minute):
		t.Fatal("in a minute the goroutines did not put and get their sprites")
	}
}

// TestInsetsAreApart checks that what an inset draws beyond its box meets no colour of another inset.
func TestInsetsAreApart(t *testing.T) {
	grey := Gamut{}
	for i := range uint32(40) {
		grey.Flat = append(grey.Flat, rgb(i*0x010101))
	}
	many, few := Table{}.Classic(), Table{}.Classic()
	page, full, small := many.With(grey), many.With(grey), few.With(Gamut{Flat: grey.Flat[:2]})
	c := New()
	c.Begin(100, page, true)
	c.Inset(NewBox(0, 0, 100, 100), 0, full, func() { c.Rect(NewBox(0, 0, 100, 100), rgb(39*0x010101)) })
	c.Inset(NewBox(40, 40, 20, 20), 0, small, func() { c.Disc(40, 40, 9.5, rgb(0x010101)) })
	if got := c.out.block(39, 45, 2); !slices.Equal(got, []uint8{39, 1}) {
		t.Errorf("beside and in the second inset the colours are %v, want 39 and 1", got)
	}
}
