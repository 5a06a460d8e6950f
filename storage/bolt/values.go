package bolt

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

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

// withSum returns a value as the file has it: what it says, after the checksum.
func withSum(bucket string, key, payload []byte) []byte {
	v := make([]byte, sumLen, sumLen+len(payload))
	binary.BigEndian.PutUint32(v, sum(bucket, key, payload))
	return append(v, payload...)
}

// payloadOf returns what a value says, or [storage.ErrDamaged].
func payloadOf(bucket string, key, value []byte) ([]byte, error) {
	if len(value) < sumLen || binary.BigEndian.Uint32(value) != sum(bucket, key, value[sumLen:]) {
		return nil, storage.ErrDamaged
	}
	return value[sumLen:], nil
}

// A kept is a record as the file has it.
type kept struct {
	Version   uint64          `json:"version"`
	NextCheck time.Time       `json:"next_check,omitzero"`
	Value     json.RawMessage `json:"value"`
}

// encodeRecord returns the payload of a record. Its kind and its id are in the key.
func encodeRecord(r storage.Record) ([]byte, error) {
	payload, err := json.Marshal(kept{r.Version, r.NextCheck, r.Value})
	if err != nil {
		return nil, fmt.Errorf("encode a record: %w", err)
	}
	return payload, nil
}

// decodeRecord returns the record of a payload. It shares no memory with it.
func decodeRecord(kind, id string, payload []byte) (storage.Record, error) {
	var k kept
	if err := json.Unmarshal(payload, &k); err != nil {
		return storage.Record{}, fmt.Errorf("decode a record: %w", err)
	}
	return storage.Record{Kind: kind, ID: id, Version: k.Version, NextCheck: k.NextCheck, Value: k.Value}, nil
}

// words are the beginning that every packed value is compressed against: the names of all
// fields, as a head and entries have them. Other words are another
// schema.
//
//go:embed words
var words []byte

// packedMark is the first byte of a packed value. JSON begins with a brace or a bracket.
const packedMark = 1

// maxUnpacked is the greatest size that a packed value may have when it is unpacked.
const maxUnpacked = 64 << 20

var packer = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(packedMark, words),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // an option that is wrong
	}
	return e
})

var unpacker = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(packedMark, words), zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err)
	}
	return d
})

// packed returns JSON compressed, if that makes it shorter.
func packed(text []byte) []byte {
	if short := packer().EncodeAll(text, []byte{packedMark}); len(short) < len(text) {
		return short
	}
	return text
}

// isPacked reports whether a value is packed.
func isPacked(value []byte) bool { return len(value) > 0 && value[0] == packedMark }

// unpacked returns the JSON of a value that may be packed.
func unpacked(value []byte) ([]byte, error) {
	if !isPacked(value) {
		return value, nil
	}
	text, err := unpacker().DecodeAll(value[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("unpack it: %w", err)
	}
	return text, nil
}

// decodeHead returns a head that shares no memory with its record.
func decodeHead(record []byte) (storage.Head, error) {
	var h storage.Head
	text, err := unpacked(record)
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	if err != nil {
		return storage.Head{}, fmt.Errorf("decode a head: %w", err)
	}
	return h, nil
}

// decodeEntries returns the entries of a record of a log: one or, in the log of a match that
// is over and was packed, all up to its index.
func decodeEntries(record []byte) ([]storage.Entry, error) {
	text, err := unpacked(record)
	if err != nil {
		return nil, err
	}
	all := make([]storage.Entry, 1)
	if len(text) > 0 && text[0] == '[' {
		err = json.Unmarshal(text, &all)
	} else {
		err = json.Unmarshal(text, &all[0])
	}
	if err != nil {
		return nil, fmt.Errorf("decode an entry: %w", err)
	}
	return all, nil
}

// splitEntries returns the JSON of each entry of a record of a log.
func splitEntries(record []byte) ([]json.RawMessage, error) {
	text, err := unpacked(record)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 || text[0] != '[' {
		return []json.RawMessage{text}, nil
	}
	var all []json.RawMessage
	return all, json.Unmarshal(text, &all)
}

// joinEntries is the reverse of [splitEntries].
func joinEntries(log []json.RawMessage) []byte {
	text := []byte{'['}
	for i, line := range log {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, line...)
	}
	return append(text, ']')
}
