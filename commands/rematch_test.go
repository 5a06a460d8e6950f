package commands_test

import (
	"errors"
	"testing"

	"parlour/commands"
	"parlour/storage"
)

// A rematch that a crash cuts off before it is stored begins at the next start, once, however
// often its button is pressed.
func TestRematchAfterACrash(t *testing.T) {
	t.Parallel()
	for writes := range 6 {
		w := newWorld(t)
		w.steps(t, "ann /play game:magic opponent:parlour level:easy first:me", "ann /resign", "ann clicks Yes, resign")
		healthy := w.service.Config.Store
		store := &failing{Store: healthy, err: errDied, left: writes}
		w.with(func(c *commands.Config) { c.Store = store })
		w.steps(t, "ann clicks Rematch on 3")
		w.steps(t, "restart", "pass 2m", "resume", "wake", "ann /rematch", "ann /rematch", "again")
		live, err := w.store.OfPlayer(t.Context(), "ann", true)
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
	w := newWorld(t)
	w.steps(t, "ann /settings palette:contrast", "ann /play game:permute options:size=12 opponent:ben first:me turn-time:5 days total-time:4 weeks",
		"ben clicks Accept on 1", "ben /resign", "ben clicks Yes, resign", "ben /rematch", "ann clicks Accept on 4")
	ended, err := w.store.OfPlayer(t.Context(), "ann", false)
	live, failed := w.store.OfPlayer(t.Context(), "ann", true)
	if err = errors.Join(err, failed); err != nil || len(ended) != 1 || len(live) != 1 {
		t.Fatalf("there are %d ended and %d live games (%v), want one of each", len(ended), len(live), err)
	}
	old, next := ended[0], live[0]
	if next.Setup.Options["size"] != "12" || next.TurnTime != old.TurnTime || next.TotalTime != old.TotalTime || next.Palette != "contrast" {
		t.Errorf("the rematch is %+v, want the options, the times and the palette of %+v", next, old)
	}
	if old.Next != next.ID || next.Players[0].ID != "ben" || next.Players[1].ID != "ann" || next.Secret == nil {
		t.Errorf("the rematch is %+v, want swapped players and a secret of its own", next)
	}
}
