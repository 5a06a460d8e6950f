package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
)

// As many requests are in a lane at once as it is wide, other lanes are free, and nothing is left of
// either.
func TestWidth(t *testing.T) {
	for _, width := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			var l lanes
			inside, through := 0, 0
			let := make(chan struct{})
			for range 40 {
				go func() {
					leave, err := l.enter(t.Context(), "ann", width, false)
					if err != nil {
						t.Error(err)
						return
					}
					inside++
					<-let
					inside, through = inside-1, through+1
					leave()
				}()
				synctest.Wait() // so one counts at a time
			}
			for range 40 {
				if left := 40 - through; inside != min(width, left) {
					t.Errorf("%d of %d are in a lane of width %d", inside, left, width)
				}
				other, err := l.enter(t.Context(), "ben", width, false) // nobody waits there for ann
				if err != nil {
					t.Fatal(err)
				}
				other()
				let <- struct{}{}
				synctest.Wait()
			}
			if through != 40 || len(l.byName) > 0 {
				t.Errorf("%d are through a lane of width %d, and %d lanes are left, want 40 and 0", through, width, len(l.byName))
			}
		})
	}
}

// A newer request takes the place of the older one that waits, and not of the one under way.
func TestOvertake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l lanes
		leave, err := l.enter(t.Context(), "ann", 1, true)
		if err != nil {
			t.Fatal(err)
		}
		const newest = 2
		ends := make([]error, newest+1)
		waits := make([]bool, newest+1)
		for n := range ends {
			waits[n] = true
			go func() {
				leave, err := l.enter(t.Context(), "ann", 1, true)
				if waits[n], ends[n] = false, err; err == nil {
					leave()
				}
			}()
			synctest.Wait()
			if !waits[n] {
				t.Errorf("request %d goes on beside the one under way: %v", n, ends[n])
			}
			if n > 0 && (waits[n-1] || !errors.Is(ends[n-1], errOvertaken)) {
				t.Errorf("request %d waits: %t, and got %v, want errOvertaken", n-1, waits[n-1], ends[n-1])
			}
		}
		leave()
		synctest.Wait()
		if waits[newest] || ends[newest] != nil {
			t.Errorf("the newest request waits: %t, and got %v, want its turn", waits[newest], ends[newest])
		}
		if len(l.byName) > 0 {
			t.Errorf("%d lanes are left", len(l.byName))
		}
	})
}

// A wait ends with its context.
func TestContextEndsTheWait(t *testing.T) {
	var l lanes
	leave, err := l.enter(t.Context(), "ann", 1, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.enter(ctx, "ann", 1, false); !errors.Is(err, context.Canceled) {
		t.Errorf("enter = %v, want that its context is over", err)
	}
	leave()
	if len(l.byName) > 0 {
		t.Errorf("%d lanes are left", len(l.byName))
	}
}

// cache keeps things within its bound, forgets first the one that was used longest ago, and keeps no
// failure.
func TestCache(t *testing.T) {
	var k cache
	made := 0
	get := func(key string, size int) {
		t.Helper()
		data, err := k.Get(key, func() ([]byte, error) { made++; return bytes.Repeat([]byte(key[:1]), size), nil })
		if err != nil || len(data) != size || data[0] != key[0] {
			t.Fatalf("Get(%q) = %d bytes, %v, want %d of %q", key, len(data), err, size, key[0])
		}
	}
	want := func(n int, what string) {
		t.Helper()
		if made != n || k.bytes > maxCached {
			t.Fatalf("%s: %d were made and %d bytes are kept, want %d and at most %d", what, made, k.bytes, n, maxCached)
		}
	}
	get("a", maxCached/2)
	get("a", maxCached/2)
	want(1, "the same again")
	get("b", maxCached/2)
	get("a", maxCached/2)
	get("c", 10) // b goes, as it was used longest ago
	get("a", maxCached/2)
	want(3, "a is kept")
	get("b", maxCached/2)
	want(4, "b was forgotten")
	get("huge", maxCached+1)
	get("huge", maxCached+1)
	want(6, "what is too large is not kept")
	broken := errors.New("broken")
	for range 2 {
		if _, err := k.Get("d", func() ([]byte, error) { made++; return nil, broken }); err != broken {
			t.Errorf("Get = %v, want the error of making it", err)
		}
	}
	want(8, "a failure is not kept")
	for n := range 100 {
		get(fmt.Sprint(n), maxCached/10)
	}
	if k.bytes > maxCached || len(k.byKey) != k.oldest.Len() || len(k.byKey) > 10 {
		t.Errorf("%d things with %d bytes are kept, want at most 10 with %d", len(k.byKey), k.bytes, maxCached)
	}
}
