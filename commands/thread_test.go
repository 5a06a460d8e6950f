package commands_test

import (
	"strings"
	"testing"
)

// Every answer with a link into a thread that has fallen asleep wakes the thread first.
func TestLinksWakeTheThread(t *testing.T) {
	for _, asks := range []string{"ann /board", "ann in dm clicks Board on 2", "ann in dm presses 1:1:0:text", "ann in dm clicks Move on 2", "ann /games"} {
		w := newTalk(t)
		w.steps(t, "threads", "ann /play game:permute opponent:ben first:me turn-time:14d", "ben clicks Accept on 1",
			"ann in thread-1 /move move:Cd3-d4", "ann in thread-1 clicks Confirm", "pass 150h", "asleep thread-1", asks)
		if said := w.lastSaid("ann"); !strings.Contains(said, "/thread-1/") || w.Asleep["thread-1"] {
			t.Errorf("%s: Ann is answered with %q, and the thread is asleep: %v", asks, said, w.Asleep["thread-1"])
		}
	}
}
