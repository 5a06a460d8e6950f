package storage

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Settled reports whether a match is over and nobody need look at it any more: all that was to be shown is
// shown, or was refused for good. A store keeps it as one value then. It may change still, as for a rematch or
// when a person is forgotten.
func (h Head) Settled() bool { return !h.Phase.Live() && h.NextCheck.IsZero() }

// words are the beginning against which every match is packed: the names of most fields, as a head and entries have
// them. Other words are another schema of a store, which still reads what was packed with these.
//
//go:embed words
var words []byte

// wordsID is by what a packed match names these words.
const wordsID = 1

// window bounds how far back a repetition may be. The packer keeps room for that, by itself for 4 MB.
const window = 128 << 10

// maxUnpacked is the greatest size that a packed match may have when it is unpacked.
const maxUnpacked = 64 << 20

// The packer and the unpacker have channels, so they are made before any test with a time of its own may make them.
var (
	packer   = newPacker()
	unpacker = newUnpacker()
)

func newPacker() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(wordsID, words), zstd.WithEncoderCRC(false),
		zstd.WithSingleSegment(true), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(window))
	if err != nil {
		panic(err) // an option that is wrong
	}
	e.EncodeAll(nil, nil)
	return e
}

func newUnpacker() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(wordsID, words), zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err)
	}
	return d
}

// Pack returns a match as one value, of what [Encode] returns of its head and of its whole log.
func Pack(head json.RawMessage, log []json.RawMessage) []byte {
	text := bytes.Clone(head)
	for _, entry := range log {
		text = append(append(text, '\n'), entry...) // of which JSON needs none
	}
	return packer.EncodeAll(text, nil)
}

// Unpack is the reverse of [Pack].
func Unpack(value []byte) (head json.RawMessage, log []json.RawMessage, err error) {
	text, err := unpacker.DecodeAll(value, nil)
	if err == nil && len(text) == 0 {
		err = ErrDamaged
	}
	if err != nil {
		return nil, nil, fmt.Errorf("unpack it: %w", err)
	}
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		log = append(log, line)
	}
	return log[0], log[1:], nil
}

// Decode returns a match of its head and the texts of its log. It shares no memory with those.
func Decode(head Head, log []json.RawMessage) (Match, error) {
	m := Match{head, make([]Entry, len(log))}
	for i, line := range log {
		if err := json.Unmarshal(line, &m.Log[i]); err != nil {
			return Match{}, fmt.Errorf("decode entry %d: %w", i, err)
		}
	}
	if len(log) != m.Plies {
		return Match{}, fmt.Errorf("%w: its log has %d entries instead of %d", ErrDamaged, len(log), m.Plies)
	}
	return m, nil
}
