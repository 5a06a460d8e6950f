package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage/bolt/pages"
)

// Check reads all of a file that no process has open for writing, and says what it holds. Its
// error is for a file of which nothing can be read.
func Check(ctx context.Context, path string) (Contents, error) {
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return Contents{}, err
	}
	defer db.Close()
	src, err := openSource(path)
	if err != nil {
		return Contents{}, err
	}
	defer src.file.Close()
	w := sweep{ctx: ctx, src: src}
	return w.run()
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
	var gone []string
	n := 0
	if err := s.view(ctx, func(tx *bbolt.Tx) error {
		src, err := s.sourceOf(tx)
		if err != nil {
			return err
		}
		w := sweep{ctx: ctx, src: src, now: now, pause: func() {
			if n++; n%perBreath == 0 {
				time.Sleep(breath)
			}
		}}
		found, err = w.run()
		gone = w.gone
		return err
	}); err != nil {
		return found, err
	}
	for _, what := range found.Damaged {
		s.spoilt(what)
	}
	if found.Astray {
		if err := s.mend(ctx); err != nil {
			return found, fmt.Errorf("the indexes were not mended: %w", err)
		}
	}
	for _, id := range gone {
		if err := s.drop(ctx, id, now); err != nil {
			return found, fmt.Errorf("match %q was not dropped: %w", id, err)
		}
	}
	return found, nil
}

// sourceOf returns the file as a transaction sees it: its pages stay as they are meanwhile.
func (s *Store) sourceOf(tx *bbolt.Tx) (*source, error) {
	size := s.db.Info().PageSize
	return newSource(pages.At(s.file, size, uint64(tx.Size())/uint64(size), uint64(tx.Cursor().Bucket().Root())), s.file)
}

// mend gives each match and each record the index keys that it calls for, and takes away all
// others.
func (s *Store) mend(ctx context.Context) error {
	var missing, wrong []ref
	if err := s.view(ctx, func(tx *bbolt.Tx) error {
		look := func(rs []ref) {
			for _, r := range rs {
				if v := tx.Bucket([]byte(r.bucket)).Get([]byte(r.key)); !intact(r, v) {
					missing = append(missing, r)
				}
			}
		}
		eachHead(tx, look)
		eachRecord(tx, look)
		for _, name := range indexNames {
			if err := tx.Bucket([]byte(name)).ForEach(func(k, v []byte) error {
				if r := (ref{name, string(k)}); !intact(r, v) || !calledFor(tx, r) {
					wrong = append(wrong, r)
				}
				return ctx.Err()
			}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	for _, r := range wrong {
		if err := s.write(ctx, func(tx *bbolt.Tx) error {
			if b := tx.Bucket([]byte(r.bucket)); !intact(r, b.Get([]byte(r.key))) || !calledFor(tx, r) {
				return b.Delete([]byte(r.key))
			}
			return refusal{}
		}); err != nil {
			return err
		}
	}
	for _, r := range missing {
		if err := s.write(ctx, func(tx *bbolt.Tx) error {
			if calledFor(tx, r) {
				return put(tx, r.bucket, []byte(r.key), nil)
			}
			return refusal{}
		}); err != nil {
			return err
		}
	}
	if s.Log != nil {
		s.Log.Info("the indexes were mended", "file", s.path, "missing", len(missing), "wrong", len(wrong))
	}
	return nil
}

// intact reports whether the value of an index key is as it was written.
func intact(r ref, value []byte) bool {
	_, err := unsealed(r.bucket, []byte(r.key), value)
	return err == nil
}

// calledFor reports whether the match or the record that an index key names calls for it, or is
// damaged, so that nobody can tell.
func calledFor(tx *bbolt.Tx, r ref) bool {
	var all []ref
	if r.bucket == recordChecks || r.bucket == recordKeys {
		kind, id, ok := recordOf(r.bucket, []byte(r.key))
		if !ok {
			return false
		}
		is, err := readRecord(tx, kind, id)
		if err != nil {
			return true
		}
		all = recordRefs(is)
	} else {
		id, ok := idOf(r.bucket, []byte(r.key))
		if !ok {
			return false
		}
		record, err := get(tx, matches, headKey(id))
		if err != nil {
			return true
		}
		if record == nil {
			return false
		}
		h, err := decodeHead(record)
		if err != nil {
			return true
		}
		all = refs(h)
	}
	for _, one := range all {
		if one == r {
			return true
		}
	}
	return false
}

// drop removes a table that never began, if it is as old as that still.
func (s *Store) drop(ctx context.Context, id string, now time.Time) error {
	return s.write(ctx, func(tx *bbolt.Tx) error {
		h, err := readHead(tx, id)
		if err != nil || !neverBegan(h) || !h.Created.Add(keepTables).Before(now) {
			return refusal{}
		}
		if err := tx.Bucket([]byte(matches)).Delete(headKey(id)); err != nil {
			return err
		}
		return reindex(tx, nil, refs(h))
	})
}

// Compact writes the store in a file anew, without air and without old tables that never began,
// and puts it in the place of the file. The file must be whole, unless mend is set: then what is
// damaged is left out, and the old file is kept under the name that is returned. If a process
// has the file open, the error is [storage.ErrInUse].
func Compact(ctx context.Context, path string, now time.Time, mend bool) (found Contents, kept string, err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true}) // which keeps others from it
	if err != nil {
		return found, "", err
	}
	defer db.Close()
	next := path + ".new" + PartSuffix
	if err := os.Remove(next); err != nil && !errors.Is(err, os.ErrNotExist) { // begun before, and cut off
		return found, "", reason(err)
	}
	defer os.Remove(next)
	open := openSource
	if mend {
		open = openBroken
	}
	src, err := open(path)
	if err != nil {
		return found, "", err
	}
	found, err = src.compact(ctx, next, now)
	if mend && errors.Is(err, ErrUnsound) {
		err = nil
	}
	if err == nil && mend {
		kept, err = keep(path, path+"."+now.Format("2006-01-02T15-04-05"))
	}
	if err == nil {
		err = reason(os.Rename(next, path))
	}
	if err == nil {
		flushFolder(path)
	}
	return found, kept, err
}

// recordOf returns the record that a key of an index names.
func recordOf(index string, key []byte) (kind, id string, ok bool) {
	kind, rest, ok := cutText(key)
	if !ok {
		return "", "", false
	}
	if index == recordKeys {
		_, rest, ok = cutText(rest)
		return kind, string(rest), ok
	}
	if len(rest) < stampLen {
		return "", "", false
	}
	return kind, string(rest[stampLen:]), true
}
