package commands_test

import (
	"strings"
	"testing"

	"parlour/storage"
)

// Twenty games of a person sleep at most. One more ends the game that has slept longest, which says so, and no other.
func TestTheOldestOfTooManyThatSleepEnds(t *testing.T) {
	w := newTalk(t)
	for range 21 {
		w.steps(t, "ann /play game:magic level:easy first:me", "hour")
	}
	w.steps(t, "ben /play game:magic level:easy first:me", "pass 700h")
	for range 24 {
		w.steps(t, "wake", "hour")
	}
	phases := map[storage.Phase]int{}
	for _, live := range []bool{true, false} {
		own, err := w.store.OfPlayer(t.Context(), "ann", live, storage.All)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range own {
			if phases[h.Phase]++; live && !h.Asleep {
				t.Errorf("match %s is awake, want it asleep", h.ID)
			}
		}
	}
	if phases[storage.Playing] != 20 || phases[storage.Off] != 1 {
		t.Errorf("of ann's games %v, want 20 that sleep and one that ended", phases)
	}
	said := w.head(t, "1")
	if said.Ended != "slept" || said.Published != said.Desired {
		t.Errorf("the oldest ended by %q, shown %v of %v, want slept and shown", said.Ended, said.Published, said.Desired)
	}
	if board := w.ByID(said.Message); board == nil || !strings.Contains(board.Newest().Content, "20 newer games of yours sleep, so I closed this one.") {
		t.Errorf("its board says %v, want why it ended", board)
	}
}
