package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
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
func (s *Store) OfPlayer(ctx context.Context, player string, isLive bool, part storage.Part) ([]storage.Head, error) {
	if isLive {
		return s.partOf(ctx, liveBucket, player, part)
	}
	return s.partOf(ctx, endedBucket, player, part)
}

// OfChannel returns the live matches of a channel.
func (s *Store) OfChannel(ctx context.Context, channel string, part storage.Part) ([]storage.Head, error) {
	return s.partOf(ctx, channelBucket, channel, part)
}

// partOf reads a part of the matches that an index of ageKeys names.
func (s *Store) partOf(ctx context.Context, bucket, of string, part storage.Part) ([]storage.Head, error) {
	if part == storage.All {
		return s.byAge(ctx, bucket, of)
	}
	return s.newest(ctx, bucket, of, int(part))
}

// EndedIn returns the newest ended matches of a channel.
func (s *Store) EndedIn(ctx context.Context, channel string, limit int) ([]storage.Head, error) {
	return s.newest(ctx, endedChannelBucket, channel, limit)
}

// newest reads the newest matches that an index of ageKeys names, newest first.
func (s *Store) newest(ctx context.Context, bucket, of string, limit int) ([]storage.Head, error) {
	var found []storage.Head
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		prefix := appendText(nil, of)
		b := tx.Bucket([]byte(bucket))
		if b == nil {
			return storage.ErrDamaged
		}
		c := b.Cursor()
		step := c.Prev
		if k, v := c.Seek(append(bytes.Clone(prefix), bytes.Repeat([]byte{math.MaxUint8}, stampLen)...)); k == nil {
			step = c.Last // no later one follows
		} else {
			s.whole(bucket, k, v)
		}
		for k, v := step(); k != nil && len(found) < limit; k, v = c.Prev() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !s.whole(bucket, k, v) {
				continue
			}
			if !bytes.HasPrefix(k, prefix) {
				break
			}
			if err := gather(s, tx, k[len(prefix)+stampLen:], readHead, &found); err != nil {
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

// Due returns the matches whose check is due.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	return upTo(ctx, s, checkBucket, nil, appendStamp(nil, now), limit, readHead)
}

// Scheduled implements [storage.Store].
func (s *Store) Scheduled(ctx context.Context) ([]string, error) {
	never := bytes.Repeat([]byte{math.MaxUint8}, stampLen)
	return upTo(ctx, s, checkBucket, nil, never, math.MaxInt, func(_ *bbolt.Tx, id string) (string, error) { return id, nil })
}

// upTo reads what an index names by a prefix, a stamp and an id: from the prefix up to a last
// stamp, which comes after the prefix.
func upTo[T any](ctx context.Context, s *Store, bucket string, prefix, last []byte, limit int,
	read func(tx *bbolt.Tx, id string) (T, error)) ([]T, error) {
	return walk(ctx, s, bucket, prefix, limit, read, func(k []byte) (id []byte, ok bool) {
		if len(k) < len(last) || bytes.Compare(k[:len(last)], last) > 0 {
			return nil, false
		}
		return k[len(last):], true
	})
}

// walk reads what an index names, in its order and at most limit of it, as long as the keys
// begin with a prefix and part finds an id in them. What is damaged is logged and left out.
func walk[T any](ctx context.Context, s *Store, bucket string, prefix []byte, limit int,
	read func(tx *bbolt.Tx, id string) (T, error), part func(key []byte) (id []byte, ok bool)) ([]T, error) {
	var found []T
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		if b == nil {
			return storage.ErrDamaged
		}
		if c := b.Cursor(); true {
			c.Seek(prefix)
			if k, v := c.Prev(); k != nil {
				s.whole(bucket, k, v) // its key may have been one of those that are sought
			}
		}
		c := b.Cursor()
		for k, v := c.Seek(prefix); k != nil && len(found) < limit; k, v = c.Next() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !s.whole(bucket, k, v) {
				continue
			}
			if !bytes.HasPrefix(k, prefix) {
				break
			}
			id, ok := part(k)
			if !ok {
				break
			}
			if err := gather(s, tx, id, read, &found); err != nil {
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
	if _, told := s.told.LoadOrStore(what, true); !told && s.Log != nil {
		s.Log.Error("a part of the file of all games is damaged, and the rest goes on: parlour check says more",
			"file", s.path, "part", what)
	}
}

// byAge reads the matches that an index of ageKeys names, oldest first.
func (s *Store) byAge(ctx context.Context, bucket, of string) ([]storage.Head, error) {
	prefix := appendText(nil, of)
	return walk(ctx, s, bucket, prefix, math.MaxInt, readHead,
		func(k []byte) ([]byte, bool) { return k[len(prefix)+stampLen:], true })
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
