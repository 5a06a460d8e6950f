package bolt

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

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
		return 0, reindex(tx, nil, before)
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
	return version, reindex(tx, without(after, before), without(before, after))
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
