package world

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// State is the world and the lock that guards it. All parts of the sandbox share one,
// and its lock guards their fields too.
type State struct {
	clock func() time.Time
	Base  string        // the address of the server, at which files are
	done  chan struct{} // closed by [State.End]

	mu sync.Mutex
	World
	changed chan struct{} // closed and replaced at every change
}

// New makes the world of a cast as it is at first, at an address. Its time is that of a clock.
func New(clock func() time.Time, in Cast, base string) *State {
	s := &State{clock: clock, Base: base, done: make(chan struct{}), changed: make(chan struct{})}
	s.build(clock(), in)
	return s
}

// Now is the time by the clock.
func (s *State) Now() time.Time { return s.clock() }

// NewID makes the next snowflake, of now.
func (s *State) NewID() string { return s.ID(s.Now()) }

// Lock takes the lock that guards the world and the fields of all parts.
func (s *State) Lock() { s.mu.Lock() }

// Unlock gives the lock back.
func (s *State) Unlock() { s.mu.Unlock() }

// End ends every wait. It is called once.
func (s *State) End() { close(s.done) }

// Ended is closed at the end.
func (s *State) Ended() <-chan struct{} { return s.done }

// Next is closed at the next change. The lock is held.
func (s *State) Next() <-chan struct{} { return s.changed }

// Bump wakes everybody in [State.Await]. The lock is held.
func (s *State) Bump() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Change changes the world under the lock, and wakes everybody in [State.Await].
func (s *State) Change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	s.Bump()
}

// ErrClosed ends every wait after [State.End].
var ErrClosed = errors.New("sandbox: closed")

// Await blocks until ok returns true. ok is called with the lock held, after every
// change.
func (s *State) Await(ctx context.Context, ok func() bool) error {
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
			return ErrClosed
		}
	}
}

// Person finds a person by name. An unknown name is a mistake in the test, so it
// panics.
func (s *State) Person(name string) *User {
	i := slices.IndexFunc(s.Users, func(u *User) bool { return !u.Bot && u.Name == name })
	if i < 0 {
		panic("sandbox: there is nobody named " + name)
	}
	return s.Users[i]
}

// Place finds a channel by id. An unknown id is a mistake in the test, so it panics.
func (s *State) Place(id string) *Channel {
	c := s.Channels[id]
	if c == nil {
		panic("sandbox: there is no channel " + id)
	}
	return c
}
