package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"parlour/storage"
	"parlour/storage/storetest"
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
			case <-time.After(storetest.Patience):
				t.Error("the writer was not released")
			}
			return nil
		})
	}()
	storetest.Receive(t, held, "the writer in its transaction")
	return h
}

// queue starts a call that queues a write, and returns the channel for its answer.
func (h *stall) queue(call func(*Store) error) chan error {
	queued := func() int {
		h.s.mu.Lock()
		defer h.s.mu.Unlock()
		return len(h.s.queue)
	}
	before := queued()
	answer := make(chan error, 1)
	go func() { answer <- call(h.s) }()
	storetest.Until(h.t, func() bool { return queued() > before }, "a write in the queue")
	return answer
}

// note returns a write of a name.
func note(name string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error { return tx.Bucket([]byte(checkBucket)).Put([]byte(name), nil) }
}

// noted returns the names that are written.
func noted(t *testing.T, s *Store) (names string) {
	t.Helper()
	viewed(t, s, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(checkBucket)).ForEach(func(k, _ []byte) error { names += string(k); return nil })
	})
	return names
}

// A write is one of several that wait. Its error is to be, or to say, the one wanted.
type write struct {
	do   func(*Store) error
	want error
}

// together has writes wait, does something, and has them carried out. It returns how many commits they took.
func together(t *testing.T, s *Store, meanwhile func(), writes ...write) int {
	t.Helper()
	h := hold(t, s)
	_, before := usedBy(t, s)
	var answers []chan error
	for _, w := range writes {
		answers = append(answers, h.queue(w.do))
	}
	meanwhile()
	close(h.release)
	for i, w := range writes {
		err := storetest.Receive(t, answers[i], "the answer to a write")
		if !errors.Is(err, w.want) && (err == nil || !strings.Contains(err.Error(), w.want.Error())) {
			t.Errorf("write %d = %v, want %v", i, err, w.want)
		}
	}
	_, after := usedBy(t, s)
	return after - before - 1 // that of the stall
}

// Writes that wait share one commit. One that is refused, that fails or for which nobody waits hurts no other.
func TestWritesShareACommit(t *testing.T) {
	t.Parallel()
	late, cancelLate := context.WithCancel(ctx)
	gone, cancelGone := context.WithCancel(ctx)
	under := func(ctx context.Context, want error, apply func(*bbolt.Tx) error) write {
		return write{func(s *Store) error { return s.write(ctx, apply) }, want}
	}
	notes := func(name string) write { return under(ctx, nil, note(name)) }
	appends := func(want error) write {
		return write{func(s *Store) error { _, err := s.Append(ctx, storage.Head{ID: "m", Version: 1}, ply("a")); return err }, want}
	}
	creates := func(want error) write {
		return write{func(s *Store) error { _, err := s.Create(ctx, storage.Head{ID: "n"}); return err }, want}
	}
	broken, full := errors.New("broken"), bbolterrors.ErrMaxSizeReached
	fails := func(how func() error) write {
		return under(ctx, broken, func(tx *bbolt.Tx) error { return errors.Join(note("x")(tx), how()) })
	}
	refuses := func(r refusal, want error) write { return under(ctx, want, func(*bbolt.Tx) error { return r }) }
	big := func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(matchBucket)).Put([]byte("big"), make([]byte, 1<<20))
	}
	for name, c := range map[string]struct {
		commits   int
		notes     string
		meanwhile func(*Store)
		writes    []write
	}{
		"all succeed": {1, "abc", nil, []write{notes("a"), notes("b"), notes("c"),
			refuses(refusal{storage.ErrConflict}, storage.ErrConflict), refuses(refusal{}, nil)}},
		"rivals":   {1, "", nil, []write{appends(nil), creates(nil), appends(storage.ErrConflict), creates(storage.ErrExists)}},
		"an error": {2, "ab", nil, []write{notes("a"), fails(func() error { return broken }), notes("b")}},
		"a panic":  {2, "ab", nil, []write{notes("a"), fails(func() error { panic(broken) }), notes("b")}},
		"a context that ends": {1, "late", func(*Store) { cancelGone() }, []write{
			under(gone, context.Canceled, note("gone")),
			under(late, nil, func(tx *bbolt.Tx) error { cancelLate(); return note("late")(tx) }),
		}},
		"a full disk": {0, "", func(s *Store) { s.db.MaxSize = 1 << 17 }, // safe to set: the writer is held, and reads it in the next commit
			[]write{under(ctx, full, note("a")), under(ctx, full, big), refuses(refusal{storage.ErrConflict}, full), refuses(refusal{}, full)}},
	} {
		s := fresh(t)
		if _, err := s.Create(ctx, storage.Head{ID: "m"}); err != nil {
			t.Fatal(err)
		}
		meanwhile := func() {
			if c.meanwhile != nil {
				c.meanwhile(s)
			}
		}
		if n := together(t, s, meanwhile, c.writes...); n != c.commits {
			t.Errorf("%s: %d commits, want %d", name, n, c.commits)
		}
		if got := noted(t, s); got != c.notes {
			t.Errorf("%s: written are %q, want %q", name, got, c.notes)
		}
		if s.db.MaxSize < most { // all goes on when there is room
			err := s.write(ctx, note("b"))
			s.db.MaxSize = most
			if err := errors.Join(err, s.write(ctx, big)); err != nil {
				t.Errorf("%s: with room = %v", name, err)
			}
		}
	}
}

