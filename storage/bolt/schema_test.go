package bolt

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// oldSteps make an older file: the first schema with a match, as some earlier
// Parlour might have written it.
func oldSteps() []func(*bbolt.Tx) error { return slices.Clone(steps[:1]) }

// oldFile makes a store of the first schema with one match.
func oldFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	s, err := open(path, oldSteps())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(ctx, sample("m")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMigrate(t *testing.T) {
	path := oldFile(t)
	var taken []int
	step := func(n int, do func(*bbolt.Tx) error) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			taken = append(taken, n)
			return do(tx)
		}
	}
	newer := append(oldSteps(),
		step(2, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("people")); return err }),
		step(3, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("people")).Put([]byte("ann"), []byte("1")) }))
	for range 2 { // the second time there is nothing to do
		s, err := open(path, newer)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(ctx, "m"); err != nil {
			t.Errorf("Get after the migration = %v", err)
		}
		s.db.View(func(tx *bbolt.Tx) error {
			if v := tx.Bucket([]byte("people")).Get([]byte("ann")); string(v) != "1" {
				t.Errorf("the migration wrote %q, want 1", v)
			}
			return nil
		})
		s.Close()
	}
	if !slices.Equal(taken, []int{2, 3}) {
		t.Errorf("took the steps %v, want 2 and 3, once", taken)
	}
	err := unchanged(t, path, func() error { return openAndClose(path, steps[:1]) })
	if !errors.Is(err, storage.ErrNewer) {
		t.Fatalf("Open of a newer file = %v, want %v", err, storage.ErrNewer)
	}
	for _, part := range []string{path, "3", "1", "a newer Parlour is needed"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("Open of a newer file = %q, want it to say %q", err, part)
		}
	}
}

// TestFirstSchema has settings kept in a file that had no room for them.
func TestFirstSchema(t *testing.T) {
	s := opened(t, oldFile(t))
	if _, err := s.Get(ctx, "m"); err != nil {
		t.Errorf("Get from an older file = %v", err)
	}
	if own, err := s.Settings(ctx, "ann"); err != nil || own != (storage.Settings{}) {
		t.Errorf("Settings from an older file = %+v, %v, want none", own, err)
	}
	if _, err := s.ChangeSettings(ctx, "ann", func(own *storage.Settings) { own.Palette = "contrast" }); err != nil {
		t.Errorf("ChangeSettings in an older file = %v", err)
	}
}

// TestMigrateFails has a second step fail, or panic: the first is undone.
func TestMigrateFails(t *testing.T) {
	broken := errors.New("broken")
	for name, last := range map[string]func(*bbolt.Tx) error{
		"an error": func(*bbolt.Tx) error { return broken },
		"a panic":  func(*bbolt.Tx) error { panic(broken) },
	} {
		path := oldFile(t)
		first := func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte(matches)) }
		if err := openAndClose(path, append(oldSteps(), first, last)); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("%s: Open = %v, want %v", name, err, broken)
		}
		s := opened(t, path)
		if _, err := s.Get(ctx, "m"); err != nil {
			t.Errorf("%s: Get after a migration that failed = %v", name, err)
		}
	}
}

func openAndClose(path string, steps []func(*bbolt.Tx) error) error {
	s, err := open(path, steps)
	if err == nil {
		s.Close()
	}
	return err
}

// unchanged checks that a file is left as it was.
func unchanged(t *testing.T, path string, do func() error) error {
	t.Helper()
	before, _ := os.ReadFile(path)
	result := do()
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("%s was changed", path)
	}
	return result
}
