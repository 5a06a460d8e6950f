package bolt

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"time"

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

// The buckets; see the package documentation.
const (
	metaBucket         = "meta"
	matchBucket        = "match"
	settledBucket      = "settled"
	liveBucket         = "live"
	endedBucket        = "ended"
	channelBucket      = "channel"
	endedChannelBucket = "ended channel"
	checkBucket        = "next check"
	recordBucket       = "record"
	recordCheckBucket  = "record next check"
	counterBucket      = "counter"
)

// indexBuckets are the buckets that can be made anew from the others.
var indexBuckets = []string{liveBucket, endedBucket, channelBucket, endedChannelBucket, checkBucket, recordCheckBucket}

// allBuckets are all buckets.
var allBuckets = append([]string{metaBucket, matchBucket, settledBucket, recordBucket, counterBucket}, indexBuckets...)

// Keys of the bucket meta.
const (
	schemaKey  = "schema"         // the number of the schema, as every Parlour reads it
	checkedKey = "checked schema" // the same, with a checksum
	versionKey = "version"        // the highest version that a record has had
)

// stampLen is the length of a stamp.
const stampLen = 12

// appendText appends a string after its length, so that no string's key is the beginning
// of another's.
func appendText(key []byte, s string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(s))), s...)
}

// cutText is the reverse of [appendText]: it returns the string at the beginning of a key, and
// what comes after it.
func cutText(key []byte) (text string, rest []byte, ok bool) {
	cut, rest, ok := cutBytes(key)
	return string(cut), rest, ok
}

// cutBytes is [cutText] without a copy.
func cutBytes(key []byte) (text, rest []byte, ok bool) {
	n, size := binary.Uvarint(key)
	if size <= 0 || n > uint64(len(key)-size) {
		return nil, nil, false
	}
	return key[size : size+int(n)], key[size+int(n):], true
}

// appendStamp appends an instant so that keys sort as the instants do, those
// before 1970 too.
func appendStamp(key []byte, t time.Time) []byte {
	key = binary.BigEndian.AppendUint64(key, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(key, uint32(t.Nanosecond()))
}

// recordKey is the key of a record.
func recordKey(kind, id string) []byte { return append(appendText(nil, kind), id...) }

// headKey is the key of a head.
func headKey(id string) []byte { return appendText(nil, id) }

// logKey is the key of an entry of a match's log. Newer entries sort first.
func logKey(id string, index int) []byte {
	return binary.BigEndian.AppendUint64(headKey(id), math.MaxUint64-uint64(index))
}

// settledKey is the key of a match that is settled. Ids rise with time, and a bucket to which the highest key is
// added each time has two such values a page, less than one with keys in any order.
func settledKey(id string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, crc32.Checksum([]byte(id), castagnoli)), id...)
}

// settledOf returns the id of the match of a key of settledBucket.
func settledOf(key []byte) (id string, ok bool) {
	id = string(key[min(len(key), crc32.Size):])
	return id, string(settledKey(id)) == string(key)
}

// checkKey is the key of a match in the order of NextCheck.
func checkKey(wake time.Time, id string) []byte { return append(appendStamp(nil, wake), id...) }

// ageKey is the key of a match among those of a person or a channel. Older matches sort
// first, by their [storage.Head.Age].
func ageKey(of string, h storage.Head) []byte {
	return append(appendStamp(appendText(nil, of), h.Age()), h.ID...)
}

// A ref is a key of an index.
type ref struct{ Bucket, Key string }

// indexesOf returns the indexes by people and by channels of the matches that are live, or have ended.
func indexesOf(live bool) (in struct{ people, channels string }) {
	if in.people, in.channels = endedBucket, endedChannelBucket; live {
		in.people, in.channels = liveBucket, channelBucket
	}
	return in
}

// matchRefs returns all index keys of a match, each once.
func matchRefs(h storage.Head) []ref {
	var rs []ref
	in := indexesOf(h.Phase.Live())
	for _, id := range storage.ChannelsOf(h) {
		rs = append(rs, ref{in.channels, string(ageKey(id, h))})
	}
	for _, id := range storage.PeopleOf(h) {
		rs = append(rs, ref{in.people, string(ageKey(id, h))})
	}
	if !h.NextCheck.IsZero() {
		rs = append(rs, ref{checkBucket, string(checkKey(h.NextCheck, h.ID))})
	}
	return rs
}

// recordRefs returns all index keys of a record. Without a value it has none.
func recordRefs(r storage.Record) []ref {
	if r.Value == nil || r.NextCheck.IsZero() {
		return nil
	}
	return []ref{{recordCheckBucket, string(append(appendText(nil, r.Kind), checkKey(r.NextCheck, r.ID)...))}}
}

// matchOf returns the id of the match that a key of an index names.
func matchOf(index string, key []byte) (string, bool) {
	at := stampLen
	if index != checkBucket {
		_, rest, ok := cutText(key)
		if !ok {
			return "", false
		}
		at += len(key) - len(rest)
	}
	if at > len(key) {
		return "", false
	}
	return string(key[at:]), true
}

// recordOf returns the record that a key of recordCheckBucket names.
func recordOf(key []byte) (kind, id string, ok bool) {
	kind, rest, ok := cutText(key)
	if !ok || len(rest) < stampLen {
		return "", "", false
	}
	return kind, string(rest[stampLen:]), true
}

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
	before, v := c.Prev() // after the end too, as Last never ends where a transaction has emptied the bucket
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
