package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// Messages of a full table of six stay within Discord's limits when every seat is offered, and
// when anybody may offer every seat. The world checks every message.
func TestEverySeatIsOffered(t *testing.T) {
	w := newTalk(t)
	who := []string{"ann", "ben", "cleo", "dan", "eve", "fay"}
	w.steps(t, "ann /play game:permutu")
	for _, p := range who[1:] {
		w.steps(t, p+" clicks Join on 1")
	}
	w.steps(t, "ann clicks Start on 1")
	for _, p := range who {
		w.steps(t, fmt.Sprintf("%s clicks More on %d", p, len(w.Posts)), p+" clicks Offer my place", p+" clicks Yes, offer it")
	}
	if n := len(w.head(t, "1").Offered); n != len(who) {
		t.Fatalf("%d seats are offered, want %d", n, len(who))
	}
	w.steps(t, fmt.Sprintf("gus clicks Take Fay's place on %d", len(w.Posts)))
	w.alter(t, "1", func(h *storage.Head) {
		h.Offered = nil
		for i := range h.Clocks {
			h.Clocks[i].Missed = 2
		}
	})
	w.steps(t, fmt.Sprintf("ann clicks More on %d", len(w.Posts)), "ann clicks Offer Gus's place")
}

// A board of people with the longest names, whose seats are all offered and whose clocks expire
// at different moments, says less instead of being too long.
func TestBoardOfLongNames(t *testing.T) {
	for _, game := range []string{"permutu options:start=quick", "permutations"} {
		w := newTalk(t)
		who := []string{"longa", "longb", "longc", "longd", "longe"}
		w.steps(t, "longa /play game:"+game+" total-time:20d turn-time:3d")
		for _, p := range who[1:] {
			w.steps(t, p+" clicks Join on 1")
		}
		w.steps(t, "longa clicks Start on 1")
		w.alter(t, "1", func(h *storage.Head) {
			for i := range h.Clocks {
				h.Clocks[i].Since = h.Clocks[i].Since.Add(-time.Duration(i) * time.Hour)
			}
		})
		for _, p := range who {
			w.steps(t, fmt.Sprintf("%s clicks More on %d", p, len(w.Posts)), p+" clicks Offer my place", p+" clicks Yes, offer it", p+" /away until:5")
		}
		if said := w.shown(); !strings.Contains(said, "'s time runs out") {
			t.Errorf("the board says %q", said)
		}
	}
}
