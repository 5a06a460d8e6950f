package world

import (
	"testing"
	"time"
)

// Patience bounds how long a test waits for what must come.
const Patience = time.Minute

// Receive returns the next value of a channel, or the zero value if the channel is
// closed. It ends the test after [Patience], and says what did not come.
func Receive[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(Patience):
		t.Fatalf("in %v this did not come: %s", Patience, what)
		panic("unreachable")
	}
}

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

// Finish calls wait, such as a [sync.WaitGroup]'s. It ends the test after [Patience], and
// says what did not finish.
func Finish(t testing.TB, wait func(), what string) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); wait() }()
	Receive(t, done, what)
}
