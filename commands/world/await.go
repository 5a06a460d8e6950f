package world

import (
	"context"
	"testing"
	"time"

	"parlour/storage/storetest"
)

// Patience bounds how long a test waits for what must come.
const Patience = storetest.Patience

// Receive is [storetest.Receive].
func Receive[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	return storetest.Receive(t, from, what)
}

// Finish is [storetest.Finish].
func Finish(t testing.TB, wait func(), what string) { t.Helper(); storetest.Finish(t, wait, what) }

// Pass waits at a gate as [Receive] does. After [Patience] it fails the test and goes on,
// so that any goroutine may call it. It reports whether the gate was opened.
func Pass[T any](t testing.TB, gate <-chan T, what string) (v T, passed bool) {
	t.Helper()
	select {
	case v = <-gate:
		return v, true
	case <-time.After(Patience):
		t.Errorf("in %v this did not come: %s", Patience, what)
		return v, false
	}
}

// Rests waits, and returns false if the context ends before. Whoever looks again and again waits so in between.
func Rests(ctx context.Context, long time.Duration) bool {
	select {
	case <-time.After(long):
		return true
	case <-ctx.Done():
		return false
	}
}
