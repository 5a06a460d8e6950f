package bolt

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// oldSteps returns the steps of the first schema, for files as an earlier Parlour made
// them.
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
	t.Parallel()
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

// TestFirstSchema keeps people in a file of the first schema, which had no bucket for
// them.
func TestFirstSchema(t *testing.T) {
	t.Parallel()
	s := opened(t, oldFile(t))
	if _, err := s.Get(ctx, "m"); err != nil {
		t.Errorf("Get from an older file = %v", err)
	}
	if p, err := storage.People.Get(ctx, s, "ann"); err != nil || !reflect.DeepEqual(p, storage.Person{ID: "ann"}) {
		t.Errorf("Person from an older file = %+v, %v, want nothing set", p, err)
	}
	palette(t, s, "ann", "contrast")
	verify(t, s)
}

// settingsFile makes a store of the second schema, with settings and with matches in
// every phase, each once with a NextCheck and once without. The index of ended matches by
// channel, which came later, is taken away again.
func settingsFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	s, err := open(path, append(slices.Clone(steps[:2]), addPastChannels))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, phase := range []storage.Phase{storage.Open, storage.Playing, storage.Over, storage.Off} {
		for name, wake := range map[string]time.Time{" with": noon.Add(time.Hour), " without": {}} {
			h := sample(string(phase) + name)
			h.Phase, h.NextCheck, h.Created = phase, wake, noon.Add(time.Minute)
			if h, err = s.Create(ctx, h); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Append(ctx, h, ply("a"), ply("b")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("settings"))
		return errors.Join(
			tx.DeleteBucket([]byte(pastChannels)), setSchema(tx, 2),
			b.Put(appendText(nil, "ann"), []byte(`{"palette":"<&> Ä","direct":"dm","no_direct":true}`)),
			b.Put(appendText(nil, strings.Repeat("b", 300)), []byte(`{}`)))
	}); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSecondSchema migrates settings and matches of the second schema.
func TestSecondSchema(t *testing.T) {
	t.Parallel()
	path := settingsFile(t)
	for range 2 { // the second time there is nothing to do
		s := opened(t, path)
		long := strings.Repeat("b", 300)
		for _, want := range []storage.Person{
			{ID: "ann", Palette: "<&> Ä", Direct: "dm", NoDirect: true}, {ID: long}, {ID: "cy"},
		} {
			if p, err := storage.People.Get(ctx, s, want.ID); err != nil || !reflect.DeepEqual(p, want) {
				t.Errorf("Person = %+v, %v, want %+v", p, err, want)
			}
		}
		if u, err := storage.Uptimes.Get(ctx, s, storage.TheUptime); err != nil || !reflect.DeepEqual(u, storage.Uptime{}) {
			t.Errorf("Uptime = %+v, %v, want none", u, err)
		}
		wantOld(t, s)
		s.db.View(func(tx *bbolt.Tx) error {
			if tx.Bucket([]byte("settings")) != nil {
				t.Error("the bucket of settings is still there")
			}
			return nil
		})
		verify(t, s)
		s.Close()
	}
	s := opened(t, path)
	due, err := s.Due(ctx, noon.Add(time.Hour), 100)
	if err != nil || len(due) != 6 {
		t.Fatalf("Due = %d matches, %v, want 6", len(due), err)
	}
	for _, h := range due {
		if _, err := s.Append(ctx, h, ply("c")); err != nil {
			t.Errorf("Append to %s = %v", h.ID, err)
		}
	}
	palette(t, s, "ann", "classic")
	verify(t, s)
}

// People and the uptime of an older file are records, and the people are looked at when they
// were to be.
func TestPeopleBecomeRecords(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	if err := openAndClose(path, steps[:5]); err != nil {
		t.Fatal(err)
	}
	ann := storage.Person{ID: "ann", NextCheck: noon, Palette: "<&> Ä", Ended: []string{"m"}}
	up := storage.Uptime{Alive: noon, Outages: []storage.Outage{{Span: storage.Span{To: noon}, Told: true}}}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error {
		of := func(v any) []byte { text, _ := json.Marshal(v); return text }
		return errors.Join(
			tx.Bucket([]byte(people)).Put(appendText(nil, "ann"), of(ann)),
			tx.Bucket([]byte(people)).Put(appendText(nil, "ben"), []byte(`{"id":"ben","zone":"Europe/Zurich"}`)),
			tx.Bucket([]byte(peopleChecks)).Put(checkKey(noon, "ann"), nil),
			tx.Bucket([]byte(meta)).Put([]byte(uptimeKey), of(up)))
	}); err != nil {
		t.Fatal(err)
	}
	db.Close()
	s := opened(t, path)
	for _, want := range []storage.Person{ann, {ID: "ben", Zone: "Europe/Zurich"}} {
		if p, err := storage.People.Get(ctx, s, want.ID); err != nil || !reflect.DeepEqual(p, want) {
			t.Errorf("Get = %+v, %v, want %+v", p, err, want)
		}
	}
	if due, err := storage.People.Due(ctx, s, noon, 10); err != nil || len(due) != 1 || due[0].ID != "ann" {
		t.Errorf("Due = %+v, %v, want ann", due, err)
	}
	if u, err := storage.Uptimes.Get(ctx, s, storage.TheUptime); err != nil || !reflect.DeepEqual(u, up) {
		t.Errorf("the uptime = %+v, %v, want %+v", u, err, up)
	}
	palette(t, s, "ann", "classic")
	verify(t, s)
	s.db.View(func(tx *bbolt.Tx) error {
		if tx.Bucket([]byte(people)) != nil || tx.Bucket([]byte(peopleChecks)) != nil || tx.Bucket([]byte(meta)).Get([]byte(uptimeKey)) != nil {
			t.Error("people or the uptime are still in their old places")
		}
		return nil
	})
}

// An older file's ended matches are found by their channels.
func TestEndedMatchesAreIndexed(t *testing.T) {
	t.Parallel()
	s := opened(t, settingsFile(t))
	found, err := s.EndedIn(ctx, sample("m").Home, 10)
	var ids []string
	for _, h := range found {
		ids = append(ids, h.ID)
	}
	if want := []string{"over without", "over with", "off without", "off with"}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("EndedIn = %q, %v, want %q", ids, err, want)
	}
}

// wantOld checks that the matches of a [settingsFile] are as they were, but that live
// ones without a NextCheck have one.
func wantOld(t *testing.T, s *Store) {
	t.Helper()
	for _, phase := range []storage.Phase{storage.Open, storage.Playing, storage.Over, storage.Off} {
		without := time.Time{}
		if phase.Live() {
			without = noon.Add(time.Minute)
		}
		for name, wake := range map[string]time.Time{" with": noon.Add(time.Hour), " without": without} {
			want := sample(string(phase) + name)
			want.Phase, want.NextCheck, want.Created, want.Version, want.Plies = phase, wake, noon.Add(time.Minute), 2, 2
			m, err := s.Get(ctx, want.ID)
			if err != nil || !reflect.DeepEqual(m.Head, want) || !slices.Equal(m.Log, []storage.Entry{ply("a"), ply("b")}) {
				t.Errorf("Get = %+v, %v, want %+v", m, err, want)
			}
		}
	}
	due, err := s.Due(ctx, noon.Add(time.Minute), 10)
	if err != nil || len(due) != 2 || due[0].ID != "open without" || due[1].ID != "playing without" {
		t.Errorf("Due = %v, %v, want the live matches that had no NextCheck", due, err)
	}
}

// TestMigrateFails has a second step fail, or panic: the first is undone.
func TestMigrateFails(t *testing.T) {
	t.Parallel()
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
