package bolt

import (
	"encoding/binary"
	"math"
	"time"

	"parlour/storage"
)

// The buckets; see the package documentation.
const (
	metaBucket         = "meta"
	matchBucket        = "match"
	liveBucket         = "live"
	endedBucket        = "ended"
	channelBucket      = "channel"
	endedChannelBucket = "ended channel"
	checkBucket        = "next check"
	recordBucket       = "record"
	recordCheckBucket  = "record next check"
)

// indexBuckets are the buckets that can be made anew from the others.
var indexBuckets = []string{liveBucket, endedBucket, channelBucket, endedChannelBucket, checkBucket, recordCheckBucket}

// allBuckets are all buckets.
var allBuckets = append([]string{metaBucket, matchBucket, recordBucket}, indexBuckets...)

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
	n, size := binary.Uvarint(key)
	if size <= 0 || n > uint64(len(key)-size) {
		return "", nil, false
	}
	return string(key[size : size+int(n)]), key[size+int(n):], true
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

// checkKey is the key of a match in the order of NextCheck.
func checkKey(wake time.Time, id string) []byte { return append(appendStamp(nil, wake), id...) }

// ageKey is the key of a match among those of a person or a channel. Older matches sort
// first.
func ageKey(of string, h storage.Head) []byte {
	return append(appendStamp(appendText(nil, of), h.Created), h.ID...)
}

// A ref is a key of an index.
type ref struct{ Bucket, Key string }

// matchRefs returns all index keys of a match, each once.
func matchRefs(h storage.Head) []ref {
	var rs []ref
	players, shown := endedBucket, endedChannelBucket
	if h.Phase.Live() {
		players, shown = liveBucket, channelBucket
	}
	for _, id := range storage.ChannelsOf(h) {
		rs = append(rs, ref{shown, string(ageKey(id, h))})
	}
	for _, id := range storage.PeopleOf(h) {
		rs = append(rs, ref{players, string(ageKey(id, h))})
	}
	if !h.NextCheck.IsZero() {
		rs = append(rs, ref{checkBucket, string(checkKey(h.NextCheck, h.ID))})
	}
	return rs
}

// recordRefs returns all index keys of a record. Without a value it has none.
func recordRefs(r storage.Record) []ref {
	var rs []ref
	if r.Value == nil {
		return nil
	}
	if !r.NextCheck.IsZero() {
		rs = append(rs, ref{recordCheckBucket, string(append(appendText(nil, r.Kind), checkKey(r.NextCheck, r.ID)...))})
	}
	return rs
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

// isHead reports whether a key of the bucket match is that of a head.
func isHead(k []byte) bool {
	n, size := binary.Uvarint(k)
	return size > 0 && uint64(len(k)-size) == n
}
