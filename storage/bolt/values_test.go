package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"parlour/games"
	"parlour/storage"
)

// A value is packed where that makes it shorter, and read either way. The words that it is packed against are
// a part of the schema: other words raise its number.
func TestPacked(t *testing.T) {
	t.Parallel()
	const head = `{"id":"m","created":"2026-03-01T12:00:00Z","phase":"over","players":[{"id":"100000000000000001","name":"Ann"}]}`
	for text, want := range map[string]string{"{}": "{}", "[]": "[]", head: "0128b52ffd21016f2d0100506d2233416e6e227d5d7d0800d86503a80d10330077d9032b3381177397d0ec51b02c0701"} {
		value := packed([]byte(text))
		if text == head {
			value = fmt.Appendf(nil, "%x", value)
		}
		if string(value) != want {
			t.Errorf("packed(%q) = %q, want %q", text, value, want)
		}
		if got, err := unpacked(packed([]byte(text))); err != nil || string(got) != text {
			t.Errorf("unpacked(packed(%q)) = %q, %v", text, got, err)
		}
	}
	if _, err := unpacked([]byte{packedMark, 1, 2, 3}); err == nil {
		t.Error("unpacked of rubbish = nil")
	}
}

// A log is the same whether its entries are values of their own or one packed value.
func TestALogInOneValue(t *testing.T) {
	t.Parallel()
	lines, err := splitEntries([]byte(`[{"seat":0,"move":"a"},{"seat":1,"move":"b"}]`))
	if err != nil || len(lines) != 2 {
		t.Fatalf("splitEntries = %q, %v", lines, err)
	}
	all, err := decodeEntries(packed(joinEntries(lines)))
	if err != nil || len(all) != 2 || all[1].Move != "b" {
		t.Errorf("decodeEntries of both = %+v, %v", all, err)
	}
	one, err := decodeEntries(lines[0])
	if err != nil || !slices.Equal(one, []storage.Entry{{Ply: games.Ply{Move: "a"}}}) {
		t.Errorf("decodeEntries of one = %+v, %v", one, err)
	}
}

// A checksum is that of a bucket, a key and a payload: none of them can be another one.
func TestSumsCoverAll(t *testing.T) {
	t.Parallel()
	value := withSum(matchBucket, []byte("key"), []byte("says"))
	if got, err := payloadOf(matchBucket, []byte("key"), value); err != nil || string(got) != "says" {
		t.Errorf("payload = %q, %v", got, err)
	}
	for what, c := range map[string]struct {
		bucket, key string
		value       []byte
	}{
		"another bucket":  {recordBucket, "key", value},
		"another key":     {matchBucket, "kez", value},
		"a longer key":    {matchBucket, "keys", append(bytes.Clone(value[:sumLen]), "ays"...)},
		"another payload": {matchBucket, "key", append(bytes.Clone(value[:sumLen]), "sayt"...)},
		"nothing":         {matchBucket, "key", nil},
	} {
		if got, err := payloadOf(c.bucket, []byte(c.key), c.value); !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("payload of %s = %q, %v, want %v", what, got, err, storage.ErrDamaged)
		}
	}
}
