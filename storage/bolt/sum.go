package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// sumLen is the length of the checksum before each value.
const sumLen = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum is the checksum of a record: of its bucket, its key and what it says.
func sum(bucket string, key, payload []byte) uint32 {
	var length [binary.MaxVarintLen64]byte
	c := crc32.Update(0, castagnoli, binary.AppendUvarint(length[:0], uint64(len(key))))
	c = crc32.Update(c, castagnoli, []byte(bucket))
	return crc32.Update(crc32.Update(c, castagnoli, key), castagnoli, payload)
}

// sealed returns a value as the file has it: what it says, after the checksum.
func sealed(bucket string, key, payload []byte) []byte {
	v := make([]byte, sumLen, sumLen+len(payload))
	binary.BigEndian.PutUint32(v, sum(bucket, key, payload))
	return append(v, payload...)
}

// unsealed returns what a value says, or [storage.ErrDamaged].
func unsealed(bucket string, key, value []byte) ([]byte, error) {
	if len(value) < sumLen || binary.BigEndian.Uint32(value) != sum(bucket, key, value[sumLen:]) {
		return nil, storage.ErrDamaged
	}
	return value[sumLen:], nil
}

// put writes a record.
func put(tx *bbolt.Tx, bucket string, key, payload []byte) error {
	b := tx.Bucket([]byte(bucket))
	if b == nil {
		return fmt.Errorf("the bucket %q: %w", bucket, storage.ErrDamaged)
	}
	return b.Put(key, sealed(bucket, key, payload))
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
		return unsealed(bucket, key, v)
	}
	if k != nil && (bytes.Compare(k, key) < 0 || !intact(ref{bucket, string(k)}, v)) {
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
	if bytes.Compare(before, key) >= 0 || !intact(ref{bucket, string(before)}, v) {
		return false
	}
	if again, _ := c.Seek(before); !bytes.Equal(again, before) {
		return false
	}
	after, _ := c.Next()
	return bytes.Equal(after, next)
}
