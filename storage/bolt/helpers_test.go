package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/storetest"
)

var (
	ctx  = context.Background()
	noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
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

// made makes the file of a store, and closes it.
func made(t testing.TB, fill func(*Store) error) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "store")
	inStore(t, path, fill)
	return path
}

// inStore opens the store in a file, changes it, and closes it.
func inStore(t testing.TB, path string, do func(*Store) error) {
	t.Helper()
	s := opened(t, path)
	if err := errors.Join(do(s), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// fileOf makes the file of a store with some matches of two plies, of which each second one is settled.
func fileOf(t *testing.T, matches int) string {
	t.Helper()
	return made(t, func(s *Store) (err error) {
		for i := range matches {
			h := created(t, s, fmt.Sprint(i))
			if i%2 == 1 {
				h.Phase, h.NextCheck = storage.Over, time.Time{}
			}
			_, failed := s.Append(ctx, h, ply("a"), ply("b"))
			err = errors.Join(err, failed)
		}
		return err
	})
}

// sample returns a match of two that has begun.
func sample(id string) storage.Head {
	return storage.Head{
		ID: id, Created: noon, NextCheck: noon.Add(time.Hour),
		Lobby: storage.Lobby{
			Phase: storage.Playing,
			Setup: games.Setup{Game: "permute", Rules: 1, Seats: 2,
				Options: map[string]string{"size": "3", "turns": "any"}, Seed: games.Seed{1, 2, 3}},
			Players: []storage.Player{{ID: "100000000000000001", Name: "Ann"}, {ID: "100000000000000002", Name: "Bob"}},
			First:   "random",
		},
		Place: storage.Place{
			Lang:    "en",
			Guild:   "100000000000000003",
			Channel: "100000000000000004",
			Home:    "100000000000000005",
			Table:   "100000000000000006",
			Message: "100000000000000007",
		},
		Publication: storage.Publication{Desired: storage.Revision{Post: 3}, Published: storage.Revision{Post: 2}},
	}
}

// ply returns an entry.
func ply(move games.Move) storage.Entry {
	return storage.Entry{Ply: games.Ply{Move: move}, At: noon}
}

// created adds a match.
func created(t *testing.T, s *Store, id string) storage.Head {
	t.Helper()
	h, err := s.Create(ctx, sample(id))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// palette sets the palette of a person, who is then due at noon.
func palette(t *testing.T, s *Store, id, palette string) {
	t.Helper()
	if _, err := storage.People.Change(ctx, s, id, func(p *storage.Person) error {
		p.Palette, p.NextCheck = palette, noon
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// logged gives a store a log.
func logged(s *Store) *bytes.Buffer {
	var b bytes.Buffer // the store writes to it one line at a time
	s.Log = slog.New(slog.NewTextHandler(&b, nil))
	return &b
}

// idsOf returns the ids of all matches.
func idsOf(t *testing.T, s *Store) (ids []string) {
	t.Helper()
	viewed(t, s, func(tx *bbolt.Tx) error {
		return errors.Join(tx.Bucket([]byte(matchBucket)).ForEach(func(k, _ []byte) error {
			if id, rest, ok := cutText(k); ok && len(rest) == 0 {
				ids = append(ids, id)
			}
			return nil
		}), tx.Bucket([]byte(settledBucket)).ForEach(func(k, _ []byte) error {
			if id, ok := settledOf(k); ok {
				ids = append(ids, id)
			}
			return nil
		}))
	})
	return ids
}

// viewed reads a store in a transaction.
func viewed(t testing.TB, s *Store, read func(*bbolt.Tx) error) {
	t.Helper()
	if err := s.db.View(read); err != nil {
		t.Fatal(err)
	}
}

// usedBy returns the size of the store in a file, in bytes, and the number of its newest commit.
func usedBy(t testing.TB, s *Store) (size int64, commit int) {
	t.Helper()
	viewed(t, s, func(tx *bbolt.Tx) error { size, commit = tx.Size(), tx.ID(); return nil })
	return size, commit
}

// verify checks that the indexes hold exactly the keys of all heads and records, that the counters say what the heads
// count for, and that the file is sound, by bbolt's own check of its pages too.
func verify(t *testing.T, s *Store) {
	t.Helper()
	want, got := make(map[ref]bool), make(map[ref]bool)
	due, counted := map[string]storage.Tally{}, map[string]storage.Tally{}
	viewed(t, s, func(tx *bbolt.Tx) error {
		eachHead(tx, func(h storage.Head, _ error) {
			for at, t := range storage.CountersOf(h) {
				key := string(counterKey(at))
				due[key] = due[key].Plus(t)
			}
		})
		tx.Bucket([]byte(counterBucket)).ForEach(func(k, v []byte) error {
			payload, err := payloadOf(counterBucket, k, v)
			if counted[string(k)], _ = decodeTally(payload); err != nil {
				t.Errorf("the counter %q: %v", k, err)
			}
			return nil
		})
		for _, name := range indexBuckets {
			tx.Bucket([]byte(name)).ForEach(func(k, _ []byte) error {
				got[ref{Bucket: name, Key: string(k)}] = true
				return nil
			})
		}
		for err := range tx.Check() {
			t.Errorf("bbolt finds: %v", err)
		}
		return eachCalledFor(tx, func(r ref) { want[r] = true })
	})
	if !maps.Equal(got, want) {
		t.Errorf("the indexes hold\n%q, want\n%q", slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(want)))
	}
	alike := func(a, b storage.Tally) bool { return a.Won == b.Won && a.Drawn == b.Drawn && a.Lost == b.Lost }
	if !maps.EqualFunc(counted, due, alike) {
		t.Errorf("the counters say\n%v, want\n%v", counted, due)
	}
	if found, err := s.Check(ctx, time.Time{}); err != nil || found.Damaged != nil || found.Astray {
		t.Errorf("Check = %+v, %v, want nothing damaged", found, err)
	}
}

// read returns what is in a file.
func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// written writes a file.
func written(t *testing.T, path string, data []byte) string {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// alone checks that the folder of a file has only files with some names.
func alone(t *testing.T, path string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if !slices.Equal(found, names) {
		t.Errorf("the folder has %q, want %q", found, names)
	}
}

// unchanged checks that do leaves a file as it was.
func unchanged(t *testing.T, path string, do func() error) error {
	t.Helper()
	before, _ := os.ReadFile(path)
	result := do()
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("%s was changed", path)
	}
	return result
}
