package bolt

import (
	"runtime"
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

// finish calls wait, such as a [sync.WaitGroup]'s. It ends the test after [patience], and
// says what did not finish.
func finish(t testing.TB, wait func(), what string) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); wait() }()
	receive(t, done, what)
}

// until lets other goroutines run until so returns true. It ends the test after
// [patience], and says what did not come.
func until(t testing.TB, so func() bool, what string) {
	t.Helper()
	for began := time.Now(); !so(); runtime.Gosched() {
		if time.Since(began) > patience {
			t.Fatalf("in %v this did not come: %s", patience, what)
		}
	}
}
