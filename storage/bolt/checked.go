package bolt

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// put writes a record.
func put(tx *bbolt.Tx, bucket string, key, payload []byte) error {
	b := tx.Bucket([]byte(bucket))
	if b == nil {
		return fmt.Errorf("the bucket %q: %w", bucket, storage.ErrDamaged)
	}
	return b.Put(key, withSum(bucket, key, payload))
}

// get returns what a record says, nil if there is none. It says that there is none only if
// that is sure.
func get(tx *bbolt.Tx, bucket string, key []byte) ([]byte, error) {
	b := tx.Bucket([]byte(bucket))
	if b == nil {
		return nil, fmt.Errorf("the bucket %q: %w", bucket, storage.ErrDamaged)
	}
	c := b.Cursor()
	k, v := c.Seek(key)
	if k != nil && bytes.Equal(k, key) {
		return payloadOf(bucket, key, v)
	}
	if k != nil && (bytes.Compare(k, key) < 0 || !intact(bucket, k, v)) {
		return nil, storage.ErrDamaged
	}
	if !absent(c, bucket, key, k) {
		return nil, storage.ErrDamaged
	}
	return nil, nil
}

// absent reports whether there is surely no record of a key, given the key at which a search for
// it ended. A record whose key was damaged stands beside that place. The record before it must
// be whole, and its own search must lead to the one after.
func absent(c *bbolt.Cursor, bucket string, key, next []byte) bool {
	step := c.Prev
	if next == nil {
		step = c.Last
	}
	before, v := step()
	if before == nil {
		return true
	}
	if bytes.Compare(before, key) >= 0 || !intact(bucket, before, v) {
		return false
	}
	if again, _ := c.Seek(before); !bytes.Equal(again, before) {
		return false
	}
	after, _ := c.Next()
	return bytes.Equal(after, next)
}

// intact reports whether a value is as it was written.
func intact(bucket string, key, value []byte) bool {
	_, err := payloadOf(bucket, key, value)
	return err == nil
}
