package publish_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// An idleChannel is one for lines of old boards, for which there is room as its test says.
type idleChannel struct {
	*channel
	free   bool                            // whether there is room without waiting for it
	fails  func(do func() error) error     // does a request as it goes wrong; nil for requests that go well
	aside  []func(ctx context.Context)     // what is to be done aside
	places int                             // how often room was waited for
	rests  int                             // how often there was a pause
	room   func(ctx context.Context) error // called for each place; nil for nothing
}

// place is the key under which a context has a place for one request.
type place struct{}

func (c *idleChannel) do(ctx context.Context, do func() error) error {
	if left, ok := ctx.Value(place{}).(*int); ok && *left > 0 {
		*left--
	} else if !c.free {
		return publish.ErrLater
	}
	if c.fails != nil {
		return c.fails(do)
	}
	return do()
}

func (c *idleChannel) Edit(ctx context.Context, channel, id string, m message.Message) error {
	return c.do(ctx, func() error { return c.channel.Edit(ctx, channel, id, m) })
}

func (c *idleChannel) Delete(ctx context.Context, channel, id string) error {
	return c.do(ctx, func() error { return c.channel.Delete(ctx, channel, id) })
}

// idleProcess returns a process whose lines go to a channel that has no room yet.
func (h *fixture) idleProcess() (*match.Env, *publish.Publisher, *idleChannel) {
	h.t.Helper()
	idle := &idleChannel{channel: h.channel}
	env, publisher := h.processWith(h.store, func(c *publish.Config) {
		c.Idle, c.Aside = idle, func(do func(context.Context)) { idle.aside = append(idle.aside, do) }
		c.Wait = func(ctx context.Context, d time.Duration) error { idle.rests++; h.pass(d); return ctx.Err() }
		c.Room = func(ctx context.Context) (context.Context, error) {
			idle.places++
			if idle.room != nil {
				if err := idle.room(ctx); err != nil {
					return ctx, err
				}
			}
			one := 1
			return context.WithValue(ctx, place{}, &one), ctx.Err()
		}
	})
	return env, publisher, idle
}

// doAside does what is to be done aside, until there is nothing.
func (c *idleChannel) doAside(ctx context.Context) {
	for len(c.aside) > 0 {
		do := c.aside[0]
		c.aside = c.aside[1:]
		do(ctx)
	}
}

// left returns how many boards of the past the match remembers.
func (h *fixture) left() int { return len(h.stored().Old) }

// While there is no room, boards are posted and none becomes a line. The match stays due. As soon as
// there is a place for one request after the other, every old board becomes its line, with one request
// each, and no check is needed for it.
func TestLinesWaitForRoom(t *testing.T) {
	h := newFixture(t)
	env, publisher, idle := h.idleProcess()
	h.playOn(env, publisher, 4)
	if m := h.stored(); len(m.Old) != 4 || len(h.messages) != 6 || m.NextCheck.After(h.now().Add(match.Lease)) {
		t.Fatalf("without room there are %d messages and old are %v, looked at again at %v; want 6 and 4, within %v", len(h.messages), m.Old, m.NextCheck, match.Lease)
	}
	for i, p := range h.messages[1:] {
		if p.versions != 1 || len(p.buttons) == 0 {
			t.Errorf("without room board %d was changed", i)
		}
	}
	idle.doAside(t.Context())
	h.check("with room")
	h.lines("with room", "deleted", plain[1], plain[2], plain[3])
	if n := h.left(); n > 0 || idle.rests > 0 || idle.places != 4 {
		t.Errorf("%d old boards are left after %d places and %d pauses, want none after 4 places", n, idle.places, idle.rests)
	}
	if m := h.stored(); !m.NextCheck.After(h.now().Add(match.Lease)) {
		t.Errorf("the match is looked at again at %v, though nothing is due", m.NextCheck)
	}
}

