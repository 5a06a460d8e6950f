package sweep_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/bolt/layout"
	"parlour/storage/bolt/sweep"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fileOf makes the file of a store: a match that is over, with two moves, a table that was closed,
// and a person.
func fileOf(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	s, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	over := storage.Head{ID: "over", Created: noon, Lobby: storage.Lobby{Phase: storage.Over, Setup: games.Setup{Rules: 1}, Words: []string{"marmalade"}}}
	h, first := s.Create(t.Context(), over)
	_, second := s.Append(t.Context(), h, storage.Entry{Ply: games.Ply{Move: "a"}}, storage.Entry{Ply: games.Ply{Move: "b"}})
	_, third := s.Create(t.Context(), storage.Head{ID: "table", Created: noon, Lobby: storage.Lobby{Phase: storage.Off}})
	_, fourth := s.PutRecord(t.Context(), storage.Record{Kind: "person", ID: "ann", NextCheck: noon, Value: []byte("{}")})
	if err := errors.Join(first, second, third, fourth, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// run sweeps a file, and returns the keys that were passed on, by bucket.
func run(t *testing.T, path string, now time.Time) (sweep.Contents, map[string][]string) {
	t.Helper()
	src, err := sweep.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	keys := map[string][]string{}
	found, err := sweep.Run(t.Context(), src, sweep.Options{Now: now, Out: func(bucket string, key, _ []byte) error {
		keys[bucket] = append(keys[bucket], string(key))
		return nil
	}})
	if err != nil || src.Schema != sweep.Newest {
		t.Fatalf("Run of schema %d = %v", src.Schema, err)
	}
	return found, keys
}

// A sweep passes on every record, the log of what is over as one value, and leaves out an old table
// with its index keys.
func TestASweepPassesOnEverything(t *testing.T) {
	t.Parallel()
	path := fileOf(t)
	over, table := string(layout.HeadKey("over")), string(layout.HeadKey("table"))
	for _, c := range []struct {
		now     time.Time
		matches []string
		dropped []string
	}{
		{time.Time{}, []string{over, string(layout.LogKey("over", 1)), table}, nil},
		{noon.AddDate(0, 0, 30), []string{over, string(layout.LogKey("over", 1)), table}, nil},
		{noon.AddDate(0, 0, 31), []string{over, string(layout.LogKey("over", 1))}, []string{"table"}},
	} {
		found, keys := run(t, path, c.now)
		if found.Damaged != nil || found.Astray || !slices.Equal(found.Dropped, c.dropped) || found.Matches != 2-len(c.dropped) {
			t.Errorf("at %v: Run = %+v, want %q dropped", c.now, found, c.dropped)
		}
		if !slices.Equal(keys[layout.Matches], c.matches) {
			t.Errorf("at %v: the matches are %q, want %q", c.now, keys[layout.Matches], c.matches)
		}
		if len(keys[layout.Records]) != 1 || len(keys[layout.RecordChecks]) != 1 || len(keys[layout.PastChannels]) != 2-len(c.dropped) {
			t.Errorf("at %v: %q was passed on", c.now, keys)
		}
	}
}

// A damaged match is named and left out, and the rest is passed on.
func TestASweepNamesWhatIsDamaged(t *testing.T) {
	t.Parallel()
	path := fileOf(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte("marmalade"), []byte("mermalade")), 0o600); err != nil {
		t.Fatal(err)
	}
	found, keys := run(t, path, time.Time{})
	if !slices.Equal(found.Damaged, []string{`match "over"`}) || !errors.Is(found.Sound(), sweep.ErrUnsound) {
		t.Errorf("Run = %+v, want match over named", found)
	}
	if want := []string{string(layout.HeadKey("table"))}; !slices.Equal(keys[layout.Matches], want) {
		t.Errorf("the matches are %q, want %q", keys[layout.Matches], want)
	}
}

// An error of Out ends a sweep, as the end of its context does.
func TestASweepEnds(t *testing.T) {
	t.Parallel()
	src, err := sweep.Open(fileOf(t))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	full := errors.New("no room")
	if _, err := sweep.Run(t.Context(), src, sweep.Options{Out: func(string, []byte, []byte) error { return full }}); !errors.Is(err, full) {
		t.Errorf("Run = %v, want %v", err, full)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sweep.Run(done, src, sweep.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v, want %v", err, context.Canceled)
	}
}

// An error names three damaged parts, and counts the others.
func TestSoundNamesAFew(t *testing.T) {
	t.Parallel()
	c := sweep.Contents{Damaged: []string{"a", "b", "c"}}
	if got := c.Sound().Error(); !strings.HasSuffix(got, "is damaged: a, b, c") {
		t.Errorf("Sound = %q", got)
	}
	c.Damaged = append(c.Damaged, "d", "e")
	if got := c.Sound().Error(); !strings.HasSuffix(got, "is damaged: a, b, c and 2 more") {
		t.Errorf("Sound = %q", got)
	}
	if err := (sweep.Contents{}).Sound(); err != nil {
		t.Errorf("Sound of what is whole = %v", err)
	}
}
