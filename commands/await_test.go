package commands_test

import (
	"context"
	"testing"
	"time"
)

// patience bounds how long a test waits for what must come.
const patience = time.Minute

// receive returns the next value of a channel, or the zero value if the channel is
// closed. It ends the test after [patience], and says what did not come.
func receive[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("in %v this did not come: %s", patience, what)
		panic("unreachable")
	}
}

// pass waits at a gate as [receive] does. After [patience] it fails the test and goes on,
// so that any goroutine may call it.
func pass[T any](t testing.TB, gate <-chan T, what string) {
	t.Helper()
	select {
	case <-gate:
	case <-time.After(patience):
		t.Errorf("in %v this did not come: %s", patience, what)
	}
}

// finish calls wait, such as a [sync.WaitGroup]'s. It ends the test after [patience], and
// says what did not finish.
func finish(t testing.TB, wait func(), what string) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); wait() }()
	receive(t, done, what)
}

// thinkOnce has the next thought of an opponent be thought. Any goroutine may call it.
func thinkOnce(t testing.TB, aside <-chan func(context.Context)) {
	t.Helper()
	select {
	case thought := <-aside:
		thought(t.Context())
	case <-time.After(patience):
		t.Errorf("in %v no opponent began to think", patience)
	}
}
