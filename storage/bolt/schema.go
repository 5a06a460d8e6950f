package bolt

import (
	"errors"
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// The buckets; see the package documentation.
const (
	meta     = "meta"
	matches  = "match"
	live     = "live"
	ended    = "ended"
	channels = "channel"
	wakes    = "wake"
	settings = "settings"
)

// schemaKey is where meta has the number of the schema.
const schemaKey = "schema"

// steps make the newest schema out of any older one: schema n is what the first
// n of them make of an empty file. A step that has been released stays as it is;
// a change of the schema is one more step.
var steps = []func(*bbolt.Tx) error{
	firstSchema,
	addSettings,
}

func firstSchema(tx *bbolt.Tx) error {
	for _, name := range []string{matches, live, ended, channels, wakes} {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return fmt.Errorf("make bucket %s: %w", name, err)
		}
	}
	return nil
}

// addSettings makes room for what people have set.
func addSettings(tx *bbolt.Tx) error {
	_, err := tx.CreateBucket([]byte(settings))
	return err
}

// migrate takes the steps that a file has not seen, in one transaction. It
// writes nothing when there is none, nor to a file of a newer schema, nor to
// another program's.
func migrate(db *bbolt.DB, steps []func(*bbolt.Tx) error) error {
	var have int
	if err := db.View(func(tx *bbolt.Tx) (err error) {
		have, err = schema(tx)
		return err
	}); err != nil {
		return err
	}
	if have > len(steps) {
		return fmt.Errorf("%w: its schema is %d and this Parlour knows up to %d, so a newer Parlour is needed",
			storage.ErrNewer, have, len(steps))
	}
	if have == len(steps) {
		return nil
	}
	return db.Update(func(tx *bbolt.Tx) error {
		for i, step := range steps[have:] {
			if err := step(tx); err != nil {
				return fmt.Errorf("bring it from schema %d to %d: %w", have+i, have+i+1, err)
			}
		}
		return setSchema(tx, len(steps))
	})
}

// schema returns the schema of a file, 0 if it is empty.
func schema(tx *bbolt.Tx) (int, error) {
	b := tx.Bucket([]byte(meta))
	if b == nil {
		if k, _ := tx.Cursor().First(); k != nil {
			return 0, errors.New("it is another program's file, not a store")
		}
		return 0, nil
	}
	n, err := strconv.Atoi(string(b.Get([]byte(schemaKey))))
	if err != nil || n < 1 {
		return 0, errors.New("it is another program's file, not a store")
	}
	return n, nil
}

func setSchema(tx *bbolt.Tx, n int) error {
	b, err := tx.CreateBucketIfNotExists([]byte(meta))
	if err != nil {
		return err
	}
	return b.Put([]byte(schemaKey), []byte(strconv.Itoa(n)))
}
