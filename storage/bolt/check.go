package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Check reads all of a file that no process has open for writing, and says what it holds. Its
// error is for a file of which nothing can be read.
func Check(ctx context.Context, path string) (Contents, error) {
	src, err := openLocked(path, false)
	if err != nil {
		return Contents{}, err
	}
	defer src.Close()
	found, err := runSweep(ctx, src, sweepOptions{})
	if src.schema < newest {
		found.Astray = false // its indexes are made anew when it is brought up
	}
	return found, err
}

// A breath is how long a check of an open store rests after some matches, so that people come
// first.
const (
	breath    = 4 * time.Millisecond
	perBreath = 64
)

// Check reads all of the store while others use it. It logs what is damaged, mends the indexes,
// and drops the tables that never began and are old by now. It is long where much is stored, and
// ends when the store is closed.
func (s *Store) Check(ctx context.Context, now time.Time) (found Contents, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	n := 0
	if err := s.view(ctx, func(tx *bbolt.Tx) error {
		src, err := s.source(tx)
		if err != nil {
			return err
		}
		found, err = runSweep(ctx, src, sweepOptions{Now: now, Pause: func() {
			if n++; n%perBreath == 0 {
				time.Sleep(breath)
			}
		}})
		return err
	}); err != nil {
		return found, err
	}
	for _, what := range found.Damaged {
		s.spoilt(what)
	}
	if found.Astray {
		missing, wrong, err := mend(ctx, s.view, s.write)
		if err != nil {
			return found, fmt.Errorf("the indexes were not mended: %w", err)
		}
		s.Log.Info("the indexes were mended", "file", s.path, "missing", missing, "wrong", wrong)
	}
	for _, id := range found.Dropped {
		if err := s.drop(ctx, id, now); err != nil {
			return found, fmt.Errorf("match %q was not dropped: %w", id, err)
		}
	}
	return found, nil
}

// source returns the file as a transaction sees it: its pages stay as they are meanwhile.
func (s *Store) source(tx *bbolt.Tx) (*source, error) {
	size := s.db.Info().PageSize
	return sourceOf(&pageFile{file: s.file, Size: size, End: uint64(tx.Size()) / uint64(size),
		root: uint64(tx.Cursor().Bucket().Root())}, false)
}

// A transaction calls a function in a transaction of a file, as [Store.view] and [Store.write] do.
type transaction func(context.Context, func(*bbolt.Tx) error) error

// mend gives each match and each record the index keys that it calls for, and takes away all
// others. Others may write meanwhile, so it looks again at each key that it changes.
func mend(ctx context.Context, view, write transaction) (missing, wrong int, err error) {
	var astray []ref
	if err := view(ctx, func(tx *bbolt.Tx) error {
		_ = eachCalledFor(tx, func(r ref) { // of what is damaged nobody can tell
			if v := tx.Bucket([]byte(r.Bucket)).Get([]byte(r.Key)); !intact(r.Bucket, []byte(r.Key), v) {
				astray = append(astray, r)
				missing++
			}
		})
		for _, name := range indexBuckets {
			if err := tx.Bucket([]byte(name)).ForEach(func(k, v []byte) error {
				if r := (ref{Bucket: name, Key: string(k)}); !intact(name, k, v) || !calledFor(tx, r) {
					astray = append(astray, r)
					wrong++
				}
				return ctx.Err()
			}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return 0, 0, err
	}
	for _, r := range astray {
		if err := write(ctx, func(tx *bbolt.Tx) error {
			if calledFor(tx, r) {
				return put(tx, r.Bucket, []byte(r.Key), nil)
			}
			return tx.Bucket([]byte(r.Bucket)).Delete([]byte(r.Key))
		}); err != nil {
			return 0, 0, err
		}
	}
	miscounted, err := recount(ctx, view, write)
	return missing, wrong + miscounted, err
}

// eachCalledFor passes on the index keys for which the matches and the records call. It passes by those that are
// damaged, and returns why they cannot be read.
func eachCalledFor(tx *bbolt.Tx, fn func(ref)) (damaged error) {
	pass := func(err error, all []ref) {
		if err != nil {
			damaged = errors.Join(damaged, err)
			return
		}
		for _, r := range all {
			fn(r)
		}
	}
	eachHead(tx, func(h storage.Head, err error) { pass(err, matchRefs(h)) })
	_ = tx.Bucket([]byte(recordBucket)).ForEach(func(k, _ []byte) error {
		kind, id, _ := cutText(k)
		r, err := readRecord(tx, kind, string(id))
		pass(err, recordRefs(r))
		return nil
	})
	return damaged
}

// eachHead passes on the heads of all matches, or why one cannot be read.
func eachHead(tx *bbolt.Tx, fn func(storage.Head, error)) {
	_ = tx.Bucket([]byte(matchBucket)).ForEach(func(k, _ []byte) error {
		if id, rest, ok := cutText(k); ok && len(rest) == 0 {
			fn(readHead(tx, id))
		}
		return nil
	})
	_ = tx.Bucket([]byte(settledBucket)).ForEach(func(k, _ []byte) error {
		id, _ := settledOf(k)
		fn(readHead(tx, id))
		return nil
	})
}

// calledFor reports whether the match or the record that an index key names calls for it, or is
// damaged, so that nobody can tell.
func calledFor(tx *bbolt.Tx, r ref) bool {
	if r.Bucket == recordCheckBucket {
		kind, id, ok := recordOf([]byte(r.Key))
		is, err := readRecord(tx, kind, id)
		return ok && (err != nil || slices.Contains(recordRefs(is), r))
	}
	id, ok := matchOf(r.Bucket, []byte(r.Key))
	m, err := find(tx, id)
	if !ok || err == nil && m.value == nil {
		return false
	}
	h, _, bad := m.head()
	return err != nil || bad != nil || slices.Contains(matchRefs(h), r)
}

// drop removes a table that never began, if it is as old as that still.
func (s *Store) drop(ctx context.Context, id string, now time.Time) error {
	return s.write(ctx, func(tx *bbolt.Tx) error {
		h, err := readHead(tx, id)
		if err != nil || !outdated(h, now) {
			return refusal{}
		}
		if err := remove(tx, h, h.Settled()); err != nil {
			return err
		}
		return cmp.Or(reindex(tx, matchRefs(h), nil), addTo(tx, storage.Counters(nil).Since(storage.CountersOf(h))))
	})
}

// Compact writes the store in a file anew, without air and without old tables that never began,
// and puts it in the place of the file. The file must be whole, unless mend is set: then what is
// damaged is left out. With mend, or if its schema is older, the old file is kept under the name
// that is returned. If a process has the file open, the error is [storage.ErrInUse].
func Compact(ctx context.Context, path string, now time.Time, mend bool) (found Contents, kept string, err error) {
	path = followed(path)
	held, err := lock(path)
	if err != nil {
		return found, "", err
	}
	defer held.Close()
	_ = Sweep(path, now) // what was cut off before; this matters more
	src, err := openSource(path, mend)
	if err != nil {
		return found, "", err
	}
	defer src.Close()
	name := ""
	if mend || src.schema < newest {
		name = path + "." + now.Format(keptFormat)
	}
	kept, err = anew(path, newOf(path), name, func(next string) (err error) {
		if found, err = compact(ctx, src, next, now); mend && errors.Is(err, ErrUnsound) {
			err = nil
		}
		return err
	})
	return found, kept, err
}
