package bot

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
// so that a goroutine of the bot or of the sandbox may call it too.
func Pass[T any](t testing.TB, gate <-chan T, what string) {
	t.Helper()
	select {
	case <-gate:
	case <-time.After(Patience):
		t.Errorf("in %v this did not come: %s", Patience, what)
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
