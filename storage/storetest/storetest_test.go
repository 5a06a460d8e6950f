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

// TestFull keeps the examples whole: a new field is checked like the rest.
func TestFull(t *testing.T) {
	h := full("m")
	h.Version, h.Plies = 1, 1 // the store sets them
	for _, example := range []any{h, fullPerson("ann"), fullUptime()} {
		v := reflect.ValueOf(example)
		wantFull(t, v.Type().Name(), v)
	}
}

// wantFull checks that no field is zero, nor any of the first of several.
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

// A recorder notes that a check failed, and does not fail the test.
type recorder struct {
	testing.TB
	mu     sync.Mutex
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.fail() }
func (r *recorder) Fatalf(string, ...any) { r.fail(); runtime.Goexit() }
func (r *recorder) Fatal(...any)          { r.fail(); runtime.Goexit() }
func (r *recorder) fail()                 { r.mu.Lock(); r.failed = true; r.mu.Unlock() }
func (r *recorder) try(c check, s storage.Store) bool {
	ended := make(chan struct{})
	go func() { // which it may end
		defer close(ended)
		c.run(r, s)
	}()
	finish(r.TB, func() { <-ended }, "the check "+c.name)
	return r.failed
}

// TestFaults shows that the suite can fail: each planted fault is noticed by
// the check that is there for it, and that check passes without the fault.
func TestFaults(t *testing.T) {
	for _, f := range slices.Concat(faults, peopleFaults) {
		t.Run(f.name, func(t *testing.T) {
			i := slices.IndexFunc(checks, func(c check) bool { return c.name == f.check })
			if i < 0 {
				t.Fatalf("there is no check %q", f.check)
			}
			if (&recorder{TB: t}).try(checks[i], fresh(t)) {
				t.Errorf("check %q fails without a fault", f.check)
			}
			if !(&recorder{TB: t}).try(checks[i], f.plant(fresh(t))) {
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

// A faulty store does what the real one does, save where a function is set.
type faulty struct {
	storage.Store
	create   func(context.Context, storage.Head) (storage.Head, error)
	get      func(context.Context, string) (storage.Match, error)
	append   func(context.Context, storage.Head, ...storage.Entry) (storage.Head, error)
	player   func(context.Context, string, bool) ([]storage.Head, error)
	channel  func(context.Context, string) ([]storage.Head, error)
	due      func(context.Context, time.Time, int) ([]storage.Head, error)
	waking   func(context.Context) ([]string, error)
	person   func(context.Context, string) (storage.Person, error)
	change   func(context.Context, string, func(*storage.Person) error) (storage.Person, error)
	people   func(context.Context, time.Time, int) ([]storage.Person, error)
	uptime   func(context.Context, func(*storage.Uptime) error) (storage.Uptime, error)
	closeAll func() error
}

func (f *faulty) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	if f.create != nil {
		return f.create(ctx, h)
	}
	return f.Store.Create(ctx, h)
}

func (f *faulty) Get(ctx context.Context, id string) (storage.Match, error) {
	if f.get != nil {
		return f.get(ctx, id)
	}
	return f.Store.Get(ctx, id)
}

func (f *faulty) Append(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
	if f.append != nil {
		return f.append(ctx, h, es...)
	}
	return f.Store.Append(ctx, h, es...)
}

func (f *faulty) OfPlayer(ctx context.Context, player string, live bool) ([]storage.Head, error) {
	if f.player != nil {
		return f.player(ctx, player, live)
	}
	return f.Store.OfPlayer(ctx, player, live)
}

func (f *faulty) OfChannel(ctx context.Context, channel string) ([]storage.Head, error) {
	if f.channel != nil {
		return f.channel(ctx, channel)
	}
	return f.Store.OfChannel(ctx, channel)
}

func (f *faulty) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	if f.due != nil {
		return f.due(ctx, now, limit)
	}
	return f.Store.Due(ctx, now, limit)
}

func (f *faulty) Scheduled(ctx context.Context) ([]string, error) {
	if f.waking != nil {
		return f.waking(ctx)
	}
	return f.Store.Scheduled(ctx)
}

func (f *faulty) Person(ctx context.Context, id string) (storage.Person, error) {
	if f.person != nil {
		return f.person(ctx, id)
	}
	return f.Store.Person(ctx, id)
}

func (f *faulty) ChangePerson(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
	if f.change != nil {
		return f.change(ctx, id, do)
	}
	return f.Store.ChangePerson(ctx, id, do)
}

func (f *faulty) DuePeople(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
	if f.people != nil {
		return f.people(ctx, now, limit)
	}
	return f.Store.DuePeople(ctx, now, limit)
}

func (f *faulty) ChangeUptime(ctx context.Context, do func(*storage.Uptime) error) (storage.Uptime, error) {
	if f.uptime != nil {
		return f.uptime(ctx, do)
	}
	return f.Store.ChangeUptime(ctx, do)
}

func (f *faulty) Close() error {
	if f.closeAll != nil {
		return f.closeAll()
	}
	return f.Store.Close()
}

// force appends whatever the version.
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
