package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"parlour/storage"
)

// A stall holds the writer in a transaction, so that what is asked for
// meanwhile is committed together.
type stall struct {
	s       *Store
	release chan struct{}
	done    chan error
}

func hold(s *Store) *stall {
	h := &stall{s, make(chan struct{}), make(chan error, 1)}
	held := make(chan struct{})
	go func() {
		h.done <- s.write(ctx, func(*bbolt.Tx) error {
			close(held)
			<-h.release
			return nil
		})
	}()
	<-held
	return h
}

// ask queues a write and returns where its answer will come.
func (h *stall) ask(ctx context.Context, apply func(*bbolt.Tx) error) chan error {
	h.s.mu.Lock()
	queued := len(h.s.queue)
	h.s.mu.Unlock()
	answer := make(chan error, 1)
	go func() { answer <- h.s.write(ctx, apply) }()
	for {
		h.s.mu.Lock()
		now := len(h.s.queue)
		h.s.mu.Unlock()
		if now > queued {
			return answer
		}
		runtime.Gosched()
	}
}

// note writes a value under its own name.
func note(name string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error { return tx.Bucket([]byte(wakes)).Put([]byte(name), nil) }
}

// noted returns which of the names are written.
func noted(t *testing.T, s *Store, names ...string) (found []string) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error {
		for _, name := range names {
			if k, _ := tx.Bucket([]byte(wakes)).Cursor().Seek([]byte(name)); string(k) == name {
				found = append(found, name)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

func txid(s *Store) (id int) {
	s.db.View(func(tx *bbolt.Tx) error { id = tx.ID(); return nil })
	return id
}

// TestShare has writes that wait share one commit, those that are refused too.
func TestShare(t *testing.T) {
	s := fresh(t)
	h := hold(s)
	before := txid(s)
	var answers []chan error
	for i := range 20 {
		answers = append(answers, h.ask(ctx, note(fmt.Sprint(i))))
	}
	refused := h.ask(ctx, func(*bbolt.Tx) error { return storage.ErrConflict })
	close(h.release)
	for i, a := range answers {
		if err := <-a; err != nil {
			t.Errorf("write %d = %v", i, err)
		}
	}
	if err := <-refused; !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a refused write = %v, want %v", err, storage.ErrConflict)
	}
	if n := txid(s) - before; n != 2 { // the one that was held, and the rest
		t.Errorf("21 writes at once made %d commits, want 2", n)
	}
}

// TestOneFails has one of several fail after it wrote: the others succeed.
func TestOneFails(t *testing.T) {
	broken := errors.New("broken")
	for name, fail := range map[string]func(*bbolt.Tx) error{
		"an error": func(tx *bbolt.Tx) error { return errors.Join(note("bad")(tx), broken) },
		"a panic":  func(tx *bbolt.Tx) error { note("bad")(tx); panic(broken) },
	} {
		s := fresh(t)
		h := hold(s)
		a, bad, b := h.ask(ctx, note("a")), h.ask(ctx, fail), h.ask(ctx, note("b"))
		close(h.release)
		if ea, eb := <-a, <-b; ea != nil || eb != nil {
			t.Errorf("%s: the others = %v, %v, want nil", name, ea, eb)
		}
		if err := <-bad; err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("%s: the write that failed = %v, want %v", name, err, broken)
		}
		if got := noted(t, s, "a", "b", "bad"); fmt.Sprint(got) != "[a b]" {
			t.Errorf("%s: written are %v, want a and b", name, got)
		}
	}
}

// TestKeyTooLong has a match that bbolt will not take among others.
func TestKeyTooLong(t *testing.T) {
	s := fresh(t)
	if _, err := s.Create(ctx, sample(strings.Repeat("x", bbolt.MaxKeySize))); !errors.Is(err, bbolterrors.ErrKeyTooLarge) {
		t.Errorf("Create of a too long id = %v, want %v", err, bbolterrors.ErrKeyTooLarge)
	}
	if _, err := s.Create(ctx, sample("m")); err != nil {
		t.Error(err)
	}
	verify(t, s)
}

// TestContext has a context end before, and after, its write is taken.
func TestContext(t *testing.T) {
	s := fresh(t)
	h := hold(s)
	late, cancelLate := context.WithCancel(ctx)
	gone, cancelGone := context.WithCancel(ctx)
	a := h.ask(gone, note("gone"))
	b := h.ask(late, func(tx *bbolt.Tx) error { cancelLate(); return note("late")(tx) })
	cancelGone()
	close(h.release)
	if err := <-a; !errors.Is(err, context.Canceled) {
		t.Errorf("a write nobody waits for = %v, want %v", err, context.Canceled)
	}
	if err := <-b; err != nil {
		t.Errorf("a write under way = %v, want nil", err)
	}
	if got := noted(t, s, "gone", "late"); fmt.Sprint(got) != "[late]" {
		t.Errorf("written are %v, want late", got)
	}
}

// TestCommitFails has the disk be full, as far as bbolt knows: everybody who
// shared the commit hears of it, and the store goes on when there is room.
func TestCommitFails(t *testing.T) {
	s := fresh(t)
	h := hold(s)
	big := func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(matches)).Put([]byte("big"), make([]byte, 1<<20))
	}
	answers := []chan error{
		h.ask(ctx, note("a")), h.ask(ctx, big),
		h.ask(ctx, func(*bbolt.Tx) error { return storage.ErrConflict }),
	}
	s.db.MaxSize = 1 << 17 // the writer is held, and looks at it in the next commit
	close(h.release)
	for i, a := range answers {
		if err := <-a; !errors.Is(err, bbolterrors.ErrMaxSizeReached) {
			t.Errorf("write %d = %v, want %v", i, err, bbolterrors.ErrMaxSizeReached)
		}
	}
	if got := noted(t, s, "a"); got != nil {
		t.Errorf("a commit that failed wrote %v", got)
	}
	if err := s.write(ctx, note("b")); err != nil {
		t.Errorf("a small write = %v", err)
	}
	s.db.MaxSize = 0
	if err := s.write(ctx, big); err != nil {
		t.Errorf("the write, with room = %v", err)
	}
	sound(t, s)
}

// TestCloseWaits has Close come while writes are queued: they are carried out.
func TestCloseWaits(t *testing.T) {
	s := fresh(t)
	path := s.db.Path()
	h := hold(s)
	a := h.ask(ctx, note("a"))
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	for _, err := s.Get(ctx, "m"); !isClosed(s); _, err = s.Get(ctx, "m") {
		if !errors.Is(err, storage.ErrNotFound) {
			t.Fatalf("Get while closing = %v", err)
		}
		runtime.Gosched()
	}
	if err := s.write(ctx, note("b")); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("a write after Close = %v, want %v", err, storage.ErrClosed)
	}
	close(h.release)
	if err := errors.Join(<-h.done, <-a, <-closed); err != nil {
		t.Errorf("the writes and Close = %v", err)
	}
	if got := noted(t, opened(t, path), "a", "b"); fmt.Sprint(got) != "[a]" {
		t.Errorf("written are %v, want a", got)
	}
}

func isClosed(s *Store) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
