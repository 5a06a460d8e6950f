package layout

import (
	"encoding/binary"
	"hash/crc32"

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

// WithSum returns a value as the file has it: what it says, after the checksum.
func WithSum(bucket string, key, payload []byte) []byte {
	v := make([]byte, sumLen, sumLen+len(payload))
	binary.BigEndian.PutUint32(v, sum(bucket, key, payload))
	return append(v, payload...)
}

// Payload returns what a value says, or [storage.ErrDamaged].
func Payload(bucket string, key, value []byte) ([]byte, error) {
	if len(value) < sumLen || binary.BigEndian.Uint32(value) != sum(bucket, key, value[sumLen:]) {
		return nil, storage.ErrDamaged
	}
	return value[sumLen:], nil
}
