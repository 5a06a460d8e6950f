// Package fleet is the processes over one store: who of them is at work, what each may ask of Discord,
// and who does what is done once for all.
//
// Its policies:
//
//   - A process is a [Member] with a random id and a lease, which ends by the store's clock. A lease
//     that has ended is over once another member has taken its entry out of the record, in the same
//     step in which it has seen the end. So nobody guesses who is alive: who is in the record is.
//   - A member trusts its own lease no longer than it surely holds, by its own monotonic clock. After
//     that it makes no request that counts and begins nothing. It comes back under another id.
//   - The shares of all members together are at most Discord's limit at every moment. Who must shrink asks
//     for less first and writes that a second later, when Discord has forgotten what it asked for
//     before. Who may grow writes first. The share of one who died is free when its lease is over.
//   - A process whose store is its own is alone: it has all there is, and writes nothing. A nil *Member
//     is such a one.
//
// The entry points are [Join], [Member.Keep] and [Member.Leave].
package fleet

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlour/storage"
)

const (
	// Lease is how long a member is at work without a further sign of life.
	Lease = 15 * time.Second

	renewEvery = 5 * time.Second // between two signs of life
	readEvery  = time.Second     // between two looks at the others

	early = time.Second     // how long before its end a member gives its own lease up
	late  = 2 * time.Second // how long after its end others take a lease for ended, at the earliest

	// settling is how long a member asks for less before it writes so: Discord counts the requests of a
	// second, and some are longer on their way than others.
	settling = 1200 * time.Millisecond
)

const (
	// All is how many requests Discord takes in a second from all processes together.
	All = 50.0

	// spare is how much of that is left to a process that begins, until the others have made room for it.
	spare = 4.0
)

// mostGone bounds how many ids are remembered of members that are gone.
const mostGone = 1000

// ErrOver ends what a process does whose lease is over. Another process goes on with it.
var ErrOver = errors.New("the lease of this process is over")

// A Member is this process among those over one store. It is safe for concurrent use. Make one with [Join].
type Member struct {
	store   storage.Shared
	working func() bool
	now     func() time.Time // has a monotonic clock
	news    chan struct{}    // has one when something is to be written at once

	reading sync.Mutex // held while the record is read and written, so that none that is seen is older than the one before

	mu      sync.Mutex
	id      string                          // empty while it has no lease
	next    string                          // the id that it tries to take; empty while it does not
	doing   map[int]context.CancelCauseFunc // ends what is done under the id
	begun   int                             // number of things that were begun so far
	fleet   storage.Fleet                   // as it was last seen
	gone    map[string]bool                 // ids that were looked for and are not in the record
	told    time.Time                       // the time of the store when it was last read
	toldAt  time.Time                       // and by the own clock, at the latest
	until   time.Time                       // the lease surely holds
	renewed time.Time                       // when it was last renewed
	share   float64                         // the most requests that it makes in a second
	lowered time.Time                       // when share was last lowered
	held    time.Time                       // until when Discord takes no request, as this process was told
	tells   bool                            // whether the others are yet to be told so
	telling time.Time                       // what the write under way tells them
	idle    time.Time                       // since when it is not working; zero while it is
	left    bool                            // whether it has left for good
}

// Join makes this process one of those over a store. now is a clock that never jumps; working reports whether
// people can reach it; nil is for always. A store that is not [storage.Shared] has one process: Join returns nil, which is alone.
func Join(ctx context.Context, s storage.Store, now func() time.Time, working func() bool) (*Member, error) {
	shared, ok := s.(storage.Shared)
	if !ok {
		return nil, nil
	}
	m := newMember(shared, now, working)
	_, err := m.Look(ctx)
	return m, err
}

func newMember(s storage.Shared, now func() time.Time, working func() bool) *Member {
	if working == nil {
		working = func() bool { return true }
	}
	return &Member{store: s, working: working, now: now, gone: map[string]bool{}, doing: map[int]context.CancelCauseFunc{}, news: make(chan struct{}, 1)}
}

// Keep renews the lease and looks at the others, until the context is done. It calls ended when the
// lease of a member was seen to end, as what that one had claimed is to be done. failed is told of an error
// of the store, which passes, and not again until the store has answered.
func (m *Member) Keep(ctx context.Context, ended func(), failed func(error)) {
	if m == nil {
		return
	}
	looks := time.NewTicker(readEvery)
	defer looks.Stop()
	lost := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-looks.C:
		case <-m.news:
		}
		some, err := m.Look(ctx)
		if err != nil && !lost && ctx.Err() == nil {
			failed(err)
		}
		lost = err != nil
		if some {
			ended()
		}
	}
}

