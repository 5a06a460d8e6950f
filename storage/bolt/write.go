package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Create adds a match with an empty log.
func (s *Store) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	h.Version, h.Plies, h.With = 1, 0, nil
	return s.carryOut(ctx, &change{head: h})
}

// Append replaces the head of a match and appends to its log.
func (s *Store) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	c := &change{head: h, entries: entries, with: h.With}
	c.head.With = nil
	err := s.view(ctx, c.read)
	switch {
	case err != nil:
	case c.old.value == nil:
		err = storage.ErrNotFound
	case c.was.Version != h.Version:
		err = storage.ErrConflict
	}
	if err != nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", h.ID, err)
	}
	c.head.Version, c.head.Plies = c.was.Version+1, c.was.Plies+len(entries)
	return s.carryOut(ctx, c)
}

// carryOut prepares a change, has it applied in a transaction, and returns the head as it
// was written.
func (s *Store) carryOut(ctx context.Context, c *change) (storage.Head, error) {
	err := c.prepare()
	if err == nil {
		err = s.write(ctx, c.apply)
	}
	if err != nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", c.head.ID, err)
	}
	return c.head, nil
}

// A change is a write of one match. The caller prepares as much of it as possible outside
// the transaction, because there is only one writer.
type change struct {
	head    storage.Head // the new head
	was     storage.Head // the old head
	old     stored       // what there is; without a value for a new match
	entries []storage.Entry
	with    []storage.Record // what is written beside it

	log    []json.RawMessage // the texts of the log so far, if they are written anew
	record []byte            // the text of the new head or, if that is settled, the whole match packed
	lines  []json.RawMessage // texts of entries
	before []ref             // index keys of the old head
	after  []ref             // and of the new one
	counts storage.Counters  // what is added to the counters
}

// read reads what is changed. The log is written anew when the match becomes settled, and while or when it is.
func (c *change) read(tx *bbolt.Tx) (err error) {
	found, err := find(tx, c.head.ID)
	if err != nil || found.value == nil {
		return err
	}
	c.old = stored{bytes.Clone(found.value), found.settled}
	c.was, c.log, err = c.old.head()
	if err == nil && !c.old.settled && c.head.Settled() {
		c.log, err = readLog(tx, c.was)
		for i, text := range c.log {
			c.log[i] = bytes.Clone(text)
		}
	}
	return err
}

// prepare encodes the head and the entries, and finds the index keys of the old head and the new.
func (c *change) prepare() (err error) {
	var text json.RawMessage
	if c.head, text, c.lines, err = storage.Encode(c.head, c.entries); err != nil {
		return err
	}
	c.lines = append(c.log, c.lines...)
	if c.record = text; c.head.Settled() {
		c.record = storage.Pack(text, c.lines)
	}
	var counted storage.Counters
	if c.old.value != nil {
		c.before, counted = matchRefs(c.was), storage.CountersOf(c.was)
	}
	c.after, c.counts = matchRefs(c.head), storage.CountersOf(c.head).Since(counted)
	return nil
}

// apply writes the change if the match is still at the old head.
func (c *change) apply(tx *bbolt.Tx) error {
	now, err := find(tx, c.head.ID)
	switch {
	case c.old.value == nil && (now.value != nil || there(tx, c.head.ID)):
		return refusal{storage.ErrExists}
	case c.old.value == nil: // where a record beside it is damaged, too: a new id has none
	case err != nil:
		return refusal{err}
	case !bytes.Equal(c.old.value, now.value):
		return refusal{storage.ErrConflict}
	}
	for _, r := range c.with {
		if was, err := readRecord(tx, r.Kind, r.ID); err != nil || was.Version != r.Version {
			return refusal{cmp.Or(err, storage.ErrConflict)}
		}
	}
	for _, r := range c.with {
		if _, err := putRecord(tx, r); err != nil {
			return err
		}
	}
	if c.old.value != nil && c.old.settled != c.head.Settled() {
		if err := remove(tx, c.was, c.old.settled); err != nil {
			return err
		}
	}
	if err := cmp.Or(reindex(tx, c.before, c.after), addTo(tx, c.counts)); err != nil {
		return err
	}
	if c.head.Settled() {
		return put(tx, settledBucket, settledKey(c.head.ID), c.record)
	}
	if err := put(tx, matchBucket, headKey(c.head.ID), c.record); err != nil {
		return err
	}
	for i, line := range c.lines {
		if err := put(tx, matchBucket, logKey(c.head.ID, c.head.Plies-len(c.lines)+i), line); err != nil {
			return err
		}
	}
	return nil
}

// there reports whether there is a value under the id of a match, whole or not.
func there(tx *bbolt.Tx, id string) bool {
	return tx.Bucket([]byte(matchBucket)).Get(headKey(id)) != nil ||
		tx.Bucket([]byte(settledBucket)).Get(settledKey(id)) != nil
}

