package storetest

import (
	"runtime"
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

// Finish calls wait, such as a [sync.WaitGroup]'s. It ends the test after [Patience], and
// says what did not finish.
func Finish(t testing.TB, wait func(), what string) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); wait() }()
	Receive(t, done, what)
}

// Until lets other goroutines run until so returns true. It ends the test after
// [Patience], and says what did not come.
func Until(t testing.TB, so func() bool, what string) {
	t.Helper()
	for began := time.Now(); !so(); runtime.Gosched() {
		if time.Since(began) > Patience {
			t.Fatalf("in %v this did not come: %s", Patience, what)
		}
	}
}
