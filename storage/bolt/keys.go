package bolt

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"parlour/storage"
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
type ref struct{ bucket, key string }

// refs returns all index keys of a match, each once.
func refs(h storage.Head) []ref {
	var rs []ref
	add := func(bucket string, key []byte) {
		if r := (ref{bucket, string(key)}); !slices.Contains(rs, r) {
			rs = append(rs, r)
		}
	}
	players, shown := ended, pastChannels
	if h.Phase.Live() {
		players, shown = live, channels
	}
	add(shown, ageKey(h.Home, h))
	add(shown, ageKey(h.Channel, h))
	for _, p := range h.Players {
		add(players, ageKey(p.ID, h))
	}
	if h.Invited != nil {
		add(players, ageKey(h.Invited.ID, h))
	}
	if !h.NextCheck.IsZero() {
		add(checks, checkKey(h.NextCheck, h.ID))
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
		rs = append(rs, ref{recordChecks, string(append(appendText(nil, r.Kind), checkKey(r.NextCheck, r.ID)...))})
	}
	for _, key := range r.Keys {
		rs = append(rs, ref{recordKeys, string(append(appendText(appendText(nil, r.Kind), key), r.ID...))})
	}
	return rs
}

// without returns the refs that are not among others.
func without(rs, others []ref) []ref {
	return slices.DeleteFunc(slices.Clone(rs), func(r ref) bool { return slices.Contains(others, r) })
}
