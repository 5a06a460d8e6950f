package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Create adds a match with an empty log.
func (s *Store) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	h.Version, h.Plies = 1, 0
	return s.carryOut(ctx, &change{head: h})
}

// Append replaces the head of a match and appends to its log.
func (s *Store) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	was, old, err := s.head(ctx, h.ID)
	if err != nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", h.ID, err)
	}
	if old == nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", h.ID, storage.ErrNotFound)
	}
	if was.Version != h.Version {
		return storage.Head{}, fmt.Errorf("match %q: %w", h.ID, storage.ErrConflict)
	}
	h.Version, h.Plies = was.Version+1, was.Plies+len(entries)
	return s.carryOut(ctx, &change{head: h, old: old, was: was, entries: entries})
}

// carryOut prepares a change, has it applied in a transaction, and returns the head as it
// was written.
func (s *Store) carryOut(ctx context.Context, c *change) (storage.Head, error) {
	if err := c.prepare(); err != nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", c.head.ID, err)
	}
	if err := s.write(ctx, c.apply); err != nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", c.head.ID, err)
	}
	return c.head, nil
}

// A change is a write of one match. The caller prepares as much of it as possible outside
// the transaction, because there is only one writer.
type change struct {
	head    storage.Head // the new head
	was     storage.Head // the old head
	old     []byte       // the record of the old head; nil for a new match
	entries []storage.Entry

	record  json.RawMessage
	lines   []json.RawMessage
	add     []ref
	discard []ref
}

// prepare encodes the head and the entries, and compares the index keys of the old head
// and the new.
func (c *change) prepare() error {
	var err error
	if c.head, c.record, c.lines, err = storage.Encode(c.head, c.entries); err != nil {
		return err
	}
	var before []ref
	if c.old != nil {
		before = matchRefs(c.was)
	}
	after := matchRefs(c.head)
	c.add, c.discard = without(after, before), without(before, after)
	return nil
}

// apply writes the change if the match is still at the old head.
func (c *change) apply(tx *bbolt.Tx) error {
	key := headKey(c.head.ID)
	now, err := get(tx, matchBucket, key)
	switch {
	case c.old == nil && (now != nil || tx.Bucket([]byte(matchBucket)).Get(key) != nil):
		return refusal{storage.ErrExists}
	case c.old == nil: // where a record beside it is damaged, too: a new id has none
	case err != nil:
		return refusal{err}
	case !bytes.Equal(c.old, now):
		return refusal{storage.ErrConflict}
	}
	if err := put(tx, matchBucket, key, c.record); err != nil {
		return err
	}
	for i, line := range c.lines {
		if err := put(tx, matchBucket, logKey(c.head.ID, c.was.Plies+i), line); err != nil {
			return err
		}
	}
	return reindex(tx, c.add, c.discard)
}

// reindex adds keys to indexes and removes others.
func reindex(tx *bbolt.Tx, add, discard []ref) error {
	for _, r := range discard {
		if err := tx.Bucket([]byte(r.Bucket)).Delete([]byte(r.Key)); err != nil {
			return err
		}
	}
	for _, r := range add {
		if err := put(tx, r.Bucket, []byte(r.Key), nil); err != nil {
			return err
		}
	}
	return nil
}

// without returns the refs that are not among others.
func without(rs, others []ref) []ref {
	return slices.DeleteFunc(slices.Clone(rs), func(r ref) bool { return slices.Contains(others, r) })
}
