package bolt

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"parlour/storage"
)

// A stall holds the writer in a transaction, so that writes that come meanwhile are
// committed together.
type stall struct {
	t       *testing.T
	s       *Store
	release chan struct{}
	done    chan error
}

// hold holds the writer until release is closed.
func hold(t *testing.T, s *Store) *stall {
	t.Helper()
	h := &stall{t, s, make(chan struct{}), make(chan error, 1)}
	held := make(chan struct{})
	go func() {
		h.done <- s.write(ctx, func(*bbolt.Tx) error {
			close(held)
			select {
			case <-h.release:
			case <-time.After(patience):
				t.Error("the writer was not released")
			}
			return nil
		})
	}()
	receive(t, held, "the writer in its transaction")
	return h
}

// ask queues a write, and returns the channel for its answer.
func (h *stall) ask(ctx context.Context, apply func(*bbolt.Tx) error) chan error {
	return h.queue(func() error { return h.s.write(ctx, apply) })
}

// queue starts a call that queues a write, and returns the channel for its answer.
func (h *stall) queue(call func() error) chan error {
	h.s.mu.Lock()
	queued := len(h.s.queue)
	h.s.mu.Unlock()
	answer := make(chan error, 1)
	go func() { answer <- call() }()
	until(h.t, func() bool {
		h.s.mu.Lock()
		defer h.s.mu.Unlock()
		return len(h.s.queue) > queued
	}, "a write in the queue")
	return answer
}

// note returns a write of a value under a name.
func note(name string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error { return tx.Bucket([]byte(checkBucket)).Put([]byte(name), nil) }
}

// noted returns the names that are written.
func noted(t *testing.T, s *Store, names ...string) (found []string) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error {
		for _, name := range names {
			if k, _ := tx.Bucket([]byte(checkBucket)).Cursor().Seek([]byte(name)); string(k) == name {
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

// TestShare checks that writes that wait share one commit, refused ones too.
func TestShare(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	h := hold(t, s)
	before := txid(s)
	var answers []chan error
	for i := range 20 {
		answers = append(answers, h.ask(ctx, note(fmt.Sprint(i))))
	}
	refused := h.ask(ctx, func(*bbolt.Tx) error { return refusal{storage.ErrConflict} })
	idle := h.ask(ctx, func(*bbolt.Tx) error { return refusal{} })
	close(h.release)
	for i, a := range append(answers, idle) {
		if err := receive(t, a, "the answer to a write"); err != nil {
			t.Errorf("write %d = %v", i, err)
		}
	}
	if err := receive(t, refused, "the answer to the refused write"); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a refused write = %v, want %v", err, storage.ErrConflict)
	}
	if n := txid(s) - before; n != 2 { // the held commit and the shared one
		t.Errorf("22 writes at once made %d commits, want 2", n)
	}
}

// A record that is put at another version needs no commit, nor does a change that changes nothing.
func TestRefusedChange(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	palette(t, s, "ann", "contrast")
	stale := storage.Record{Kind: storage.People.Name(), ID: "ann", Value: []byte("{}")}
	before := txid(s)
	if p, err := storage.People.Change(ctx, s, "ann", func(p *storage.Person) error { p.Palette = "contrast"; return nil }); err != nil || p.Palette != "contrast" || p.NextCheck != noon {
		t.Errorf("Change = %+v, %v, want who was there", p, err)
	}
	if _, err := storage.People.Change(ctx, s, "bob", func(*storage.Person) error { return nil }); err != nil {
		t.Errorf("a change of nothing = %v", err)
	}
	if _, err := s.PutRecord(ctx, stale); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a refused write = %v, want %v", err, storage.ErrConflict)
	}
	if n := txid(s) - before; n != 0 {
		t.Errorf("three changes of nothing made %d commits", n)
	}
	if p, err := storage.People.Get(ctx, s, "ann"); err != nil || p.Palette != "contrast" {
		t.Errorf("Get = %+v, %v, want contrast", p, err)
	}
}

// TestRivals checks that two writes against the same version can share a commit: the
// second is refused.
func TestRivals(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	m, err := s.Create(ctx, sample("m"))
	if err != nil {
		t.Fatal(err)
	}
	h := hold(t, s)
	before := txid(s)
	var first, second []chan error
	for _, answers := range []*[]chan error{&first, &second} {
		*answers = append(*answers,
			h.queue(func() error { _, err := s.Append(ctx, m, ply("a")); return err }),
			h.queue(func() error { _, err := s.Create(ctx, sample("n")); return err }))
	}
	close(h.release)
	for i, want := range []error{storage.ErrConflict, storage.ErrExists} {
		if err := receive(t, first[i], "the answer to the first write"); err != nil {
			t.Errorf("the first write = %v", err)
		}
		if err := receive(t, second[i], "the answer to the second write"); !errors.Is(err, want) {
			t.Errorf("the second write = %v, want %v", err, want)
		}
	}
	if n := txid(s) - before; n != 2 {
		t.Errorf("4 writes at once made %d commits, want 2", n)
	}
}

// TestPutTwice has a write fail, so that those beside it are applied again: a record has the
// version that its writer was told, and nothing of the first time remains.
func TestPutTwice(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	h := hold(t, s)
	var a, b storage.Record
	put := func(r *storage.Record, id string) chan error {
		return h.queue(func() (err error) {
			*r, err = s.PutRecord(ctx, storage.Record{Kind: "k", ID: id, Value: []byte("1")})
			return err
		})
	}
	first, second := put(&a, "a"), put(&b, "b")
	failed := h.ask(ctx, func(*bbolt.Tx) error { return errors.New("broken") })
	close(h.release)
	if err := errors.Join(receive(t, first, "the first record"), receive(t, second, "the second record")); err != nil {
		t.Errorf("the writes = %v", err)
	}
	if receive(t, failed, "the answer to the write that fails") == nil {
		t.Error("the write that fails is acknowledged")
	}
	for _, want := range []storage.Record{a, b} {
		if got, err := s.Record(ctx, "k", want.ID); err != nil || got.Version != want.Version || got.Version == 0 {
			t.Errorf("Record = %+v, %v, want %+v", got, err, want)
		}
	}
	verify(t, s)
}

// TestOneFails has one of several writes fail after it wrote: the others succeed.
func TestOneFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, fail := range map[string]func(*bbolt.Tx) error{
		"an error": func(tx *bbolt.Tx) error { return errors.Join(note("bad")(tx), broken) },
		"a panic":  func(tx *bbolt.Tx) error { note("bad")(tx); panic(broken) },
	} {
		s := fresh(t)
		h := hold(t, s)
		a, bad, b := h.ask(ctx, note("a")), h.ask(ctx, fail), h.ask(ctx, note("b"))
		close(h.release)
		if ea, eb := receive(t, a, "the answer to a"), receive(t, b, "the answer to b"); ea != nil || eb != nil {
			t.Errorf("%s: the others = %v, %v, want nil", name, ea, eb)
		}
		if err := receive(t, bad, "the answer to the write that fails"); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("%s: the write that failed = %v, want %v", name, err, broken)
		}
		if got := noted(t, s, "a", "b", "bad"); fmt.Sprint(got) != "[a b]" {
			t.Errorf("%s: written are %v, want a and b", name, got)
		}
	}
}