// A record that is put at another version needs no commit, nor does a change that changes nothing.
func TestRefusedChange(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	palette(t, s, "ann", "contrast")
	_, before := usedBy(t, s)
	if p, err := storage.People.Change(ctx, s, "ann", func(p *storage.Person) error { p.Palette = "contrast"; return nil }); err != nil || p.Palette != "contrast" || p.NextCheck != noon {
		t.Errorf("Change = %+v, %v, want who was there", p, err)
	}
	if _, err := storage.People.Change(ctx, s, "bob", func(*storage.Person) error { return nil }); err != nil {
		t.Errorf("a change of nothing = %v", err)
	}
	if _, err := s.PutRecord(ctx, storage.Record{Kind: storage.People.Name(), ID: "ann", Value: []byte("{}")}); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a refused write = %v, want %v", err, storage.ErrConflict)
	}
	if _, after := usedBy(t, s); after != before {
		t.Errorf("three changes of nothing made %d commits", after-before)
	}
}

// A write fails, so that those beside it are applied again: a record has the version that its writer
// was told, and nothing of the first time remains.
func TestPutTwice(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	var told [2]storage.Record
	put := func(i int) write {
		return write{func(s *Store) (err error) {
			told[i], err = s.PutRecord(ctx, storage.Record{Kind: "k", ID: fmt.Sprint(i), Value: []byte("1")})
			return err
		}, nil}
	}
	broken := errors.New("broken")
	together(t, s, func() {}, put(0), put(1), write{func(s *Store) error { return s.write(ctx, func(*bbolt.Tx) error { return broken }) }, broken})
	for _, want := range told {
		if got, err := s.Record(ctx, "k", want.ID); err != nil || got.Version != want.Version || got.Version == 0 {
			t.Errorf("Record = %+v, %v, want %+v", got, err, want)
		}
	}
	verify(t, s)
}

