package layout

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// What was packed by an earlier Parlour is unpacked by this one: the words that it was packed
// against never change.
func TestWhatIsPackedStaysReadable(t *testing.T) {
	t.Parallel()
	const text = `{"id":"m","created":"2026-03-01T12:00:00Z","phase":"over","players":[{"id":"100000000000000001","name":"Ann"}]}`
	const before = "0128b52ffd21016f2d0100506d2233416e6e227d5d7d0800906503a80d0a330065d9030f33811473d7c8ec51a72c0701"
	value, err := hex.DecodeString(before)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Unpacked(value); err != nil || string(got) != text {
		t.Errorf("Unpacked = %q, %v, want %q", got, err, text)
	}
	if got := Packed([]byte(text)); !IsPacked(got) || len(got) > len(text)*2/3 {
		t.Errorf("Packed makes %d bytes of %d", len(got), len(text))
	}
}

// What packing would not make shorter stays as it is, and each form is read.
func TestPackedOrNot(t *testing.T) {
	t.Parallel()
	long := `["` + strings.Repeat("marmalade", 100) + `"]`
	for _, text := range []string{"{}", "[]", long} {
		value := Packed([]byte(text))
		if IsPacked(value) != (text == long) {
			t.Errorf("Packed(%.20q) = %.20q", text, value)
		}
		if got, err := Unpacked(value); err != nil || string(got) != text {
			t.Errorf("Unpacked(Packed(%.20q)) = %.20q, %v", text, got, err)
		}
	}
	if _, err := Unpacked([]byte{packedOnce, 1, 2, 3}); err == nil {
		t.Error("Unpacked of rubbish = nil")
	}
}

// A log is the same whether its entries are values of their own or one packed value.
func TestALogInOneValue(t *testing.T) {
	t.Parallel()
	lines, err := SplitEntries([]byte(`[{"seat":0,"move":"a"},{"seat":1,"move":"b"}]`))
	if err != nil || len(lines) != 2 {
		t.Fatalf("SplitEntries = %q, %v", lines, err)
	}
	all, err := DecodeEntries(Packed(JoinEntries(lines)))
	if err != nil || len(all) != 2 || all[1].Move != "b" {
		t.Errorf("DecodeEntries of both = %+v, %v", all, err)
	}
	one, err := DecodeEntries(lines[0])
	if err != nil || !slices.Equal(one, []storage.Entry{{Ply: games.Ply{Move: "a"}}}) {
		t.Errorf("DecodeEntries of one = %+v, %v", one, err)
	}
}

// A checksum is that of a bucket, a key and a payload: none of them can be another one.
func TestSumsCoverAll(t *testing.T) {
	t.Parallel()
	value := WithSum(Matches, []byte("key"), []byte("says"))
	if got, err := Payload(Matches, []byte("key"), value); err != nil || string(got) != "says" {
		t.Errorf("Payload = %q, %v", got, err)
	}
	for what, c := range map[string]struct {
		bucket, key string
		value       []byte
	}{
		"another bucket":  {Records, "key", value},
		"another key":     {Matches, "kez", value},
		"a longer key":    {Matches, "keys", append(bytes.Clone(value[:sumLen]), "ays"...)},
		"another payload": {Matches, "key", append(bytes.Clone(value[:sumLen]), "sayt"...)},
		"nothing":         {Matches, "key", nil},
	} {
		if got, err := Payload(c.bucket, []byte(c.key), c.value); !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("Payload of %s = %q, %v, want %v", what, got, err, storage.ErrDamaged)
		}
	}
}

// Keys sort as what they stand for, and their ids are found in them.
func TestKeysSortAndNameTheirIDs(t *testing.T) {
	t.Parallel()
	var keys [][]byte
	for _, at := range []time.Time{time.Unix(-5, 1), time.Unix(-5, 2), {}, time.Unix(0, 0), time.Unix(1<<33, 0)} {
		keys = append(keys, CheckKey(at, "m"))
	}
	keys[0], keys[1], keys[2] = keys[2], keys[0], keys[1] // the zero time is the earliest
	if !slices.IsSortedFunc(keys, bytes.Compare) {
		t.Errorf("the keys of instants are not in order: %x", keys)
	}
	if bytes.Compare(LogKey("m", 7), LogKey("m", 6)) >= 0 || bytes.Compare(HeadKey("m"), LogKey("m", 7)) >= 0 {
		t.Error("an entry does not come after its head, the newest one first")
	}
	if !IsHead(HeadKey("m")) || IsHead(LogKey("m", 0)) {
		t.Error("a head and an entry are not told apart")
	}
	h := storage.Head{ID: "m", Lobby: storage.Lobby{Phase: storage.Playing, Players: []storage.Player{{ID: "ann"}}}, NextCheck: time.Unix(9, 0)}
	for _, r := range MatchRefs(h) {
		if id, ok := MatchOf(r.Bucket, []byte(r.Key)); !ok || id != "m" {
			t.Errorf("MatchOf(%q, %q) = %q, %v", r.Bucket, r.Key, id, ok)
		}
	}
	record := storage.Record{Kind: "server", ID: "s", Keys: []string{"k"}, NextCheck: time.Unix(9, 0), Value: []byte("{}")}
	for _, r := range RecordRefs(record) {
		if kind, id, ok := RecordOf(r.Bucket, []byte(r.Key)); !ok || kind != "server" || id != "s" {
			t.Errorf("RecordOf(%q, %q) = %q, %q, %v", r.Bucket, r.Key, kind, id, ok)
		}
	}
}
