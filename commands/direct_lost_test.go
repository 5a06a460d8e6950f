package commands_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/storage"
)

// forget takes a direct message out of the head, as after a crash between its post and the note.
func (w *talk) forget(t *testing.T, message string) {
	t.Helper()
	w.alter(t, "1", func(h *storage.Head) {
		h.Asked = slices.DeleteFunc(h.Asked, func(d storage.Direct) bool { return d.Message == message })
	})
}

// auction starts a game of three, who get a direct message each. The match forgets Ann's, as after a
// crash. It returns a check of whether a message was deleted.
func auction(t *testing.T) (w *talk, deleted func(message string) bool) {
	t.Helper()
	w = newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1")
	w.forget(t, "d1")
	return w, func(message string) bool {
		return strings.Contains(w.out.String(), "#dm-ann, message "+message+" is deleted")
	}
}

var firstAuction = []string{"ann /move move:bid 47 take 38 29", "ben /move move:bid 43 take 38 35", "cleo /move move:bid 5", "cleo clicks Confirm"}

// A crash leaves a direct message of an auction, and its person presses it when there is a newer one.
// It goes away.
func TestLostDirectMessageGoesWhenItIsPressed(t *testing.T) {
	w, deleted := auction(t)
	w.steps(t, firstAuction...)
	if deleted("d1") {
		t.Fatal("the message that nobody knows is deleted")
	}
	w.steps(t, "ann in dm picks 6 on d1")
	if said := w.out.String(); !deleted("d1") || !strings.Contains(said, "The game has moved on. Here it is now.") {
		t.Errorf("the message that was pressed late stays:\n%s", said[strings.LastIndex(said, "> "):])
	}
	if m := w.head(t, "1"); slices.ContainsFunc(m.Asked, func(d storage.Direct) bool { return d.Message == "d1" }) {
		t.Errorf("the match still knows of %+v", m.Asked)
	}
	w.steps(t, "ann in dm picks 6 on d4") // of this auction, which the match knows
	if deleted("d4") {
		t.Error("the newest message is deleted")
	}
}

// A crash leaves a direct message of an auction, and its person presses it once the bids are revealed.
// It goes away, and the auction that asks them next has a message of its own.
func TestLostDirectMessageOfRevealedBidsGoes(t *testing.T) {
	w, deleted := auction(t)
	w.steps(t, firstAuction...)
	w.forget(t, "d4")
	w.steps(t, "ann /move move:bid 44", "ben /move move:bid 48", "cleo /move move:bid 4", "cleo clicks Confirm")
	if deleted("d4") {
		t.Fatal("the message that nobody knows is deleted")
	}
	w.steps(t, "ann in dm picks 6 on d4")
	if m := w.head(t, "1"); !deleted("d4") || slices.ContainsFunc(m.Asked, func(d storage.Direct) bool { return d.Message == "d4" }) {
		t.Errorf("the match knows of %+v, and d4 is deleted: %v", m.Asked, deleted("d4"))
	}
}

// A bid by a direct message that a crash left makes it known, though its buttons go.
func TestLostDirectMessageIsAdoptedByABid(t *testing.T) {
	w, deleted := auction(t)
	w.steps(t, "ben /move move:bid 43 take 38 35", "cleo /move move:bid 5")
	w.forget(t, "d1") // its nonce has found it
	w.steps(t, "ann in dm picks 47 on d1", "ann in dm clicks Confirm on d1")
	if !deleted("d1") {
		t.Error("the message stays when the bids are revealed")
	}
}
