package bolt

import (
	"strconv"

	"go.etcd.io/bbolt"

	"parlour/storage/bolt/layout"
	"parlour/storage/bolt/sweep"
)

// begin makes the buckets of an empty file.
func begin(tx *bbolt.Tx) error {
	for _, name := range layout.Buckets {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	if err := put(tx, layout.Meta, []byte(layout.VersionKey), []byte("0")); err != nil {
		return err
	}
	return setSchema(tx, sweep.Newest)
}

// setSchema writes the number of the schema.
func setSchema(tx *bbolt.Tx, n int) error {
	number := []byte(strconv.Itoa(n))
	if err := tx.Bucket([]byte(layout.Meta)).Put([]byte(layout.SchemaKey), number); err != nil {
		return err
	}
	return put(tx, layout.Meta, []byte(layout.CheckedKey), number)
}
