package commands_test

import (
	"slices"
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

// The menu of /settings shows each setting with its value.
func TestTheMenuOfSettingsShowsValues(t *testing.T) {
	w := newTalk(t)
	labels := func() (all []string) {
		w.steps(t, "ann /settings")
		for _, o := range w.last("ann").Rows[0][0].Options {
			all = append(all, o.Label)
		}
		return all
	}
	if got, want := labels(), strings.Split("Colours: classic|Direct messages: on|Confirm: on|Time zone: not set|Quiet hours: off|"+
		"Reminders: 80%|Daily list: off|Challenges: everybody|Away: off", "|"); !slices.Equal(got, want) {
		t.Errorf("the menu of a newcomer has %q, want %q", got, want)
	}
	w.steps(t, "ann /settings palette:contrast dms:off confirm:off zone:Berlin digest:8 remind:none challenges:known", "ann /away until:5 days")
	w.steps(t, `note ann {"blocked":[{"id":"ben","name":"Ben"}]}`)
	if got, want := labels(), strings.Split("Colours: high contrast|Direct messages: off|Confirm: off|Time zone: Europe/Berlin|"+
		"Quiet hours: 22:00–08:00|Reminders: off|Daily list: 08:00|Challenges: people you've played with lately in the same server|"+
		"Away: until Wed 25 Nov|Blocked people: 1", "|"); !slices.Equal(got, want) {
		t.Errorf("the menu has %q, want %q", got, want)
	}
}
