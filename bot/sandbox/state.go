package sandbox

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// state is the world and the lock that guards it. All parts of a [Server] share one,
// and its lock guards their fields too.
type state struct {
	clock func() time.Time
	done  chan struct{} // closed by [Server.Close]

	mu      sync.Mutex
	world   world
	changed chan struct{} // closed and replaced at every change
}

// newState makes the world as it is at first. Its time is that of a clock.
func newState(clock func() time.Time) *state {
	s := &state{clock: clock, done: make(chan struct{}), changed: make(chan struct{})}
	s.world.build(clock())
	return s
}

// now is the time by the clock.
func (s *state) now() time.Time { return s.clock() }

// lock takes the lock that guards the world and the fields of all parts.
func (s *state) lock() { s.mu.Lock() }

// unlock gives the lock back.
func (s *state) unlock() { s.mu.Unlock() }

// end ends every wait. It is called once.
func (s *state) end() { close(s.done) }

// ended is closed at the end.
func (s *state) ended() <-chan struct{} { return s.done }

// next is closed at the next change. The lock is held.
func (s *state) next() <-chan struct{} { return s.changed }

// bump wakes everybody in [state.await]. The lock is held.
func (s *state) bump() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// change changes the world under the lock, and wakes everybody in [state.await].
func (s *state) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	s.bump()
}

var errClosed = errors.New("sandbox: closed")

// await blocks until ok returns true. ok is called with the lock held, after every
// change.
func (s *state) await(ctx context.Context, ok func() bool) error {
	for {
		s.mu.Lock()
		done, changed := ok(), s.changed
		s.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errClosed
		}
	}
}

// person finds a person by name. An unknown name is a mistake in the test, so it
// panics.
func (s *state) person(name string) *user {
	i := slices.IndexFunc(s.world.users, func(u *user) bool { return !u.bot && u.name == name })
	if i < 0 {
		panic("sandbox: there is nobody named " + name)
	}
	return s.world.users[i]
}

// place finds a channel by id. An unknown id is a mistake in the test, so it panics.
func (s *state) place(id string) *channel {
	c := s.world.channels[id]
	if c == nil {
		panic("sandbox: there is no channel " + id)
	}
	return c
}
