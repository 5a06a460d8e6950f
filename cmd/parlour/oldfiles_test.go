package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parlour/storage/bolt"
)

// The file of an older schema goes a month after a new one took its place. No other file goes.
func TestOldFilesGo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "parlour.db")
	store, err := bolt.Open(path)
	must(t, err)
	defer store.Close()
	now := time.Date(2026, 11, 20, 4, 17, 0, 0, time.UTC)
	others := []string{"parlour.db.schema", "parlour.db.schema6.bak", "other.db.schema6", "parlour.db.before", "parlour.db.schemas6"}
	for _, name := range append(slices.Clone(others), "parlour.db.schema6", "parlour.db.schema6.2") {
		old := filepath.Join(dir, name)
		put(t, old, "")
		if err := os.Chtimes(old, now.AddDate(-1, 0, 0), now.AddDate(-1, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, noteOld(path, now))
	k := keeper{store: store, daily: dailyCopies{store: store, file: path, now: func() time.Time { return now }}}
	for days, want := range map[int]bool{0: true, 29: true} {
		wantOld(t, &k, now.AddDate(0, 0, days), path, want)
	}
	wantOld(t, &k, now.AddDate(0, 0, 31), path, false)
	for _, name := range append(others, "parlour.db") {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// wantOld checks whether the files of older schemas are there after a night.
func wantOld(t *testing.T, k *keeper, night time.Time, path string, want bool) {
	t.Helper()
	k.daily.now = func() time.Time { return night }
	must(t, k.night(t.Context()))
	for _, old := range []string{path + ".schema6", path + ".schema6.2"} {
		if _, err := os.Stat(old); (err == nil) != want {
			t.Errorf("on %v %s is there: %v, want %v", night, filepath.Base(old), err == nil, want)
		}
	}
}
