package storetest

import (
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"parlour/storage"
	"parlour/storage/bolt"
)

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