// Leave ends the lease at once. The share is free a moment later, when Discord has forgotten the last
// requests.
func (m *Member) Leave(ctx context.Context) error {
	if m == nil {
		return nil
	}
	m.reading.Lock()
	defer m.reading.Unlock()
	m.mu.Lock()
	id := m.id
	m.left = true
	m.lose()
	m.mu.Unlock()
	if id == "" {
		return nil
	}
	now, err := m.store.Time(ctx)
	if err != nil {
		return err
	}
	_, err = storage.Fleets.Change(ctx, m.store, storage.TheFleet, func(f *storage.Fleet) error {
		if i := find(f.Members, id); i >= 0 && f.Members[i].Until.After(now) {
			f.Members[i].Until = now
		}
		return nil
	})
	return err
}

// ID returns the id under which this process claims what it does: empty for one that is alone, or
// has no lease.
func (m *Member) ID() string {
	if m == nil {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.id
}

// Share returns how many requests that count this process may make in a second, with bursts: none while
// its lease is over, or while Discord takes none from anybody.
func (m *Member) Share() float64 {
	if m == nil {
		return All
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if !m.holds(now) || now.Before(m.held) || m.storeTime(now).Before(m.fleet.HeldUntil) {
		return 0
	}
	return m.share
}

// Held tells all members that Discord takes no request of the application for a while.
func (m *Member) Held(d time.Duration) {
	if m == nil {
		return
	}
	m.mu.Lock()
	if until := m.now().Add(d); until.After(m.held) {
		m.held, m.tells = until, true
	}
	m.mu.Unlock()
	select {
	case m.news <- struct{}{}:
	default: // it is about to look
	}
}

// While returns a context that is done when the lease is lost, with the cause [ErrOver]. It is done already if the
// lease does not hold now. The caller calls done at the end.
func (m *Member) While(ctx context.Context) (during context.Context, done func()) {
	if m == nil {
		return ctx, func() {}
	}
	during, cancel := context.WithCancelCause(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.holds(m.now()) {
		cancel(ErrOver)
		return during, func() {}
	}
	m.begun++
	n := m.begun
	m.doing[n] = cancel
	return during, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.doing, n)
		cancel(nil)
	}
}

// Others reports whether something belongs to another member whose lease goes on: what that one has
// claimed is left alone. While the store does not say, it does.
func (m *Member) Others(ctx context.Context, owner string) bool {
	return m != nil && owner != "" && owner != m.ID() && m.lives(ctx, owner)
}

// Abandoned reports whether what was claimed belongs to nobody at work: its owner's lease has ended. To a
// process that is alone all belongs that it finds at its start.
func (m *Member) Abandoned(ctx context.Context, owner string) bool {
	return m == nil || owner != "" && owner != m.ID() && !m.lives(ctx, owner)
}

// lives reports whether a member is in the record. One that is not known may have joined just now, so
// the record is read for it; one that is not there never comes back.
func (m *Member) lives(ctx context.Context, id string) bool {
	known := func() (lives, known bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		lives = find(m.fleet.Members, id) >= 0
		return lives, lives || m.gone[id]
	}
	if lives, ok := known(); ok {
		return lives
	}
	m.reading.Lock()
	defer m.reading.Unlock()
	seen, err := storage.Fleets.Get(ctx, m.store, storage.TheFleet)
	if err != nil || find(seen.Members, id) >= 0 {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.gone) >= mostGone {
		clear(m.gone)
	}
	m.gone[id] = true
	return false
}

// Done returns for what something was done last that one process does for all; empty if that is not
// known, as for a process that is alone.
func (m *Member) Done(ctx context.Context, what string) (string, error) {
	if m == nil {
		return "", nil
	}
	f, err := storage.Fleets.Get(ctx, m.store, storage.TheFleet)
	return f.Done[what], err
}

// Do notes that something is done for all, such as the work of a night. first is false if it was
// noted already.
func (m *Member) Do(ctx context.Context, what, of string) (first bool, err error) {
	if m == nil {
		return true, nil
	}
	_, err = storage.Fleets.Change(ctx, m.store, storage.TheFleet, func(f *storage.Fleet) error {
		if first = f.Done[what] != of; first {
			done := map[string]string{what: of}
			for k, v := range f.Done {
				if k != what {
					done[k] = v
				}
			}
			f.Done = done
		}
		return nil
	})
	return first && err == nil, err
}
