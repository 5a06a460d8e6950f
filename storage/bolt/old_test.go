package bolt

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// oldBuckets returns the buckets of an older schema but for meta.
func oldBuckets(schema int) []string {
	all := []string{matches, live, ended, channels, checks}
	switch {
	case schema == 2:
		all = append(all, settings)
	case schema >= 3 && schema < 6:
		all = append(all, people, "person wake")
	}
	if schema >= 5 {
		all = append(all, pastChannels)
	}
	if schema >= 6 {
		all = append(all, records, recordChecks, recordKeys)
	}
	return all
}

// oldStore makes the file of an older schema, as the Parlour of its time did.
func oldStore(t testing.TB, schema int, fill func(*bbolt.Tx) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error {
		for _, name := range append(oldBuckets(schema), meta) {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return errors.Join(tx.Bucket([]byte(meta)).Put([]byte(schemaKey), []byte(strconv.Itoa(schema))), fill(tx))
	}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Sync(), db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// oldMatch writes a match as it was written up to schema 6, and the index keys that its schema
// had.
func oldMatch(tx *bbolt.Tx, h storage.Head, log ...storage.Entry) error {
	h.Version, h.Plies = max(h.Version, 1), len(log)
	head, err := json.Marshal(h)
	if err != nil {
		return err
	}
	b := tx.Bucket([]byte(matches))
	if err := b.Put(headKey(h.ID), head); err != nil {
		return err
	}
	for i, e := range log {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := b.Put(logKey(h.ID, i), line); err != nil {
			return err
		}
	}
	for _, r := range refs(h) {
		if b := tx.Bucket([]byte(r.bucket)); b != nil {
			if err := b.Put([]byte(r.key), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// oldRecord writes a record as schema 6 had it.
func oldRecord(tx *bbolt.Tx, r storage.Record) error {
	b := tx.Bucket([]byte(records))
	version, err := b.NextSequence()
	if err != nil {
		return err
	}
	value, err := json.Marshal(kept{version, r.NextCheck, r.Keys, r.Value})
	if err != nil {
		return err
	}
	for _, ref := range recordRefs(r) {
		if err := tx.Bucket([]byte(ref.bucket)).Put([]byte(ref.key), nil); err != nil {
			return err
		}
	}
	return b.Put(recordKey(r.Kind, r.ID), value)
}

// rawSchema reads the schema of a file.
func rawSchema(t *testing.T, path string) int {
	t.Helper()
	schema, err := inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// sorted returns strings in order.
func sorted(all []string) []string { return slices.Sorted(slices.Values(all)) }
