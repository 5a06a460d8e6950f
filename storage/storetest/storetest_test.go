package storetest

import (
	"path/filepath"
	"reflect"
	"runtime"
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
	Finish(r.TB, func() { <-ended }, "the check "+c.name)
	return r.failed
}

func fresh(t *testing.T) storage.Store {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
