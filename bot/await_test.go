package bot

import (
	"testing"
	"time"

	"parlour/bot/gateway"
)

// Patience is how long a test waits for an event before it fails.
const Patience = time.Minute

// Receive returns the next value of a channel, or the zero value if the channel is closed.
// After [Patience] it ends the test and names the event that did not come.
func Receive[T any](t testing.TB, from <-chan T, event string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(Patience):
		t.Fatalf("waited %v for %s", Patience, event)
		panic("unreachable")
	}
}

// Pass waits at a gate as [Receive] does, but after [Patience] it only marks the test as
// failed. So goroutines of the bot and of the sandbox may call it too.
func Pass[T any](t testing.TB, gate <-chan T, event string) {
	t.Helper()
	select {
	case <-gate:
	case <-time.After(Patience):
		t.Errorf("waited %v for %s", Patience, event)
	}
}

// Finish calls wait, such as that of a [sync.WaitGroup]. After [Patience] it ends the test
// and names the work that did not finish.
func Finish(t testing.TB, wait func(), event string) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); wait() }()
	Receive(t, done, event)
}

// quickGateway returns times of the gateway for tests, as the sandboxes of tests want it. A busy machine
// may be slow to greet.
func quickGateway() gateway.Times {
	quick := gateway.UsualTimes()
	quick.First, quick.Spacing, quick.Invalid, quick.Hello = time.Millisecond, 10*time.Millisecond, time.Millisecond, quick.Open
	return quick
}

// QuickGateway is quickGateway.
func QuickGateway() gateway.Times { return quickGateway() }
