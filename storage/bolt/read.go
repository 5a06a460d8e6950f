package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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

// A stored is what the file has of a match. It shares memory with the file.
type stored struct {
	value   []byte // its head or, if it is settled, all of it packed; nil if there is no such match
	settled bool
}

// find returns what the file has of a match. It says that there is none only if that is sure.
func find(tx *bbolt.Tx, id string) (stored, error) {
	value, err := get(tx, matchBucket, headKey(id))
	if value != nil {
		return stored{value: value}, nil
	}
	value, failed := get(tx, settledBucket, settledKey(id))
	if value != nil {
		return stored{value, true}, nil
	}
	return stored{}, cmp.Or(err, failed)
}

// head returns the head of a match and, if that is settled, the texts of its log.
func (m stored) head() (h storage.Head, log []json.RawMessage, err error) {
	text := json.RawMessage(m.value)
	if m.settled {
		text, log, err = storage.Unpack(m.value)
	}
	if err == nil {
		h, err = storage.DecodeHead(text)
	}
	return h, log, err
}

// readHead returns the head of a match that an index names. One that is not there is damaged.
func readHead(tx *bbolt.Tx, id string) (h storage.Head, err error) {
	m, err := find(tx, id)
	if err == nil && m.value == nil {
		err = storage.ErrDamaged
	}
	if err == nil {
		h, _, err = m.head()
	}
	return h, err
}

// readMatch returns a match.
func readMatch(tx *bbolt.Tx, id string) (storage.Match, error) {
	m, err := find(tx, id)
	if err == nil && m.value == nil {
		err = storage.ErrNotFound
	}
	if err != nil {
		return storage.Match{}, err
	}
	h, log, err := m.head()
	if err == nil && !m.settled {
		log, err = readLog(tx, h)
	}
	if err != nil {
		return storage.Match{}, err
	}
	return storage.Decode(h, log)
}

// readLog returns the texts of the log of a match that is not settled. They share memory with the file.
func readLog(tx *bbolt.Tx, h storage.Head) (log []json.RawMessage, err error) {
	c := tx.Bucket([]byte(matchBucket)).Cursor()
	n := h.Plies - 1
	for k, v := c.Seek(logKey(h.ID, n)); n >= 0; k, v = c.Next() {
		if !bytes.Equal(k, logKey(h.ID, n)) {
			return nil, fmt.Errorf("%w: entry %d of its log is missing", storage.ErrDamaged, n)
		}
		text, err := payloadOf(matchBucket, k, v)
		if err != nil {
			return nil, fmt.Errorf("entry %d of its log: %w", n, err)
		}
		log = append(log, text)
		n--
	}
	slices.Reverse(log)
	return log, nil
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
	read := func(tx *bbolt.Tx, bucket string, key []byte) (m storage.Match, ok bool, err error) {
		id, rest, whole := cutText(key)
		if bucket == settledBucket {
			id, whole = settledOf(key)
			rest = nil
		}
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
	}
	return each(ctx, s, read, matchBucket, settledBucket)
}

// Records implements [storage.Movable].
func (s *Store) Records(ctx context.Context) iter.Seq2[storage.Record, error] {
	read := func(tx *bbolt.Tx, _ string, key []byte) (r storage.Record, ok bool, err error) {
		kind, id, whole := cutText(key)
		if !whole {
			return r, false, fmt.Errorf("a record without a whole id: %w", storage.ErrDamaged)
		}
		r, err = readRecord(tx, kind, string(id))
		return r, true, err
	}
	return each(ctx, s, read, recordBucket)
}

// Unsettled implements [storage.Movable]. What is damaged is logged and left out.
func (s *Store) Unsettled(ctx context.Context) iter.Seq2[storage.Head, error] {
	read := func(tx *bbolt.Tx, _ string, key []byte) (h storage.Head, ok bool, err error) {
		id, rest, whole := cutText(key)
		if whole && len(rest) > 0 { // an entry of a log
			return h, false, nil
		}
		var one []storage.Head
		if err = gather(s, tx, []byte(id), readHead, &one); len(one) == 0 {
			return h, false, err
		}
		return one[0], true, nil
	}
	return each(ctx, s, read, matchBucket)
}

// RecordCounts implements [storage.Movable].
func (s *Store) RecordCounts(ctx context.Context) (map[string]int, error) {
	kindOf := func(_ *bbolt.Tx, _ string, key []byte) (kind string, ok bool, err error) {
		kind, _, ok = cutText(key)
		return kind, ok, nil
	}
	count := map[string]int{}
	for kind, err := range each(ctx, s, kindOf, recordBucket) {
		if err != nil {
			return nil, err
		}
		count[kind]++
	}
	return count, nil
}

// each reads what the keys of some buckets stand for, in one transaction. read returns false for a key that stands
// for nothing of its own.
func each[T any](ctx context.Context, s *Store,
	read func(tx *bbolt.Tx, bucket string, key []byte) (one T, ok bool, err error), buckets ...string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more := true
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			for _, bucket := range buckets {
				c := tx.Bucket([]byte(bucket)).Cursor()
				for k, _ := c.First(); k != nil && more; k, _ = c.Next() {
					if err := ctx.Err(); err != nil {
						return err
					}
					one, ok, err := read(tx, bucket, k)
					if err != nil {
						return err
					}
					more = !ok || yield(one, nil)
				}
			}
			return nil
		})
		if err != nil && more {
			var none T
			yield(none, err)
		}
	}
}

// Size implements [storage.Movable].
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		bytes = tx.Size()
		return nil
	})
	return bytes, err
}
