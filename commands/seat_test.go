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

// Cleo offers her seat and then leaves for good, or uses up her total time. The offer ends,
// because nobody could play on in that seat.
func TestUntakeableSeatIsNotOffered(t *testing.T) {
	for name, leaves := range map[string][]string{
		"permutu":      {"cleo /resign", "cleo clicks Yes, resign"},
		"permutations": {"pass 9h50m", "remind", "pass 11m", "wake"},
	} {
		w := newTalk(t)
		w.steps(t, "ann /play game:"+name+" first:me total-time:10h", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1",
			"cleo clicks More on 2", "cleo clicks Offer my place", "cleo clicks Yes, offer it")
		w.steps(t, leaves...)
		if h := w.head(t, "1"); len(h.Offered) > 0 {
			t.Errorf("%s: the seats %v are offered, want none", name, h.Offered)
		}
	}
}

// Ben comes back after two missed turns. Then he has missed none, and nobody may offer his seat.
func TestReturningPlayerKeepsTheSeat(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "ann clicks Start on 1")
	w.alter(t, "1", func(h *storage.Head) { h.Clocks[1].Missed = 2 })
	w.steps(t, "ben /resign", "ben clicks Yes, resign", fmt.Sprintf("ben clicks More on %d", len(w.Posts)), "ben clicks Come back")
	w.steps(t, fmt.Sprintf("ann clicks More on %d", len(w.Posts)))
	if err := w.step(t, "ann clicks Offer Ben's place"); err == nil {
		t.Error("Ann may offer the seat of Ben, who is back")
	}
}

// Cleo takes the seat of Ann, who has just been asked for a bid. Cleo is asked by a message of
// her own with another nonce.
func TestNewPlayerIsAskedForABid(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "ann clicks Start on 1",
		"ann clicks More on 2", "ann clicks Offer my place", "ann clicks Yes, offer it", "cleo clicks Take Ann's place on 3")
	if said := w.reminders("cleo"); len(said) != 1 {
		t.Errorf("Cleo was sent %q, want to be asked once", said)
	}
}

// Cleo takes Ann's seat with half of its total time left and keeps that half. Dan takes it with
// nearly nothing left and gets a quarter.
func TestTakenSeatKeepsItsTimeLeft(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:none total-time:10h", "ben clicks Accept on 1",
		"ann clicks More on 2", "ann clicks Offer my place", "ann clicks Yes, offer it", "pass 5h", "cleo clicks Take Ann's place on 3")
	if c := w.head(t, "1").Clocks[0]; c.Spent != 5*time.Hour || !c.Since.Equal(w.Now()) {
		t.Errorf("Cleo's clock is %+v, want 5 hours to be spent, and a turn since %v", c, w.Now())
	}
	w.steps(t, "cleo clicks More on 4", "cleo clicks Offer my place", "cleo clicks Yes, offer it", "pass 4h50m", "dan clicks Take Cleo's place on 5")
	if c := w.head(t, "1").Clocks[0]; c.Spent != 7*time.Hour+30*time.Minute || !c.Since.Equal(w.Now()) {
		t.Errorf("Dan's clock is %+v, want 7 and a half hours to be spent, and a turn since %v", c, w.Now())
	}
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
