package commands_test

import (
	"errors"
	"strings"
	"testing"

	"parlour/storage"
)

// A rematch that a crash cuts off before it is stored begins at the next start, once, however
// often its button is pressed.
//
//test:unwatched
func TestRematchAfterACrash(t *testing.T) {
	t.Parallel()
	for writes := range 6 {
		w := newTalk(t)
		w.steps(t, "ann /play game:magic opponent:parlour level:easy first:me", "ann /resign", "ann clicks Yes, resign")
		w.dies(writes)
		w.steps(t, "ann clicks Rematch on 2")
		w.steps(t, "restart", "pass 2m", "resume", "wake", "ann /rematch", "ann /rematch", "again")
		live, err := w.store.OfPlayer(t.Context(), "ann", true, storage.All)
		if err != nil || len(live) != 1 {
			t.Fatalf("after %d writes and a crash there are %d games, %v, want one", writes, len(live), err)
		}
		if live[0].Phase != storage.Playing || live[0].Players[1].ID != "ann" || live[0].Published != live[0].Desired {
			t.Errorf("after %d writes and a crash the rematch is %+v, want a game shown in which ann is second", writes, live[0])
		}
	}
}

// A rematch takes over what the table was opened with.
func TestRematchKeepsTheTable(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /settings palette:contrast", "ann /play game:permute options:size=12 opponent:ben first:me turn-time:5 days total-time:4 weeks",
		"ben clicks Accept on 1", "ben /resign", "ben clicks Yes, resign", "ben /rematch", "ann clicks Accept on 4")
	ended, err := w.store.OfPlayer(t.Context(), "ann", false, storage.All)
	live, failed := w.store.OfPlayer(t.Context(), "ann", true, storage.All)
	if err = errors.Join(err, failed); err != nil || len(ended) != 1 || len(live) != 1 {
		t.Fatalf("there are %d ended and %d live games (%v), want one of each", len(ended), len(live), err)
	}
	old, next := ended[0], live[0]
	if next.Setup.Options["size"] != "12" || next.TurnTime != old.TurnTime || next.TotalTime != old.TotalTime || next.Palette != "contrast" {
		t.Errorf("the rematch is %+v, want the options, the times and the palette of %+v", next, old)
	}
	if old.Next != next.ID || next.Players[0].ID != "ben" || next.Players[1].ID != "ann" {
		t.Errorf("the rematch is %+v, want swapped players", next)
	}
}

// A press between the moment in which a rematch is named and the one in which it is stored shows
// the rematch, too.
func TestRematchIsBegunByTheSecondPress(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:magic opponent:parlour level:easy first:me", "ann /resign", "ann clicks Yes, resign")
	w.dies(1)
	w.steps(t, "ann clicks Rematch on 2", "restart", "ann clicks Rematch on 2")
	if said := w.last("ann"); said.Picture == nil {
		t.Errorf("the second press is answered with %q, want the board of the rematch", said.Content)
	}
	if last := w.Posts[len(w.Posts)-1]; last.Versions[0].Picture == nil || !strings.HasPrefix(last.Versions[0].Picture.Alt, "Rubik's Magic: Parlour (easy) plays Circle") || len(w.Posts) != 3 {
		t.Errorf("the last of %d messages says %q, want the board of the rematch", len(w.Posts), last.Versions[0].Content)
	}
}

// Both people press Rematch: the second press agrees.
func TestRematchByTwoPresses(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:magic opponent:ben first:me", "ben clicks Accept on 1", "ann /resign", "ann clicks Yes, resign",
		"ben clicks Rematch on 3", "ann clicks Rematch on 3")
	live, err := w.store.OfPlayer(t.Context(), "ann", true, storage.All)
	if err != nil || len(live) != 1 || live[0].Players[0].ID != "ben" {
		t.Fatalf("the live games are %+v (%v), want the rematch with ben first", live, err)
	}
	if line := w.Posts[3].Versions[len(w.Posts[3].Versions)-1]; len(line.Rows) > 0 || line.Content != "Ann and Ben play again." {
		t.Errorf("the question says %q, want a line", line.Content)
	}
}
