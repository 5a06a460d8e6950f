package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// With 32 bits a file ends at 1 GB: what does not fit is refused, all else goes on, and the file opens again.
// A larger one is refused.
func TestTheEndOf32Bits(t *testing.T) {
	if strconv.IntSize > 32 {
		t.Skip("this is for machines with 32 bits: make small")
	}
	path := filepath.Join(t.TempDir(), "store")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	put := func(n int) error {
		return s.write(ctx, func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte(recordBucket)).Put(recordKey("k", strconv.Itoa(n)), make([]byte, 48<<20))
		})
	}
	for n := 0; err == nil && n < 50; n++ {
		err = put(n)
	}
	if i, _ := os.Stat(path); !errors.Is(err, ErrLarge) || !errors.Is(err, storage.ErrUnavailable) || i.Size() < 900<<20 || i.Size() > most {
		t.Errorf("at %d bytes a write = %v, want %v near 1 GB", i.Size(), err, ErrLarge)
	}
	for _, again := range []bool{false, true} {
		if again {
			if s, err = Open(path); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Create(ctx, storage.Head{ID: strconv.FormatBool(again)}); err != nil {
			t.Errorf("opened again: %v; a small write = %v", again, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := os.Truncate(path, most+1); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(path); !errors.Is(err, ErrLarge) {
		t.Errorf("Open of a larger file = %v, %v, want %v", s, err, ErrLarge)
	}
}
