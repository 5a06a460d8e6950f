package publish_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// A forgetful channel fails the first requests that take a direct message away.
type forgetful struct {
	*channel
	fails int
	err   error
	tries int
}

func (c *forgetful) take(do func() error) error {
	if c.tries++; c.fails > 0 {
		c.fails--
		return c.err
	}
	return do()
}

func (c *forgetful) Strip(ctx context.Context, channel, id string) error {
	return c.take(func() error { return c.channel.Strip(ctx, channel, id) })
}

func (c *forgetful) Delete(ctx context.Context, channel, id string) error {
	return c.take(func() error { return c.channel.Delete(ctx, channel, id) })
}

// The game ends while two people are asked for a bid in direct messages. What cannot be taken away
// now is taken away later, without another move; what Discord refuses for good is left alone.
func TestADirectMessageIsTakenAwayLater(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		tries int
	}{"for now": {errors.New("502"), 5}, "for good": {publish.ErrForbidden, 2}} {
		t.Run(name, func(t *testing.T) {
			h := newGame(t, "permutations", ann, ben)
			env, publisher := h.process(h.store)
			f := &forgetful{channel: h.channel, fails: 3, err: c.err}
			publisher.Patient, publisher.Directs.Patient = f, f
			var m *match.Match
			var err error
			for seat := range games.Seat(2) {
				if m, err = env.Change(t.Context(), "m", func(m *match.Match) ([]games.Ply, error) { return m.Resign(seat) }); err != nil {
					t.Fatal(err)
				}
			}
			if m.Phase == storage.Playing {
				t.Fatal("the game goes on")
			}
			err = publisher.Publish(t.Context(), m.Unshown())
			for range 4 {
				if err != nil {
					t.Fatal(err)
				}
				h.pass(match.Lease + time.Second)
				err = publisher.Due(t.Context(), 0)
			}
			stored, err := h.store.Get(t.Context(), "m")
			if err != nil || len(stored.Asked) > 0 || f.tries != c.tries {
				t.Errorf("after %d tries these are left: %+v (%v); want none after %d", f.tries, stored.Asked, err, c.tries)
			}
		})
	}
}