// Writes that are queued when a store is closed are carried out.
func TestCloseWaits(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	path := s.db.Path()
	h := hold(t, s)
	a := h.queue(func(s *Store) error { _, err := s.Create(ctx, sample("a")); return err })
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	storetest.Until(t, func() bool {
		_, err := s.Get(ctx, "m")
		if !errors.Is(err, storage.ErrNotFound) && !errors.Is(err, storage.ErrClosed) {
			t.Fatalf("Get while closing = %v", err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.closed
	}, "a store that is closed")
	if err := s.write(ctx, note("b")); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("a write after Close = %v, want %v", err, storage.ErrClosed)
	}
	close(h.release)
	for what, answer := range map[string]chan error{"the write that was held": h.done, "the queued write": a, "the end of Close": closed} {
		if err := storetest.Receive(t, answer, what); err != nil {
			t.Errorf("%s = %v", what, err)
		}
	}
	if ids := idsOf(t, opened(t, path)); fmt.Sprint(ids) != "[a]" {
		t.Errorf("written are %v, want a", ids)
	}
}

// All matches that are not settled are packed in one commit, and others are sought and made in it.
func TestAllArePackedTogether(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	var settling []*change
	for n := range 12 {
		h, err := s.Append(ctx, created(t, s, fmt.Sprint(n)), ply("a"), ply("b"))
		c := &change{head: h}
		c.head.Version++
		c.head.Phase, c.head.NextCheck = storage.Over, time.Time{}
		if err := errors.Join(err, s.view(ctx, c.read), c.prepare()); err != nil {
			t.Fatal(err)
		}
		settling = append(settling, c)
	}
	storetest.Finish(t, func() {
		if err := s.db.Update(func(tx *bbolt.Tx) error {
			for _, c := range settling {
				if err := c.apply(tx); err != nil {
					return err
				}
				if m, err := find(tx, "none"); m.value != nil || err != nil {
					t.Errorf("what is not there is %+v, %v", m, err)
				}
			}
			more := &change{head: sample("more")}
			return errors.Join(more.prepare(), more.apply(tx))
		}); err != nil {
			t.Error(err)
		}
	}, "a commit that packs all")
	if ids := idsOf(t, s); len(ids) != 13 {
		t.Errorf("there are %q, want 13", ids)
	}
	verify(t, s)
}

// A process is killed at any write of the commit that packs a match, or that unpacks it: the match is as it was before,
// or as it is after.
func TestKilledAtAnyWriteOfAPacking(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	for n := range 20 {
		created(t, s, fmt.Sprint("other", n))
	}
	h := created(t, s, "m")
	for range 28 {
		h, _ = s.Append(ctx, h, ply("Cd3-d4"))
	}
	size := s.db.Info().PageSize
	for _, phase := range []storage.Phase{storage.Over, storage.Playing, storage.Off} {
		before := read(t, s.path)
		h.Phase, h.NextCheck = phase, time.Time{}
		if phase.Live() {
			h.NextCheck = noon
		}
		var err error
		if h, err = s.Append(ctx, h); err != nil {
			t.Fatal(err)
		}
		used, _ := usedBy(t, s)
		after := read(t, s.path)[:used]
		cut := func(what string, file []byte, versions ...int) {
			t.Helper()
			left := opened(t, written(t, filepath.Join(t.TempDir(), "left"), file))
			defer left.Close()
			m, err := left.Get(ctx, "m")
			if err != nil || !slices.Contains(versions, m.Version) || len(m.Log) != 28 {
				t.Errorf("%s, %s: version %d with %d entries, %v, want one of %v with 28", phase, what, m.Version, len(m.Log), err, versions)
			}
			verify(t, left)
		}
		file, writes := bytes.Clone(before[:used]), 0
		for id := 2; id < len(after)/size; id++ { // the pages come first, in any order, and one of the first two last
			if page := after[id*size:][:size]; !bytes.Equal(file[id*size:][:size], page) {
				copy(file[id*size:], page[:size/2])
				cut("in the middle of a page", file, h.Version-1)
				copy(file[id*size:], page)
				writes++
			}
		}
		cut("before the first page", file, h.Version-1)
		cut("after all", after, h.Version)
		if writes == 0 {
			t.Errorf("%s: the commit wrote %d pages, want some", phase, writes)
		}
	}
}
