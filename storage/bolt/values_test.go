package bolt

import (
	"bytes"
	"errors"
	"testing"

	"parlour/storage"
)

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
