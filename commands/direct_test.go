package commands_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"parlour/commands/world"
)

// Everybody who owes a bid has one direct message in the end, after whichever write the bot dies.
func TestDirectMessagesSurviveACrash(t *testing.T) {
	for writes := range 6 { // the start of the game with its claim, the channels of both people, and what was shown
		w := newTalk(t)
		w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1")
		w.dies(writes)
		w.steps(t, "ann clicks Start on 1", "restart", "resume")
		if writes == 0 {
			w.steps(t, "ann clicks Start on 1")
		}
		w.steps(t, "wake", "hour", "wake")
		var to []string
		for _, p := range w.DMs {
			to = append(to, p.Channel)
		}
		if want := []string{"dm-ann", "dm-ben"}; !slices.Equal(to, want) {
			t.Errorf("after %d writes direct messages went to %v, want %v", writes, to, want)
		}
		if m, err := w.store.Get(t.Context(), "1"); err != nil || len(m.Asked) != 2 || m.Asked[0].Message != "d1" || m.Asked[1].Message != "d2" {
			t.Errorf("after %d writes the match knows of %+v (%v)", writes, m.Asked, err)
		}
	}
}

// A direct message that hangs holds up neither the other messages nor the board, and nor does
// the edit of the table. The first board notifies everybody.
func TestHangingMessageHoldsUpNoBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newTalk(t)
		w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1")
		w.before = func(ctx context.Context, c world.Call) error {
			if c.Op != world.ToEdit && (c.Op != world.ToPost || c.Channel != world.DM+"ann") {
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		}
		w.steps(t, "ann clicks Start on 1")
		if len(w.DMs) != 1 || w.DMs[0].Channel != world.DM+"ben" {
			t.Fatalf("%d direct messages were sent, want one to ben", len(w.DMs))
		}
		if board := w.Posts[len(w.Posts)-1].Versions[0]; !slices.Equal(board.Pings, []string{"ann", "ben"}) {
			t.Errorf("the first board notifies %v, want ann and ben", board.Pings)
		}
		w.before = nil
		w.steps(t, "pass 1m", "wake")
		if len(w.DMs) != 2 || w.DMs[1].Channel != world.DM+"ann" {
			t.Errorf("%d direct messages were sent in the end, want ann's too", len(w.DMs))
		}
	})
}