// A match that is due for another reason stays due after a visit.
func TestAVisitLeavesWhatIsDue(t *testing.T) {
	h := newFixture(t)
	env, publisher, idle := h.idleProcess()
	h.playOn(env, publisher, 2)
	if err := env.Touch(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	idle.doAside(t.Context())
	if m := h.stored(); len(m.Old) > 0 || m.NextCheck.After(h.now()) {
		t.Errorf("old are %v, and the match is looked at again at %v; want none, and now", m.Old, m.NextCheck)
	}
}

// A move is committed while lines wait, and a match is visited before the publication of the move
// begins. The board of the move comes all the same, at once.
func TestAVisitHoldsUpNoMove(t *testing.T) {
	h := newFixture(t)
	env, publisher, idle := h.idleProcess()
	h.playOn(env, publisher, 2)
	claim := h.press(env)
	idle.doAside(t.Context())
	if err := publisher.Publish(t.Context(), claim); err != nil || len(h.messages) != 5 {
		t.Fatalf("there are %d messages (%v), want the table and boards of three moves after the first", len(h.messages), err)
	}
	idle.doAside(t.Context())
	h.check("after the move")
	if n := h.left(); n > 0 {
		t.Errorf("%d old boards are left", n)
	}
}

// A publication that is made again, as the first one was cut off or failed, makes lines without waiting
// for room: nothing visits its match.
func TestAPublicationThatIsMadeAgainWaitsForNoRoom(t *testing.T) {
	h := newFixture(t)
	env, publisher, idle := h.idleProcess()
	h.playOn(env, publisher, 2)
	h.press(env) // and its process dies
	h.pass(match.Lease + time.Second)
	h.due(publisher, 0)
	h.check("after the lease")
	if n := h.left(); n > 0 || idle.places > 0 {
		t.Errorf("%d old boards are left after %d places, want none without a place", n, idle.places)
	}
}

// While a visit waits for room, the match is free: a move is made and shown.
func TestWaitingForRoomHoldsNoMatch(t *testing.T) {
	h := newFixture(t)
	env, publisher, idle := h.idleProcess()
	h.playOn(env, publisher, 2)
	idle.room = func(context.Context) error {
		idle.room = nil
		h.playOn(env, publisher, 1)
		if len(h.messages) != 5 {
			t.Errorf("there are %d messages, want the board of the move", len(h.messages))
		}
		return nil
	}
	finish(t, func() { idle.doAside(t.Context()) }, "the lines")
	h.check("in the end")
	if n := h.left(); n > 0 {
		t.Errorf("%d old boards are left", n)
	}
}

// What waits for room is not lost by a crash: the next process makes lines of it at its start, and
// when it has room. Whatever becomes of a request, and also when its answer is lost, the old boards
// are lines in the end.
func TestOldBoardsAreLinesAfterFaultsAndARestart(t *testing.T) {
	bad := errors.New("502")
	for name, fails := range map[string]func(do func() error) error{
		"no room":          func(func() error) error { return publish.ErrLater },
		"no effect":        func(func() error) error { return bad },
		"a lost answer":    func(do func() error) error { _ = do(); return bad },
		"a limit of edits": func(func() error) error { return fmt.Errorf("%w: 30046", publish.ErrLater) },
	} {
		for _, restarts := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", restarts: ", restarts), func(t *testing.T) {
				h := newFixture(t)
				env, publisher, idle := h.idleProcess()
				idle.free, idle.fails = true, fails
				h.playOn(env, publisher, 3)
				if n := h.left(); n != 3 {
					t.Fatalf("%d old boards are remembered, want 3", n)
				}
				// Each of the next requests goes wrong, and the one after it goes well.
				wrong := 6
				idle.fails = func(do func() error) error {
					if wrong--; wrong%2 == 1 && wrong > 0 {
						return fails(do)
					}
					return do()
				}
				if restarts {
					_, publisher, idle = h.idleProcess()
					idle.free = true
					h.due(publisher, match.Lease-1)
				}
				idle.doAside(t.Context())
				for range 4 {
					h.pass(match.Lease + time.Second)
					h.due(publisher, 0)
				}
				h.check("in the end")
				if n := h.left(); n > 0 {
					t.Errorf("%d old boards are left", n)
				}
			})
		}
	}
}

// A match for whose boards nothing can be done is visited again after a pause, and no more once the
// process ends.
func TestVisitsInVainPause(t *testing.T) {
	h := newFixture(t)
	env, publisher, idle := h.idleProcess()
	h.playOn(env, publisher, 2)
	ctx, end := context.WithCancel(t.Context())
	tries := 0
	idle.fails = func(func() error) error { // its channel is limited
		if tries++; tries == 20 {
			end()
		}
		return publish.ErrLater
	}
	finish(t, func() { idle.doAside(ctx) }, "the end of the visits")
	if idle.rests < 5 || idle.rests > tries {
		t.Errorf("after %d requests in vain there were %d pauses", tries, idle.rests)
	}
	if n := h.left(); n != 2 {
		t.Errorf("%d old boards are remembered, want 2", n)
	}
}
