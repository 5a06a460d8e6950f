package layout

import (
	"encoding/binary"
	"math"
	"time"

	"parlour/storage"
)

// StampLen is the length of a stamp.
const StampLen = 12

// AppendText appends a string after its length, so that no string's key is the beginning
// of another's.
func AppendText(key []byte, s string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(s))), s...)
}

// CutText is the reverse of [AppendText]: it returns the string at the beginning of a key, and
// what comes after it.
func CutText(key []byte) (text string, rest []byte, ok bool) {
	n, size := binary.Uvarint(key)
	if size <= 0 || n > uint64(len(key)-size) {
		return "", nil, false
	}
	return string(key[size : size+int(n)]), key[size+int(n):], true
}

// AppendStamp appends an instant so that keys sort as the instants do, those
// before 1970 too.
func AppendStamp(key []byte, t time.Time) []byte {
	key = binary.BigEndian.AppendUint64(key, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(key, uint32(t.Nanosecond()))
}

// RecordKey is the key of a record.
func RecordKey(kind, id string) []byte { return append(AppendText(nil, kind), id...) }

// HeadKey is the key of a head.
func HeadKey(id string) []byte { return AppendText(nil, id) }

// LogKey is the key of an entry of a match's log. Newer entries sort first.
func LogKey(id string, index int) []byte {
	return binary.BigEndian.AppendUint64(HeadKey(id), math.MaxUint64-uint64(index))
}

// CheckKey is the key of a match in the order of NextCheck.
func CheckKey(wake time.Time, id string) []byte { return append(AppendStamp(nil, wake), id...) }

// ageKey is the key of a match among those of a person or a channel. Older matches sort
// first.
func ageKey(of string, h storage.Head) []byte {
	return append(AppendStamp(AppendText(nil, of), h.Created), h.ID...)
}

// A Ref is a key of an index.
type Ref struct{ Bucket, Key string }

// MatchRefs returns all index keys of a match, each once.
func MatchRefs(h storage.Head) []Ref {
	var rs []Ref
	players, shown := Ended, PastChannels
	if h.Phase.Live() {
		players, shown = Live, Channels
	}
	for _, id := range storage.ChannelsOf(h) {
		rs = append(rs, Ref{shown, string(ageKey(id, h))})
	}
	for _, id := range storage.PeopleOf(h) {
		rs = append(rs, Ref{players, string(ageKey(id, h))})
	}
	if !h.NextCheck.IsZero() {
		rs = append(rs, Ref{Checks, string(CheckKey(h.NextCheck, h.ID))})
	}
	return rs
}

// RecordRefs returns all index keys of a record. Without a value it has none.
func RecordRefs(r storage.Record) []Ref {
	var rs []Ref
	if r.Value == nil {
		return nil
	}
	if !r.NextCheck.IsZero() {
		rs = append(rs, Ref{RecordChecks, string(append(AppendText(nil, r.Kind), CheckKey(r.NextCheck, r.ID)...))})
	}
	for _, key := range r.Keys {
		rs = append(rs, Ref{RecordKeys, string(append(AppendText(AppendText(nil, r.Kind), key), r.ID...))})
	}
	return rs
}

// MatchOf returns the id of the match that a key of an index names.
func MatchOf(index string, key []byte) (string, bool) {
	at := StampLen
	if index != Checks {
		_, rest, ok := CutText(key)
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

// RecordOf returns the record that a key of an index names.
func RecordOf(index string, key []byte) (kind, id string, ok bool) {
	kind, rest, ok := CutText(key)
	if !ok {
		return "", "", false
	}
	if index == RecordKeys {
		_, rest, ok = CutText(rest)
		return kind, string(rest), ok
	}
	if len(rest) < StampLen {
		return "", "", false
	}
	return kind, string(rest[StampLen:]), true
}

// IsHead reports whether a key of the bucket match is that of a head.
func IsHead(k []byte) bool {
	n, size := binary.Uvarint(k)
	return size > 0 && uint64(len(k)-size) == n
}
