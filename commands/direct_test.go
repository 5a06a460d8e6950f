package commands_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"parlour/commands"
	"parlour/commands/message"
)

// Everybody who owes a bid has one direct message in the end, after whichever write the bot dies.
func TestDirectMessagesSurviveACrash(t *testing.T) {
	for writes := range 6 { // the start of the game with its claim, the channels of both people, and what was shown
		w := newWorld(t)
		w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1")
		w.with(func(c *commands.Config) { c.Store = &failing{Store: w.store, left: writes, err: errDied} })
		w.steps(t, "ann clicks Start on 1", "restart", "resume")
		if writes == 0 {
			w.steps(t, "ann clicks Start on 1")
		}
		w.steps(t, "wake", "hour", "wake")
		var to []string
		for _, p := range w.direct {
			to = append(to, p.channel)
		}
		if want := []string{"dm-ann", "dm-ben"}; !slices.Equal(to, want) {
			t.Errorf("after %d writes direct messages went to %v, want %v", writes, to, want)
		}
		if m, err := w.store.Get(t.Context(), "1"); err != nil || len(m.Asked) != 2 || m.Asked[0].Message != "d1" || m.Asked[1].Message != "d2" {
			t.Errorf("after %d writes the match knows of %+v (%v)", writes, m.Asked, err)
		}
	}
}

// hanging is a channel in which direct messages to Ann and all edits hang.
type hanging struct{ *world }

func (c hanging) Post(ctx context.Context, channel, nonce string, m message.Message) (string, error) {
	if channel == directPrefix+"ann" {
		<-ctx.Done()
		return "", ctx.Err()
	}
	return c.world.Post(ctx, channel, nonce, m)
}

func (c hanging) Edit(ctx context.Context, _, _ string, _ message.Message) error {
	<-ctx.Done()
	return ctx.Err()
}

// A direct message that hangs holds up neither the other messages nor the board, and nor does
// the edit of the table. The first board notifies everybody.
func TestHangingMessageHoldsUpNoBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1")
		w.with(func(c *commands.Config) { c.Channel = hanging{w} })
		w.steps(t, "ann clicks Start on 1")
		if len(w.direct) != 1 || w.direct[0].channel != directPrefix+"ben" {
			t.Fatalf("%d direct messages were sent, want one to ben", len(w.direct))
		}
		if board := w.public[len(w.public)-1].versions[0]; !slices.Equal(board.Pings, []string{"ann", "ben"}) {
			t.Errorf("the first board notifies %v, want ann and ben", board.Pings)
		}
		w.with(func(c *commands.Config) { c.Channel = w })
		w.steps(t, "pass 1m", "wake")
		if len(w.direct) != 2 || w.direct[1].channel != directPrefix+"ann" {
			t.Errorf("%d direct messages were sent in the end, want ann's too", len(w.direct))
		}
	})
}
