package bolt

import (
	"bytes"
	"context"
	"encoding/json"
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
		return s.partOf(ctx, live, player, part)
	}
	return s.partOf(ctx, ended, player, part)
}

// OfChannel returns the live matches of a channel.
func (s *Store) OfChannel(ctx context.Context, channel string, part storage.Part) ([]storage.Head, error) {
	return s.partOf(ctx, channels, channel, part)
}

// partOf reads a part of the matches that an index of ageKeys names.
func (s *Store) partOf(ctx context.Context, bucket, of string, part storage.Part) ([]storage.Head, error) {
	if part == storage.All {
		return s.byAge(ctx, bucket, of, math.MaxInt, forward)
	}
	return s.byAge(ctx, bucket, of, int(part), newest)
}

// EndedIn returns the newest ended matches of a channel.
func (s *Store) EndedIn(ctx context.Context, channel string, limit int) ([]storage.Head, error) {
	return s.byAge(ctx, pastChannels, channel, limit, newest)
}

// Due returns the matches whose check is due.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	return upTo(ctx, s, checks, nil, appendStamp(nil, now), limit, readHead)
}

// Scheduled implements [storage.Store].
func (s *Store) Scheduled(ctx context.Context) ([]string, error) {
	never := bytes.Repeat([]byte{math.MaxUint8}, stampLen)
	return upTo(ctx, s, checks, nil, never, math.MaxInt, func(_ *bbolt.Tx, id string) (string, error) { return id, nil })
}

// upTo reads what an index names by a prefix, a stamp and an id: from the prefix up to a last
// stamp, which comes after the prefix.
func upTo[T any](ctx context.Context, s *Store, bucket string, prefix, last []byte, limit int,
	read func(tx *bbolt.Tx, id string) (T, error)) ([]T, error) {
	return walk(ctx, s, bucket, prefix, limit, forward, read, func(k []byte) (id []byte, ok bool) {
		if bytes.Compare(k[:len(last)], last) > 0 {
			return nil, false
		}
		return k[len(last):], true
	})
}

// along reads what an index names by a prefix and an id.
func along[T any](ctx context.Context, s *Store, bucket string, prefix []byte, limit int,
	read func(tx *bbolt.Tx, id string) (T, error)) ([]T, error) {
	return walk(ctx, s, bucket, prefix, limit, forward, read, func(k []byte) ([]byte, bool) { return k[len(prefix):], true })
}

// A step takes a cursor on, and returns the key there.
type step func() (key, value []byte)

// A beginning places a cursor on the first of the keys with a prefix, in the order of the step.
type beginning func(c *bbolt.Cursor, prefix []byte) (key []byte, next step)

// walk reads what an index names, in its order and at most limit of it, as long as the keys
// begin with a prefix and part finds an id in them.
func walk[T any](ctx context.Context, s *Store, bucket string, prefix []byte, limit int, begin beginning,
	read func(tx *bbolt.Tx, id string) (T, error), part func(key []byte) (id []byte, ok bool)) ([]T, error) {
	var found []T
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		k, next := begin(tx.Bucket([]byte(bucket)).Cursor(), prefix)
		for ; k != nil && bytes.HasPrefix(k, prefix) && len(found) < limit; k, _ = next() {
			id, ok := part(k)
			if !ok {
				break
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			one, err := read(tx, string(id))
			if err != nil {
				return err
			}
			found = append(found, one)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// byAge reads the matches that an index of ageKeys names, from the key on that begin returns.
func (s *Store) byAge(ctx context.Context, bucket, of string, limit int, begin beginning) ([]storage.Head, error) {
	prefix := appendText(nil, of)
	return walk(ctx, s, bucket, prefix, limit, begin, readHead,
		func(k []byte) ([]byte, bool) { return k[len(prefix)+stampLen:], true })
}

// forward begins at the first key.
func forward(c *bbolt.Cursor, prefix []byte) (key []byte, next step) {
	key, _ = c.Seek(prefix)
	return key, c.Next
}

// newest begins at the newest match.
func newest(c *bbolt.Cursor, prefix []byte) (key []byte, next step) {
	last := c.Prev
	if k, _ := c.Seek(append(bytes.Clone(prefix), bytes.Repeat([]byte{math.MaxUint8}, stampLen)...)); k == nil {
		last = c.Last // no later channel follows
	}
	key, _ = last()
	return key, c.Prev
}

// readHead returns the head of a match that an index names.
func readHead(tx *bbolt.Tx, id string) (storage.Head, error) {
	return decodeHead(tx.Bucket([]byte(matches)).Get(headKey(id)))
}

// head returns a head and its record. Both are zero if there is no such match.
func (s *Store) head(ctx context.Context, id string) (h storage.Head, record []byte, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) (err error) {
		record = bytes.Clone(tx.Bucket([]byte(matches)).Get(headKey(id)))
		return nil
	})
	if err == nil && record != nil {
		h, err = decodeHead(record)
	}
	return h, record, err
}

// readMatch returns a match.
func readMatch(tx *bbolt.Tx, id string) (m storage.Match, err error) {
	prefix := headKey(id)
	c := tx.Bucket([]byte(matches)).Cursor()
	k, record := c.Seek(prefix)
	if !bytes.Equal(k, prefix) {
		return m, storage.ErrNotFound
	}
	if m.Head, err = decodeHead(record); err != nil {
		return m, err
	}
	m.Log = make([]storage.Entry, m.Plies)
	n := m.Plies
	for k, v := c.Next(); bytes.HasPrefix(k, prefix) && n > 0; k, v = c.Next() {
		n--
		if err := json.Unmarshal(v, &m.Log[n]); err != nil {
			return m, fmt.Errorf("decode entry %d: %w", n, err)
		}
	}
	if n > 0 {
		return m, fmt.Errorf("%d entries of its log are missing", n)
	}
	return m, nil
}

// decodeHead returns a head that shares no memory with its record.
func decodeHead(record []byte) (storage.Head, error) {
	var h storage.Head
	if err := json.Unmarshal(record, &h); err != nil {
		return storage.Head{}, fmt.Errorf("decode a head: %w", err)
	}
	return h, nil
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
	case errors.Is(err, errFault):
		return s.failed(err)
	}
	return err
}
