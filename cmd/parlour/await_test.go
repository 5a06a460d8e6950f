package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

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

// soon returns a context for a program that must end by itself. After twice [patience],
// the time for one line of a script, it ends the program and fails the test.
func soon(t testing.TB, what string) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	t.Cleanup(func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("in %v this did not end: %s", 2*patience, what)
		}
		cancel()
	})
	return ctx
}

// rests waits, and returns false if the context ends before.
func rests(ctx context.Context, long time.Duration) bool {
	select {
	case <-time.After(long):
		return true
	case <-ctx.Done():
		return false
	}
}