// TestKeyTooLong checks that an id that is too long for bbolt is an error of its own
// write alone.
func TestKeyTooLong(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	if _, err := s.Create(ctx, sample(strings.Repeat("x", bbolt.MaxKeySize))); !errors.Is(err, bbolterrors.ErrKeyTooLarge) {
		t.Errorf("Create of a too long id = %v, want %v", err, bbolterrors.ErrKeyTooLarge)
	}
	if _, err := s.Create(ctx, sample("m")); err != nil {
		t.Error(err)
	}
	verify(t, s)
}

// TestContext has a context end before its write is taken, and one after.
func TestContext(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	h := hold(t, s)
	late, cancelLate := context.WithCancel(ctx)
	gone, cancelGone := context.WithCancel(ctx)
	a := h.ask(gone, note("gone"))
	b := h.ask(late, func(tx *bbolt.Tx) error { cancelLate(); return note("late")(tx) })
	cancelGone()
	close(h.release)
	if err := receive(t, a, "the answer to a write"); !errors.Is(err, context.Canceled) {
		t.Errorf("a write nobody waits for = %v, want %v", err, context.Canceled)
	}
	if err := receive(t, b, "the answer to the write under way"); err != nil {
		t.Errorf("a write under way = %v, want nil", err)
	}
	if got := noted(t, s, "gone", "late"); fmt.Sprint(got) != "[late]" {
		t.Errorf("written are %v, want late", got)
	}
}

// TestCommitFails lets bbolt think that the disk is full. Everybody who shared the commit
// gets its error, and the store goes on when there is room.
func TestCommitFails(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	h := hold(t, s)
	big := func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(matchBucket)).Put([]byte("big"), make([]byte, 1<<20))
	}
	answers := []chan error{
		h.ask(ctx, note("a")), h.ask(ctx, big),
		h.ask(ctx, func(*bbolt.Tx) error { return refusal{storage.ErrConflict} }),
		h.ask(ctx, func(*bbolt.Tx) error { return refusal{} }),
	}
	s.db.MaxSize = 1 << 17 // safe to set: the writer is held, and reads it in the next commit
	close(h.release)
	for i, a := range answers {
		if err := receive(t, a, "the answer to a write"); !errors.Is(err, bbolterrors.ErrMaxSizeReached) {
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

// TestCloseWaits closes a store while writes are queued: they are carried out.
func TestCloseWaits(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	path := s.db.Path()
	h := hold(t, s)
	a := h.ask(ctx, note("a"))
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	until(t, func() bool {
		_, err := s.Get(ctx, "m")
		done := isClosed(s)
		if !done && !errors.Is(err, storage.ErrNotFound) {
			t.Fatalf("Get while closing = %v", err)
		}
		return done
	}, "a store that is closed")
	if err := s.write(ctx, note("b")); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("a write after Close = %v, want %v", err, storage.ErrClosed)
	}
	close(h.release)
	if err := errors.Join(receive(t, h.done, "the write that was held"), receive(t, a, "the queued write"), receive(t, closed, "the end of Close")); err != nil {
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
