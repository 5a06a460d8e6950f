package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// A full table of six, at which every seat is offered, or could be by anybody: what is
// shown stays within Discord's limits, which every message of a world is checked for.
func TestEverySeatIsOffered(t *testing.T) {
	w := newWorld(t)
	who := []string{"ann", "ben", "cleo", "dan", "eve", "fay"}
	w.steps(t, "ann /play permutu")
	for _, p := range who[1:] {
		w.steps(t, p+" clicks Join on 1")
	}
	w.steps(t, "ann clicks Start on 1")
	for _, p := range who {
		w.steps(t, fmt.Sprintf("%s clicks More on %d", p, len(w.public)), p+" clicks Offer my seat", p+" clicks Yes, offer it")
	}
	if n := len(w.head(t, "1").Offered); n != len(who) {
		t.Fatalf("%d seats are offered, want %d", n, len(who))
	}
	w.steps(t, fmt.Sprintf("gus clicks Take the seat of Fay on %d", len(w.public)))
	w.alter(t, "1", func(h *storage.Head) {
		h.Offered = nil
		for i := range h.Clocks {
			h.Clocks[i].Missed = 2
		}
	})
	w.steps(t, fmt.Sprintf("ann clicks More on %d", len(w.public)), "ann clicks Offer the seat of Gus")
}

// Cleo offers her seat and then leaves for good, or until the end by her time for the
// whole game: nobody is offered a seat that nobody can play on in.
func TestASeatThatNobodyCanTakeIsNotOffered(t *testing.T) {
	for name, leaves := range map[string][]string{
		"permutu":      {"cleo /resign", "cleo clicks Yes, resign"},
		"permutations": {"pass 9h50m", "remind", "pass 11m", "wake"},
	} {
		w := newWorld(t)
		w.steps(t, "ann /play "+name+" first:me total-time:10h", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1",
			"cleo clicks More on 2", "cleo clicks Offer my seat", "cleo clicks Yes, offer it")
		w.steps(t, leaves...)
		if h := w.head(t, "1"); len(h.Offered) > 0 {
			t.Errorf("%s: the seats %v are offered, want none", name, h.Offered)
		}
	}
}

// Ben missed two turns and comes back. From then on he has missed none, and nobody may
// offer his seat.
func TestWhoComesBackKeepsTheSeat(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permutations first:me", "ben clicks Join on 1", "ann clicks Start on 1")
	w.alter(t, "1", func(h *storage.Head) { h.Clocks[1].Missed = 2 })
	w.steps(t, "ben /resign", "ben clicks Yes, resign", fmt.Sprintf("ben clicks More on %d", len(w.public)), "ben clicks Play again")
	w.steps(t, fmt.Sprintf("ann clicks More on %d", len(w.public)))
	if err := w.step(t, "ann clicks Offer the seat of Ben"); err == nil {
		t.Error("Ann may offer the seat of Ben, who is back")
	}
}

// Ann was asked for a bid, and a moment later Cleo has her seat and is asked too: by a
// message of her own, whose nonce is another.
func TestWhoTakesASeatIsAsked(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permutations first:me", "ben clicks Join on 1", "ann clicks Start on 1",
		"ann clicks More on 2", "ann clicks Offer my seat", "ann clicks Yes, offer it", "cleo clicks Take the seat of Ann on 3")
	if said := w.reminders("cleo"); len(said) != 1 {
		t.Errorf("Cleo was sent %q, want to be asked once", said)
	}
}

// Ann has thought for half of her time for the whole game when Cleo takes her seat: the
// other half is left. The next one sits down when nearly nothing is, and has a quarter.
func TestASeatIsTakenWithTheTimeItHasLeft(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permute opponent:ben first:me turn-time:none total-time:10h", "ben clicks Accept on 1",
		"ann clicks More on 2", "ann clicks Offer my seat", "ann clicks Yes, offer it", "pass 5h", "cleo clicks Take the seat of Ann on 3")
	if c := w.head(t, "1").Clocks[0]; c.Spent != 5*time.Hour || !c.Since.Equal(w.now) {
		t.Errorf("Cleo's clock is %+v, want 5 hours to be spent, and a turn since %v", c, w.now)
	}
	w.steps(t, "cleo clicks More on 4", "cleo clicks Offer my seat", "cleo clicks Yes, offer it", "pass 4h50m", "dan clicks Take the seat of Cleo on 5")
	if c := w.head(t, "1").Clocks[0]; c.Spent != 7*time.Hour+30*time.Minute || !c.Since.Equal(w.now) {
		t.Errorf("Dan's clock is %+v, want 7 and a half hours to be spent, and a turn since %v", c, w.now)
	}
}

// A full table of people with the longest names, all of whose seats are offered and whose
// times are up at different moments: a board says less rather than being refused.
func TestABoardOfLongNames(t *testing.T) {
	for _, game := range []string{"permutu start:quick", "permutations"} {
		w := newWorld(t)
		who := []string{"longa", "longb", "longc", "longd", "longe"}
		w.steps(t, "longa /play "+game+" total-time:20d turn-time:3d")
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
			w.steps(t, fmt.Sprintf("%s clicks More on %d", p, len(w.public)), p+" clicks Offer my seat", p+" clicks Yes, offer it", p+" /away until:5")
		}
		if said := w.shown(); !strings.Contains(said, "Time of ") || !strings.HasPrefix(said, "Your turn, ") {
			t.Errorf("the board says %q", said)
		}
	}
}
