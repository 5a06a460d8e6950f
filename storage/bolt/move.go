package bolt

import (
	"context"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

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
