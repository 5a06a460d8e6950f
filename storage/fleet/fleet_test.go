package fleet

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/storage"
)

var errDown = errors.New("the store is down")

// A world is a store of one record, with its own clock.
type world struct {
	mu      sync.Mutex
	clock   time.Duration // since the beginning
	record  storage.Record
	version uint64
}

var start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func (w *world) now() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock += d
}

// A view is the store of a world as one process uses it.
type view struct {
	storage.Store
	*world
	gate func() (before, after error) // called before each call, which fails with before and has no effect, or has its effect and fails with after; may be nil
}

// call makes a call of the store.
func (v *view) call(do func() error) error {
	var before, after error
	if v.gate != nil {
		before, after = v.gate()
	}
	if before != nil {
		return before
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := do(); err != nil {
		return err
	}
	return after
}

func (v *view) Record(context.Context, string, string) (r storage.Record, err error) {
	err = v.call(func() error { r = v.record; return nil })
	r.Kind, r.ID = storage.Fleets.Name(), storage.TheFleet
	return r, err
}

func (v *view) PutRecord(_ context.Context, r storage.Record) (storage.Record, error) {
	err := v.call(func() error {
		if r.Version != v.record.Version {
			return storage.ErrConflict
		}
		v.version++
		r.Version = v.version
		v.record = r
		return nil
	})
	return r, err
}

func (v *view) Time(context.Context) (told time.Time, err error) {
	err = v.call(func() error { told = start.Add(v.clock); return nil })
	return told, err
}

// member returns a process that has not joined. Its clock differs from that of the store.
func (w *world) member(off time.Duration) *Member {
	return newMember(&view{world: w}, func() time.Time { return start.Add(off + w.now()) }, nil)
}

// steps has each member look each second for a while.
func (w *world) steps(t *testing.T, d time.Duration, all ...*Member) {
	t.Helper()
	for end := w.now() + d; w.now() < end; w.pass(readEvery) {
		for _, m := range all {
			if _, err := m.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAloneWritesNothing(t *testing.T) {
	m, err := Join(t.Context(), unshared{}, time.Now, nil)
	if err != nil || m != nil {
		t.Fatalf("Join = %v, %v, want nil for a store that one process has", m, err)
	}
	first, err := m.Do(t.Context(), "night", "today")
	if m.ID() != "" || m.Share() != fifty || m.Others(t.Context(), "x") || !m.Abandoned(t.Context(), "") || !first || err != nil {
		t.Error("a process that is alone does not have all there is")
	}
	if done, err := m.Done(t.Context(), "commands"); done != "" || err != nil {
		t.Errorf("Done = %q, %v, want nothing", done, err)
	}
	during, done := m.While(t.Context())
	defer done()
	m.Held(time.Second)
	if err := m.Leave(t.Context()); err != nil || during.Err() != nil {
		t.Errorf("Leave = %v, and what it does has ended with %v", err, during.Err())
	}
}

type unshared struct{ storage.Store }

// A process that joins while the store is away has nothing until it is back, and then its share.
func TestWhoJoinsWhileTheStoreIsAway(t *testing.T) {
	w := &world{}
	away := &view{world: w, gate: func() (before, after error) { return storage.ErrUnavailable, nil }}
	m, err := Join(t.Context(), away, func() time.Time { return start.Add(w.now()) }, nil)
	if err != nil || m == nil || m.ID() != "" || m.Share() != 0 {
		t.Fatalf("Join = %v, %v, want a process without a lease", m, err)
	}
	away.gate = nil
	if _, err := m.Look(t.Context()); err != nil || m.ID() == "" || m.Share() == 0 {
		t.Errorf("once the store is back it is %q with %v (%v), want a lease and a share", m.ID(), m.Share(), err)
	}
	away.gate = func() (before, after error) { return errDown, nil }
	if m, err := Join(t.Context(), away, time.Now, nil); !errors.Is(err, errDown) {
		t.Errorf("Join = %v, %v, want %v", m, err, errDown)
	}
}

// Three members come one after the other and go again.
func TestSharesAreEven(t *testing.T) {
	w := &world{}
	all := []*Member{w.member(0), w.member(time.Hour), w.member(-time.Minute)}
	for n := range all {
		w.steps(t, 6*time.Second, all[:n+1]...)
		for i, m := range all[:n+1] {
			if want := 46 / float64(n+1); m.Share() > want || m.Share() < want-0.1 {
				t.Errorf("of %d members %d has %v, want %v", n+1, i, m.Share(), want)
			}
		}
	}
	if err := all[0].Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.steps(t, 6*time.Second, all[1:]...)
	if all[0].Share() != 0 || all[1].Share() != 23 || all[2].Share() != 23 {
		t.Errorf("after one has left the shares are %v, %v and %v", all[0].Share(), all[1].Share(), all[2].Share())
	}
}

// A process that begins beside others may make a few requests at once, also after the other one has crashed.
func TestAProcessThatBeginsHasSomethingAtOnce(t *testing.T) {
	w := &world{}
	old, fresh := w.member(0), w.member(0)
	w.steps(t, time.Second, old)
	if _, err := fresh.Look(t.Context()); err != nil || fresh.Share() != spare {
		t.Errorf("it has %v (%v), want %v", fresh.Share(), err, spare)
	}
	w.steps(t, Lease+late+3*time.Second, fresh) // the old one is dead
	if fresh.Share() != fifty-spare {
		t.Errorf("after the lease of the other it has %v, want %v", fresh.Share(), fifty-spare)
	}
}

// A member that is frozen makes no request after its lease. All that it has begun ends when it looks again,
// and it comes back under another id.
func TestFrozen(t *testing.T) {
	w := &world{}
	frozen, other := w.member(0), w.member(time.Hour)
	w.steps(t, 6*time.Second, frozen, other)
	id := frozen.ID()
	during, done := frozen.While(t.Context())
	defer done()
	ended := 0
	over := frozen.fleet.Members[find(frozen.fleet.Members, id)].Until.Add(late).Sub(start)
	for w.now() < over {
		if !other.Others(t.Context(), id) || other.Abandoned(t.Context(), id) {
			t.Fatal("the other takes it for dead before its lease has ended")
		}
		w.pass(time.Second)
		if some, err := other.Look(t.Context()); err != nil {
			t.Fatal(err)
		} else if some {
			ended++
		}
	}
	if ended != 1 || other.Others(t.Context(), id) || !other.Abandoned(t.Context(), id) {
		t.Fatalf("the end of its lease was seen %d times, want once", ended)
	}
	if frozen.Share() != 0 {
		t.Errorf("it would make %v requests a second as it wakes", frozen.Share())
	}
	if begins, done := frozen.While(t.Context()); context.Cause(begins) != ErrOver {
		done()
		t.Error("it would begin something as it wakes")
	}
	if _, err := frozen.Look(t.Context()); err != nil || context.Cause(during) != ErrOver {
		t.Errorf("what it had begun has ended with %v (%v), want %v", context.Cause(during), err, ErrOver)
	}
	w.steps(t, 6*time.Second, frozen, other)
	if frozen.ID() == id || frozen.Share() != 23 || other.Share() != 23 {
		t.Errorf("it is back as %s with %v, the other has %v", frozen.ID(), frozen.Share(), other.Share())
	}
}

// If a store is away from all members for longer than a lease, nobody loses its place.
func TestStoreAwayForAll(t *testing.T) {
	w := &world{}
	m := w.member(0)
	w.steps(t, 2*time.Second, m)
	id := m.ID()
	during, done := m.While(t.Context())
	defer done()
	store := m.store.(*view)
	store.gate = func() (before, after error) { return errDown, nil }
	for range 60 {
		w.pass(time.Second)
		if _, err := m.Look(t.Context()); !errors.Is(err, errDown) {
			t.Fatalf("step = %v, want %v", err, errDown)
		}
	}
	if m.Share() != 0 || !m.Others(t.Context(), "somebody") {
		t.Errorf("it makes %v requests a second and takes what is others', without knowing who lives", m.Share())
	}
	store.gate = nil
	w.steps(t, 2*time.Second, m)
	if m.ID() != id || m.Share() == 0 || during.Err() != nil {
		t.Errorf("it is %s with %v (%v), want %s as before", m.ID(), m.Share(), during.Err(), id)
	}
}

// A member that people cannot reach gives up what it has claimed, and keeps its share.
func TestWhoIsNotReachedGivesUp(t *testing.T) {
	w := &world{}
	away, other := w.member(0), w.member(0)
	reached := true
	away.working = func() bool { return reached }
	w.steps(t, 6*time.Second, away, other)
	id := away.ID()
	reached = false
	w.steps(t, Lease-2*time.Second, away, other)
	if away.ID() != id {
		t.Fatal("it gave up before a lease was over")
	}
	w.steps(t, 4*time.Second, away, other)
	if away.ID() == id || other.Others(t.Context(), id) || away.Share() != 23 || other.Share() != 23 {
		t.Errorf("it is %s (before %s) with %v, and the other has %v", away.ID(), id, away.Share(), other.Share())
	}
}

// A 429 for the application holds all within a look, until it is over.
func TestHeldIsKnownToAll(t *testing.T) {
	w := &world{}
	all := []*Member{w.member(0), w.member(time.Hour), w.member(-time.Hour)}
	w.steps(t, 9*time.Second, all...)
	all[0].Held(5 * time.Second)
	w.steps(t, time.Second, all...)
	for range 4 {
		for i, m := range all {
			if m.Share() != 0 {
				t.Errorf("member %d makes %v requests a second while Discord takes none", i, m.Share())
			}
		}
		w.steps(t, time.Second, all...)
	}
	w.pass(time.Second)
	for i, m := range all {
		if m.Share() == 0 {
			t.Errorf("member %d is held for good", i)
		}
	}
}

// A job for all is done once each time, by the first process.
func TestDoneOnce(t *testing.T) {
	w := &world{}
	var done []bool
	for _, night := range []string{"1", "1", "2", "1"} {
		first, err := w.member(0).Do(t.Context(), "night", night)
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, first)
	}
	if !slices.Equal(done, []bool{true, false, true, true}) {
		t.Errorf("done are %v", done)
	}
	if of, err := w.member(0).Done(t.Context(), "night"); of != "1" || err != nil {
		t.Errorf("Done = %q, %v, want 1", of, err)
	}
}

// An owner that this member does not know yet has joined just now, or is gone.
func TestOwnerThatIsNotKnownYet(t *testing.T) {
	w := &world{}
	m, fresh := w.member(0), w.member(0)
	w.steps(t, time.Second, m)
	if _, err := fresh.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !m.Others(t.Context(), fresh.ID()) || m.Others(t.Context(), "gone") || !m.Abandoned(t.Context(), "gone") || m.Abandoned(t.Context(), "") {
		t.Error("the owner of a claim is judged wrongly")
	}
}

// A process that begins when others have all there is, and have died, waits until a lease is over.
func TestAwaitShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{}
		old, dead, begins := w.member(0), w.member(0), w.member(0)
		w.steps(t, time.Second, old)
		if _, err := dead.Look(t.Context()); err != nil { // it has what is spare, and both die
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var looking sync.WaitGroup
		looking.Go(func() {
			for ctx.Err() == nil {
				if _, err := begins.Look(ctx); err != nil {
					t.Error(err)
				}
				time.Sleep(readEvery)
				w.pass(readEvery)
			}
		})
		began := time.Now()
		time.Sleep(readEvery / 2)
		begins.AwaitShare(ctx)
		if took := time.Since(began); begins.Share() == 0 || took < Lease/2 || took > Lease+2*late {
			t.Errorf("after %v it has %v, want a share when the lease of the dead one is over", took, begins.Share())
		}
		cancel()
		looking.Wait()
		(&Member{store: w.member(0).store, now: time.Now}).AwaitShare(ctx) // which has no lease
	})
}
