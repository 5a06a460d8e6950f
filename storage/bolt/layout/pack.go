package layout

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"parlour/storage"
)

// words are the beginning that every packed value is compressed against: the names of all
// fields, as a head and entries have them. The file never changes; other words are a second
// file with a number of its own.
//
//go:embed words1
var words []byte

// packedOnce is the first byte of a packed value. JSON begins with a brace or a bracket.
const packedOnce = 1

// maxUnpacked is the greatest size that a packed value may have when it is unpacked.
const maxUnpacked = 64 << 20

var packer = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(packedOnce, words),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // an option that is wrong
	}
	return e
})

var unpacker = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(packedOnce, words), zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err)
	}
	return d
})

// Packed returns JSON compressed, if that makes it shorter.
func Packed(text []byte) []byte {
	if short := packer().EncodeAll(text, []byte{packedOnce}); len(short) < len(text) {
		return short
	}
	return text
}

// IsPacked reports whether a value is packed.
func IsPacked(value []byte) bool { return len(value) > 0 && value[0] == packedOnce }

// Unpacked returns the JSON of a value that may be packed.
func Unpacked(value []byte) ([]byte, error) {
	if !IsPacked(value) {
		return value, nil
	}
	text, err := unpacker().DecodeAll(value[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("unpack it: %w", err)
	}
	return text, nil
}

// DecodeHead returns a head that shares no memory with its record.
func DecodeHead(record []byte) (storage.Head, error) {
	var h storage.Head
	text, err := Unpacked(record)
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	if err != nil {
		return storage.Head{}, fmt.Errorf("decode a head: %w", err)
	}
	return h, nil
}

// DecodeEntries returns the entries of a record of a log: one or, in the log of a match that
// is over and was packed, all up to its index.
func DecodeEntries(record []byte) ([]storage.Entry, error) {
	text, err := Unpacked(record)
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

// SplitEntries returns the JSON of each entry of a record of a log.
func SplitEntries(record []byte) ([]json.RawMessage, error) {
	text, err := Unpacked(record)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 || text[0] != '[' {
		return []json.RawMessage{text}, nil
	}
	var all []json.RawMessage
	return all, json.Unmarshal(text, &all)
}

// JoinEntries is the reverse of [SplitEntries].
func JoinEntries(log []json.RawMessage) []byte {
	text := []byte{'['}
	for i, line := range log {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, line...)
	}
	return append(text, ']')
}
