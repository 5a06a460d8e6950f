package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// A kept is a record as the file has it.
type kept struct {
	Version   uint64          `json:"v"`
	NextCheck time.Time       `json:"wake,omitzero"`
	Keys      []string        `json:"keys,omitempty"`
	Value     json.RawMessage `json:"value"`
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

// PutRecord reads, compares and writes a record, in one transaction.
func (s *Store) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	for _, text := range append([]string{r.Kind, r.ID}, r.Keys...) {
		if !utf8.ValidString(text) {
			return storage.Record{}, fmt.Errorf("%s %q: %q is not text", r.Kind, r.ID, text)
		}
	}
	r.NextCheck, r.Keys, r.Value = r.NextCheck.UTC(), slices.Clone(r.Keys), bytes.Clone(r.Value)
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
		if err := tx.Bucket([]byte(records)).Delete(key); err != nil {
			return 0, err
		}
		return 0, reindex(tx, nil, before)
	}
	if version, err = nextVersion(tx); err != nil {
		return 0, err
	}
	value, err := json.Marshal(kept{version, r.NextCheck, r.Keys, r.Value})
	if err != nil {
		return 0, fmt.Errorf("encode a record: %w", err)
	}
	if err := put(tx, records, key, value); err != nil {
		return 0, err
	}
	return version, reindex(tx, without(after, before), without(before, after))
}

// DueRecords returns the records whose check is due.
func (s *Store) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	first := appendText(nil, kind)
	return upTo(ctx, s, recordChecks, first, appendStamp(bytes.Clone(first), now), limit,
		func(tx *bbolt.Tx, id string) (storage.Record, error) { return readRecord(tx, kind, id) })
}

// Keyed returns the records that have a key.
func (s *Store) Keyed(ctx context.Context, kind, key string, limit int) ([]storage.Record, error) {
	return along(ctx, s, recordKeys, appendText(appendText(nil, kind), key), limit,
		func(tx *bbolt.Tx, id string) (storage.Record, error) { return readRecord(tx, kind, id) })
}

// readRecord returns a record, which shares no memory with the file.
func readRecord(tx *bbolt.Tx, kind, id string) (storage.Record, error) {
	r := storage.Record{Kind: kind, ID: id}
	var k kept
	record, err := get(tx, records, recordKey(kind, id))
	if err == nil {
		err = decode(record, &k)
	}
	if err != nil {
		return storage.Record{}, fmt.Errorf("%s %q: %w", kind, id, err)
	}
	r.Version, r.NextCheck, r.Keys, r.Value = k.Version, k.NextCheck, k.Keys, k.Value
	return r, nil
}

// versionKey is the key, in the bucket meta, of the highest version that a record has had.
const versionKey = "version"

// nextVersion returns a version that no record has had, so that none comes again.
func nextVersion(tx *bbolt.Tx) (uint64, error) {
	text, err := get(tx, meta, []byte(versionKey))
	if err != nil {
		return 0, fmt.Errorf("the versions of records: %w", err)
	}
	var n uint64
	if text != nil {
		if n, err = strconv.ParseUint(string(text), 10, 64); err != nil {
			return 0, fmt.Errorf("the versions of records: %w", err)
		}
	}
	return n + 1, put(tx, meta, []byte(versionKey), strconv.AppendUint(nil, n+1, 10))
}
