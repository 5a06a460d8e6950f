package match

import (
	"testing"
	"time"
)

// A channel in which nothing was found is looked at again once a publication was refused here, or after a
// minute, as it may have been refused in another process.
func TestLooks(t *testing.T) {
	var l ChannelLooks
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	due := func(when string, after time.Duration, want bool) int {
		t.Helper()
		n, got := l.Due("games", now.Add(after))
		if got != want {
			t.Errorf("%s a look is due: %v, want %v", when, got, want)
		}
		return n
	}
	l.Clean("games", due("at first", 0, true), now)
	due("after a look", time.Minute-1, false)
	due("after a minute", time.Minute, true)
	l.Refused()
	n := due("after a refusal", 0, true)
	l.Refused()
	l.Clean("games", n, now)
	due("after a refusal during the look", 0, true)
	if _, elsewhere := l.Due("lounge", now); !elsewhere {
		t.Error("a channel that was never looked at is not due")
	}
}
