// Package fleet lets several processes share one store: it knows which of them are at work, how many
// requests each may make, and which jobs one of them has done for all.
//
// Its policies:
//
//   - A process is a [Member] with a random id and a lease, which ends by the store's clock. When it has
//     ended, another member removes its entry from the record, and only then is the lease over. So nobody
//     guesses: a member is at work as long as it has an entry.
//   - A member trusts its own lease only as long as it surely holds, by the member's own monotonic clock.
//     After that it makes no request that counts and begins nothing. If its entry was removed, it comes
//     back under another id.
//   - The shares of all members together are at most Discord's limit at every moment. A member that must
//     shrink makes fewer requests first. It writes its smaller share a second later, when Discord has
//     forgotten the requests of before. A member that may grow writes its larger share first. The share of
//     a member that died is free when its lease is over.
//   - A process that has a store to itself is alone: it has the whole limit, and writes nothing. Its
//     *Member is nil.
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

	sharesAfter = 100 * time.Millisecond // a process that waits for its share looks again

	early = time.Second     // how long before its end a member gives its own lease up
	late  = 2 * time.Second // how long after its end a lease may be removed by others, at the earliest

	// settling is how long a member makes fewer requests before it writes that its share is smaller:
	// Discord counts the requests of a second, and some are longer on their way than others.
	settling = 1200 * time.Millisecond
)

const (
	// fifty is how many requests Discord takes in a second from all processes together.
	fifty = 50.0

	// spare is how much of that is left to a process that begins, until the others have made room for it.
	spare = 4.0
)

// mostGone bounds how many ids of members that are gone are remembered.
const mostGone = 1000

// ErrOver ends the work of a process whose lease is over. Another process goes on with the work.
var ErrOver = errors.New("the lease of this process is over")

// A Member is this process among those over one store. It is safe for concurrent use. Make one with [Join].
type Member struct {
	store   storage.Shared
	working func() bool
	now     func() time.Time // has a monotonic clock
	news    chan struct{}    // has a value when something is to be written at once

	reading sync.Mutex // held while the record is read and written, so that no record is seen after a newer one

	mu      sync.Mutex
	id      string                          // empty while it has no lease
	next    string                          // the id that it is about to take; empty for none
	doing   map[int]context.CancelCauseFunc // by number: ends work that was begun under the id
	begun   int                             // number of pieces of work begun so far
	fleet   storage.Fleet                   // as it was last seen
	gone    map[string]bool                 // ids that were looked for and are not in the record
	told    time.Time                       // time of the store when it was last read
	toldAt  time.Time                       // time of the own clock just after that
	until   time.Time                       // the lease surely holds until then
	renewed time.Time                       // when the lease was last renewed
	share   float64                         // the most requests that it makes in a second
	lowered time.Time                       // when share was last lowered
	held    time.Time                       // until then Discord takes no request, as it has told this process
	tells   bool                            // whether the others are still to be told of held
	telling time.Time                       // the held of which the write under way tells them
	idle    time.Time                       // since when it is not working; zero while it is
	left    bool                            // whether it has left for good
}

// Join makes this process a member of those that share a store. now is a clock that never jumps. working
// reports whether people can reach the process; nil means that they always can. A store that is not
// [storage.Shared] has one process, and Join returns nil.
func Join(ctx context.Context, s storage.Store, now func() time.Time, working func() bool) (*Member, error) {
	shared, ok := s.(storage.Shared)
	if !ok {
		return nil, nil
	}
	m := newMember(shared, now, working)
	if _, err := m.Look(ctx); err != nil && !errors.Is(err, storage.ErrUnavailable) {
		return nil, err
	}
	return m, nil
}

func newMember(s storage.Shared, now func() time.Time, working func() bool) *Member {
	if working == nil {
		working = func() bool { return true }
	}
	return &Member{store: s, working: working, now: now, gone: map[string]bool{},
		doing: map[int]context.CancelCauseFunc{}, news: make(chan struct{}, 1)}
}

// Keep renews the lease and looks at the others, until the context is done. It calls ended when the lease
// of a member is over, so that somebody goes on with what that member had claimed. It calls failed with the
// first error of the store, and not again until the store has answered.
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

// ID returns the id under which this process makes its claims. It is empty if the process is alone or has no
// lease.
func (m *Member) ID() string {
	if m == nil {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.id
}

// Share returns how many requests that count this process may make in a second, with bursts. It is 0 while
// the lease does not surely hold, and while Discord takes no request of the application.
func (m *Member) Share() float64 {
	if m == nil {
		return fifty
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if !m.holds(now) || now.Before(m.held) || m.storeTime(now).Before(m.fleet.HeldUntil) {
		return 0
	}
	return m.share
}

// AwaitShare waits until this process may make requests that count, or the context is done. If several have
// just died, that is when the lease of one is over. Meanwhile [Member.Keep] runs.
func (m *Member) AwaitShare(ctx context.Context) {
	looks := time.NewTicker(sharesAfter)
	defer looks.Stop()
	for m.Share() == 0 {
		select {
		case <-looks.C:
		case <-ctx.Done():
			return
		}
	}
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

// While returns a context for work that ends when the lease is lost, with the cause [ErrOver]. The context is
// done already if the lease does not surely hold now. The caller calls done at the end of the work.
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

// Others reports whether owner is another member whose lease goes on. Its claims are left alone. If the store
// does not answer, Others takes an owner that it does not know for such a member.
func (m *Member) Others(ctx context.Context, owner string) bool {
	return m != nil && owner != "" && owner != m.ID() && m.lives(ctx, owner)
}

// Abandoned reports whether the lease of an owner is over, so that anybody may take its claims. For a process
// that is alone every claim that it finds at its start is abandoned.
func (m *Member) Abandoned(ctx context.Context, owner string) bool {
	return m == nil || owner != "" && owner != m.ID() && !m.lives(ctx, owner)
}

// lives reports whether a member is in the record. If the id is not known, the member may have joined just
// now, so lives reads the record. An id that is not there never comes back.
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

// Done returns what a job was last done for, such as a date: see [Member.Do]. It is empty if that is not
// known, and for a process that is alone.
func (m *Member) Done(ctx context.Context, job string) (string, error) {
	if m == nil {
		return "", nil
	}
	f, err := storage.Fleets.Get(ctx, m.store, storage.TheFleet)
	return f.Done[job], err
}

// Do notes that a job is done for all, such as the nightly one for a date. first is false if another process
// has noted the same, so that only one of them does the job.
func (m *Member) Do(ctx context.Context, job, of string) (first bool, err error) {
	if m == nil {
		return true, nil
	}
	_, err = storage.Fleets.Change(ctx, m.store, storage.TheFleet, func(f *storage.Fleet) error {
		if first = f.Done[job] != of; first {
			if f.Done == nil {
				f.Done = map[string]string{}
			}
			f.Done[job] = of
		}
		return nil
	})
	return first && err == nil, err
}