// remove takes a match away, but for its index keys.
func remove(tx *bbolt.Tx, h storage.Head, settled bool) error {
	if settled {
		return tx.Bucket([]byte(settledBucket)).Delete(settledKey(h.ID))
	}
	b := tx.Bucket([]byte(matchBucket))
	err := b.Delete(headKey(h.ID))
	for i := 0; i < h.Plies && err == nil; i++ {
		err = b.Delete(logKey(h.ID, i))
	}
	return err
}

// reindex takes the index keys of before away, and adds those of after.
func reindex(tx *bbolt.Tx, before, after []ref) error {
	for _, r := range before {
		if slices.Contains(after, r) {
			continue
		}
		if err := tx.Bucket([]byte(r.Bucket)).Delete([]byte(r.Key)); err != nil {
			return err
		}
	}
	for _, r := range after {
		if slices.Contains(before, r) {
			continue
		}
		if err := put(tx, r.Bucket, []byte(r.Key), nil); err != nil {
			return err
		}
	}
	return nil
}

// Record returns a record.
func (s *Store) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	var r storage.Record
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		r, err = readRecord(tx, kind, id)
		return err
	})
	return r, err
}

// RecordsOf returns records.
func (s *Store) RecordsOf(ctx context.Context, kind string, ids []string) (all []storage.Record, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		for _, id := range ids {
			r, err := readRecord(tx, kind, id)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if r.Version > 0 {
				all = append(all, r)
			}
		}
		return nil
	})
	return all, err
}

// PutRecord reads, compares and writes a record, in one transaction.
func (s *Store) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if err := r.Legible(); err != nil {
		return storage.Record{}, err
	}
	r.NextCheck, r.Value = r.NextCheck.UTC(), bytes.Clone(r.Value)
	var version uint64
	err := s.write(ctx, func(tx *bbolt.Tx) (err error) {
		version, err = putRecord(tx, r)
		return err
	})
	if err != nil {
		return storage.Record{}, fmt.Errorf("%s %q: %w", r.Kind, r.ID, err)
	}
	if r.Value == nil {
		return storage.Record{Kind: r.Kind, ID: r.ID}, nil
	}
	r.Version = version
	return r, nil
}

// putRecord writes a record, with its index keys, and returns its new version.
func putRecord(tx *bbolt.Tx, r storage.Record) (version uint64, err error) {
	was, err := readRecord(tx, r.Kind, r.ID)
	if err != nil {
		return 0, refusal{err}
	}
	if was.Version != r.Version {
		return 0, refusal{storage.ErrConflict}
	}
	before, after := recordRefs(was), recordRefs(r)
	key := recordKey(r.Kind, r.ID)
	if r.Value == nil {
		if was.Version == 0 {
			return 0, refusal{}
		}
		if err := tx.Bucket([]byte(recordBucket)).Delete(key); err != nil {
			return 0, err
		}
		return 0, reindex(tx, before, nil)
	}
	if version, err = nextVersion(tx); err != nil {
		return 0, err
	}
	r.Version = version
	payload, err := encodeRecord(r)
	if err != nil {
		return 0, err
	}
	if err := put(tx, recordBucket, key, payload); err != nil {
		return 0, err
	}
	return version, reindex(tx, before, after)
}

// DueRecords returns the records whose check is due.
func (s *Store) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	return list(ctx, s, recordCheckBucket, appendText(nil, kind), appendStamp(nil, now), false, limit,
		func(tx *bbolt.Tx, id string) (storage.Record, error) { return readRecord(tx, kind, id) })
}

// readRecord returns a record, which shares no memory with the file.
func readRecord(tx *bbolt.Tx, kind, id string) (storage.Record, error) {
	r := storage.Record{Kind: kind, ID: id}
	payload, err := get(tx, recordBucket, recordKey(kind, id))
	if err == nil && payload != nil {
		r, err = decodeRecord(kind, id, payload)
	}
	if err != nil {
		return storage.Record{}, fmt.Errorf("%s %q: %w", kind, id, err)
	}
	return r, nil
}

// nextVersion returns a version that no record has had, so that none comes again.
func nextVersion(tx *bbolt.Tx) (uint64, error) {
	text, err := get(tx, metaBucket, []byte(versionKey))
	if err != nil {
		return 0, fmt.Errorf("the versions of records: %w", err)
	}
	var n uint64
	if text != nil {
		if n, err = strconv.ParseUint(string(text), 10, 64); err != nil {
			return 0, fmt.Errorf("the versions of records: %w", err)
		}
	}
	return n + 1, put(tx, metaBucket, []byte(versionKey), strconv.AppendUint(nil, n+1, 10))
}
