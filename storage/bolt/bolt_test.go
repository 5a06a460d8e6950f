package bolt

import (
	"path/filepath"
	"testing"

	"parlour/storage"
	"parlour/storage/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storage.Store { return fresh(t) })
}

// fresh returns an empty store, which the test may close.
func fresh(t testing.TB) *Store {
	t.Helper()
	return opened(t, filepath.Join(t.TempDir(), "store"))
}

// opened opens a store, which the test may close.
func opened(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
