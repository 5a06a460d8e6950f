package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"parlour/storage"
)

// Get returns a match.
func (s *Store) Get(ctx context.Context, id string) (storage.Match, error) {
	var m storage.Match
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		m, err = readMatch(tx, id)
		return err
	})
	if err != nil {
		return storage.Match{}, fmt.Errorf("match %q: %w", id, err)
	}
	return m, nil
}

// OfPlayer returns the matches of a person.
func (s *Store) OfPlayer(ctx context.Context, player string, live bool, part storage.Part) ([]storage.Head, error) {
	return s.partOf(ctx, indexesOf(live).people, player, part)
}

// OfChannel returns the matches of a channel.
func (s *Store) OfChannel(ctx context.Context, channel string, live bool, part storage.Part) ([]storage.Head, error) {
	return s.partOf(ctx, indexesOf(live).channels, channel, part)
}

// partOf reads a part of the matches of an index by [ageKey].
func (s *Store) partOf(ctx context.Context, bucket, of string, part storage.Part) ([]storage.Head, error) {
	limit := int(part)
	if part == storage.All {
		limit = math.MaxInt
	}
	return list(ctx, s, bucket, appendText(nil, of), never, part != storage.All, limit, readHead)
}

// Due returns the matches whose check is due.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	return list(ctx, s, checkBucket, nil, appendStamp(nil, now), false, limit, readHead)
}

// Scheduled implements [storage.Store].
func (s *Store) Scheduled(ctx context.Context) ([]string, error) {
	return list(ctx, s, checkBucket, nil, never, false, math.MaxInt,
		func(_ *bbolt.Tx, id string) (string, error) { return id, nil })
}

// never is later than all stamps.
var never = bytes.Repeat([]byte{math.MaxUint8}, stampLen)

// list reads what an index names by a prefix, a stamp and an id, up to a last stamp and at most limit of it, in the
// order of the index or backwards. What is damaged is logged and left out.
func list[T any](ctx context.Context, s *Store, bucket string, prefix, stamp []byte, backwards bool, limit int,
	read func(tx *bbolt.Tx, id string) (T, error)) ([]T, error) {
	var found []T
	last := slices.Concat(prefix, stamp)
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		if b == nil {
			return storage.ErrDamaged
		}
		c := b.Cursor()
		var k, v []byte
		step := c.Next
		if backwards {
			step = c.Prev
			if k, v = c.Seek(last); k == nil {
				k, v = c.Last() // no later one follows
			} else {
				s.whole(bucket, k, v) // its key may have been one of those that are sought
				k, v = c.Prev()
			}
		} else {
			c.Seek(prefix)
			if k, v = c.Prev(); k != nil {
				s.whole(bucket, k, v) // likewise
			}
			k, v = c.Seek(prefix)
		}
		for ; k != nil && len(found) < limit; k, v = step() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !s.whole(bucket, k, v) {
				continue
			}
			if !bytes.HasPrefix(k, prefix) || len(k) < len(last) || bytes.Compare(k[:len(last)], last) > 0 {
				break
			}
			if err := gather(s, tx, k[len(last):], read, &found); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// gather reads what a key of an index names and appends it, unless it is damaged.
func gather[T any](s *Store, tx *bbolt.Tx, id []byte, read func(*bbolt.Tx, string) (T, error), found *[]T) error {
	var one T
	err := safely(func() (err error) {
		one, err = read(tx, string(id))
		return err
	})
	if errors.Is(err, storage.ErrDamaged) || errors.Is(err, errFault) || errors.Is(err, errPanic) {
		s.spoilt(fmt.Sprintf("%q", id))
		return nil
	}
	if err != nil {
		return err
	}
	*found = append(*found, one)
	return nil
}

// whole reports whether a key of an index is as it was written, and logs that it is not.
func (s *Store) whole(bucket string, k, v []byte) bool {
	if !intact(bucket, k, v) {
		s.spoilt("a key of the index " + bucket)
		return false
	}
	return true
}

// spoilt logs what was found damaged, each thing once. The next check mends what it can.
func (s *Store) spoilt(what string) {
	if _, told := s.told.LoadOrStore(what, true); !told {
		s.Log.Error("a part of the file of all games is damaged, and the rest goes on: parlour check says more",
			"file", s.path, "part", what)
	}
}

// readHead returns the head of a match that an index names. One that is not there is damaged.
func readHead(tx *bbolt.Tx, id string) (storage.Head, error) {
	record, err := get(tx, matchBucket, headKey(id))
	if err != nil {
		return storage.Head{}, err
	}
	if record == nil {
		return storage.Head{}, storage.ErrDamaged
	}
	return decodeHead(record)
}

// head returns a head and its record. Both are zero if there is no such match.
func (s *Store) head(ctx context.Context, id string) (h storage.Head, record []byte, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) (err error) {
		record, err = get(tx, matchBucket, headKey(id))
		record = bytes.Clone(record)
		return err
	})
	if err == nil && record != nil {
		h, err = decodeHead(record)
	}
	return h, record, err
}

