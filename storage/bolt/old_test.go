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
	"parlour/storage/bolt/layout"
)

// oldBuckets returns the buckets of an older schema but for meta.
func oldBuckets(schema int) []string {
	all := []string{layout.Matches, layout.Live, layout.Ended, layout.Channels, layout.Checks}
	switch {
	case schema == 2:
		all = append(all, "settings")
	case schema >= 3 && schema < 6:
		all = append(all, "person", "person wake")
	}
	if schema >= 5 {
		all = append(all, layout.PastChannels)
	}
	if schema >= 6 {
		all = append(all, layout.Records, layout.RecordChecks, layout.RecordKeys)
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
		for _, name := range append(oldBuckets(schema), layout.Meta) {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return errors.Join(tx.Bucket([]byte(layout.Meta)).Put([]byte(layout.SchemaKey), []byte(strconv.Itoa(schema))), fill(tx))
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
	b := tx.Bucket([]byte(layout.Matches))
	if err := b.Put(layout.HeadKey(h.ID), head); err != nil {
		return err
	}
	for i, e := range log {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := b.Put(layout.LogKey(h.ID, i), line); err != nil {
			return err
		}
	}
	for _, r := range layout.MatchRefs(h) {
		if b := tx.Bucket([]byte(r.Bucket)); b != nil {
			if err := b.Put([]byte(r.Key), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// oldRecord writes a record as schema 6 had it.
func oldRecord(tx *bbolt.Tx, r storage.Record) error {
	b := tx.Bucket([]byte(layout.Records))
	version, err := b.NextSequence()
	if err != nil {
		return err
	}
	r.Version = version
	value, err := layout.EncodeRecord(r)
	if err != nil {
		return err
	}
	for _, ref := range layout.RecordRefs(r) {
		if err := tx.Bucket([]byte(ref.Bucket)).Put([]byte(ref.Key), nil); err != nil {
			return err
		}
	}
	return b.Put(layout.RecordKey(r.Kind, r.ID), value)
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
