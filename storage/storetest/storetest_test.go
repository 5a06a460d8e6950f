package storetest

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/bolt"
)

// TestFull checks that the examples have every field, so that a new field is checked like
// the rest.
func TestFull(t *testing.T) {
	h := full("m")
	h.Version, h.Plies = 1, 1 // the store sets them
	ann := fullPerson("ann")
	ann.Leaving = leavingPerson("ann").Leaving // which leaves nothing else
	for _, example := range []any{h, ann, fullUptime(), fullOpenings(), fullFleet()} {
		v := reflect.ValueOf(example)
		wantFull(t, v.Type().Name(), v)
	}
}

// wantFull checks that no field is zero, of a list those of its first element.
func wantFull(t *testing.T, name string, v reflect.Value) {
	if v.IsZero() {
		t.Errorf("the example has no %s", name)
		return
	}
	if _, isTime := v.Interface().(time.Time); isTime {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			wantFull(t, name+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Pointer:
		wantFull(t, name, v.Elem())
	case reflect.Slice:
		wantFull(t, name, v.Index(0))
	}
}

// A recorder notes that a check failed, without failing the test.
type recorder struct {
	testing.TB
	mu     sync.Mutex
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.fail() }
func (r *recorder) Fatalf(string, ...any) { r.fail(); runtime.Goexit() }
func (r *recorder) Fatal(...any)          { r.fail(); runtime.Goexit() }
func (r *recorder) fail()                 { r.mu.Lock(); r.failed = true; r.mu.Unlock() }

// try runs a check and reports whether it failed.
func (r *recorder) try(c check, s storage.Store) bool {
	ended := make(chan struct{})
	go func() { // the check may end its goroutine
		defer close(ended)
		c.run(r, s)
	}()
	finish(r.TB, func() { <-ended }, "the check "+c.name)
	return r.failed
}

// TestFaults shows that the suite can fail: each planted fault is noticed by its check,
// which passes without the fault.
func TestFaults(t *testing.T) {
	for _, f := range slices.Concat(faults, recordFaults) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			i := slices.IndexFunc(checks, func(c check) bool { return c.name == f.check })
			if i < 0 {
				t.Fatalf("there is no check %q", f.check)
			}
			if (&recorder{TB: t}).try(checks[i], fresh(t)) {
				t.Errorf("check %q fails without a fault", f.check)
			}
			s := newFaulty(fresh(t))
			f.plant(s, s.Store)
			if !(&recorder{TB: t}).try(checks[i], s) {
				t.Errorf("check %q does not notice it", f.check)
			}
		})
	}
}

func fresh(t *testing.T) storage.Store {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A faulty store calls these functions, which are those of the real store until a fault
// replaces some.
type faulty struct {
	storage.Store // the real one
	create        func(context.Context, storage.Head) (storage.Head, error)
	get           func(context.Context, string) (storage.Match, error)
	append        func(context.Context, storage.Head, ...storage.Entry) (storage.Head, error)
	player        func(context.Context, string, bool, storage.Part) ([]storage.Head, error)
	channel       func(context.Context, string, storage.Part) ([]storage.Head, error)
	endedIn       func(context.Context, string, int) ([]storage.Head, error)
	due           func(context.Context, time.Time, int) ([]storage.Head, error)
	scheduled     func(context.Context) ([]string, error)
	record        func(context.Context, string, string) (storage.Record, error)
	put           func(context.Context, storage.Record) (storage.Record, error)
	dueRecords    func(context.Context, string, time.Time, int) ([]storage.Record, error)
	now           func(context.Context) (time.Time, error)
	close         func() error
}

func newFaulty(s storage.Store) *faulty {
	return &faulty{
		s, s.Create, s.Get, s.Append, s.OfPlayer, s.OfChannel, s.EndedIn, s.Due, s.Scheduled,
		s.Record, s.PutRecord, s.DueRecords, clockOf(s), s.Close,
	}
}

func (f *faulty) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	return f.create(ctx, h)
}
func (f *faulty) Get(ctx context.Context, id string) (storage.Match, error) { return f.get(ctx, id) }
func (f *faulty) Append(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
	return f.append(ctx, h, es...)
}
func (f *faulty) OfPlayer(ctx context.Context, player string, live bool, part storage.Part) ([]storage.Head, error) {
	return f.player(ctx, player, live, part)
}
func (f *faulty) OfChannel(ctx context.Context, channel string, part storage.Part) ([]storage.Head, error) {
	return f.channel(ctx, channel, part)
}
func (f *faulty) EndedIn(ctx context.Context, channel string, limit int) ([]storage.Head, error) {
	return f.endedIn(ctx, channel, limit)
}
func (f *faulty) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	return f.due(ctx, now, limit)
}
func (f *faulty) Scheduled(ctx context.Context) ([]string, error) { return f.scheduled(ctx) }
func (f *faulty) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	return f.record(ctx, kind, id)
}
func (f *faulty) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	return f.put(ctx, r)
}
func (f *faulty) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	return f.dueRecords(ctx, kind, now, limit)
}
func (f *faulty) Time(ctx context.Context) (time.Time, error) { return f.now(ctx) }
func (f *faulty) Close() error                                { return f.close() }

// force appends to a match at whatever version it is.
func force(ctx context.Context, s storage.Store, h storage.Head, es ...storage.Entry) (storage.Head, error) {
	for {
		m, err := s.Get(ctx, h.ID)
		if err != nil {
			return h, err
		}
		h.Version = m.Version
		got, err := s.Append(ctx, h, es...)
		if !errors.Is(err, storage.ErrConflict) {
			return got, err
		}
	}
}

// clockOf returns the clock of this machine, which stops when a store is closed.
func clockOf(s storage.Store) func(context.Context) (time.Time, error) {
	return func(ctx context.Context) (time.Time, error) {
		_, err := s.Scheduled(ctx)
		return time.Now(), err
	}
}