// readMatch returns a match.
func readMatch(tx *bbolt.Tx, id string) (m storage.Match, err error) {
	record, err := get(tx, matchBucket, headKey(id))
	switch {
	case err != nil:
		return m, err
	case record == nil:
		return m, storage.ErrNotFound
	}
	if m.Head, err = decodeHead(record); err != nil {
		return m, err
	}
	m.Log = make([]storage.Entry, m.Plies)
	c := tx.Bucket([]byte(matchBucket)).Cursor()
	n := m.Plies
	for k, v := c.Seek(logKey(id, n-1)); n > 0; k, v = c.Next() {
		if !bytes.Equal(k, logKey(id, n-1)) {
			return m, fmt.Errorf("%w: entry %d of its log is missing", storage.ErrDamaged, n-1)
		}
		text, err := payloadOf(matchBucket, k, v)
		if err != nil {
			return m, fmt.Errorf("entry %d of its log: %w", n-1, err)
		}
		entries, err := decodeEntries(text)
		if err != nil {
			return m, fmt.Errorf("entry %d of its log: %w", n-1, err)
		}
		if n -= len(entries); n < 0 {
			return m, fmt.Errorf("%w: its log is too long", storage.ErrDamaged)
		}
		copy(m.Log[n:], entries)
	}
	return m, nil
}

// view calls read in a read-only transaction.
func (s *Store) view(ctx context.Context, read func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.allThere(); err != nil {
		return s.failed(err)
	}
	s.readers.Add(1)
	defer s.readers.Add(-1)
	err := safely(func() error { return s.db.View(read) })
	switch {
	case errors.Is(err, bbolterrors.ErrDatabaseNotOpen):
		return storage.ErrClosed
	case errors.Is(err, errFault), errors.Is(err, errPanic):
		return s.fault(err)
	}
	return err
}

// fault returns the error for a page that bbolt cannot read: what lies there is damaged, unless
// the file has become shorter.
func (s *Store) fault(err error) error {
	if short := s.allThere(); short != nil {
		return s.failed(short)
	}
	s.spoilt("a page")
	return fmt.Errorf("%w (%w)", storage.ErrDamaged, err)
}

// Put implements [storage.Movable].
func (s *Store) Put(ctx context.Context, m storage.Match) error {
	_, err := s.carryOut(ctx, &change{head: m.Head, entries: m.Log})
	return err
}

// Matches implements [storage.Movable].
func (s *Store) Matches(ctx context.Context) iter.Seq2[storage.Match, error] {
	return each(ctx, s, matchBucket, func(tx *bbolt.Tx, key []byte) (m storage.Match, ok bool, err error) {
		id, rest, whole := cutText(key)
		if !whole {
			return m, false, fmt.Errorf("a match without a whole id: %w", storage.ErrDamaged)
		}
		if len(rest) > 0 { // an entry of a log
			return m, false, nil
		}
		if m, err = readMatch(tx, id); err != nil {
			err = fmt.Errorf("match %q: %w", id, err)
		}
		return m, true, err
	})
}

// Records implements [storage.Movable].
func (s *Store) Records(ctx context.Context) iter.Seq2[storage.Record, error] {
	return each(ctx, s, recordBucket, func(tx *bbolt.Tx, key []byte) (r storage.Record, ok bool, err error) {
		kind, id, whole := cutText(key)
		if !whole {
			return r, false, fmt.Errorf("a record without a whole id: %w", storage.ErrDamaged)
		}
		r, err = readRecord(tx, kind, string(id))
		return r, true, err
	})
}

// each reads what the keys of a bucket stand for, in one transaction. read returns false for a key that stands
// for nothing of its own.
func each[T any](ctx context.Context, s *Store, bucket string,
	read func(tx *bbolt.Tx, key []byte) (one T, ok bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more := true
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			c := tx.Bucket([]byte(bucket)).Cursor()
			for k, _ := c.First(); k != nil && more; k, _ = c.Next() {
				if err := ctx.Err(); err != nil {
					return err
				}
				one, ok, err := read(tx, k)
				if err != nil {
					return err
				}
				more = !ok || yield(one, nil)
			}
			return nil
		})
		if err != nil && more {
			var none T
			yield(none, err)
		}
	}
}
