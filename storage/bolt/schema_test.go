package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
	"parlour/storage/bolt/layout"
	"parlour/storage/bolt/sweep"
)

// A match of any older schema is read from the new file, and the old file is kept as it was.
func TestOlderStoresAreBroughtUp(t *testing.T) {
	t.Parallel()
	for schema := 1; schema < sweep.Newest; schema++ {
		path := oldStore(t, schema, func(tx *bbolt.Tx) error {
			over := sample("over")
			over.Phase = storage.Over
			return errors.Join(oldMatch(tx, sample("m"), ply("a"), ply("b")), oldMatch(tx, over, ply("a"), ply("b"), ply("c")))
		})
		before := read(t, path)
		for round := range 2 { // the second time there is nothing to do
			s := opened(t, path)
			for id, plies := range map[string]int{"m": 2, "over": 3} {
				if m, err := s.Get(ctx, id); err != nil || len(m.Log) != plies || m.Log[1] != ply("b") {
					t.Errorf("schema %d: Get(%q) = %+v, %v", schema, id, m, err)
				}
			}
			if p, err := storage.People.Get(ctx, s, fmt.Sprint("ann", round)); err != nil || !reflect.DeepEqual(p, storage.Person{ID: fmt.Sprint("ann", round)}) {
				t.Errorf("schema %d: Person = %+v, %v, want nothing set", schema, p, err)
			}
			palette(t, s, fmt.Sprint("ann", round), "contrast")
			if want := 1 - round; len(s.Notes) != want {
				t.Errorf("schema %d: Open says %q, want %d sentences", schema, s.Notes, want)
			}
			verify(t, s)
			s.Close()
		}
		kept := fmt.Sprintf("%s.schema%d", path, schema)
		alone(t, path, "store", filepath.Base(kept))
		if !bytes.Equal(read(t, kept), before) {
			t.Errorf("schema %d: what is kept is not what was there", schema)
		}
	}
}

func TestNewerStoreIsRefused(t *testing.T) {
	t.Parallel()
	path := fileOf(t, 1)
	s := opened(t, path)
	if err := s.db.Update(func(tx *bbolt.Tx) error { return setSchema(tx, sweep.Newest+1) }); err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, mend := range []bool{false, true} {
		if err := unchanged(t, path, func() error { _, _, err := Compact(ctx, path, noon, mend); return err }); !errors.Is(err, storage.ErrNewer) {
			t.Errorf("Compact of a newer file = %v, want %v", err, storage.ErrNewer)
		}
	}
	err := unchanged(t, path, func() error { return openAndClose(path) })
	if !errors.Is(err, storage.ErrNewer) {
		t.Fatalf("Open of a newer file = %v, want %v", err, storage.ErrNewer)
	}
	for _, part := range []string{path, fmt.Sprint(sweep.Newest), fmt.Sprint(sweep.Newest + 1), "a newer Parlour is needed"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("Open of a newer file = %q, want it to say %q", err, part)
		}
	}
}

// settingsFile makes a store of the second schema, with settings and with matches in
// every phase, each once with a NextCheck and once without.
func settingsFile(t *testing.T) string {
	return oldStore(t, 2, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("settings"))
		failed := errors.Join(
			b.Put(layout.AppendText(nil, "ann"), []byte(`{"palette":"<&> Ä","direct":"dm","no_direct":true}`)),
			b.Put(layout.AppendText(nil, strings.Repeat("b", 300)), []byte(`{}`)))
		for _, phase := range []storage.Phase{storage.Open, storage.Playing, storage.Over, storage.Off} {
			for name, wake := range map[string]time.Time{" with": noon.Add(time.Hour), " without": {}} {
				h := sample(string(phase) + name)
				h.Phase, h.NextCheck, h.Created, h.Version = phase, wake, noon.Add(time.Minute), 2
				failed = errors.Join(failed, oldMatch(tx, h, ply("a"), ply("b")))
			}
		}
		return failed
	})
}

// TestSecondSchema brings up settings and matches of the second schema.
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
	ann := storage.Person{ID: "ann", NextCheck: noon, Palette: "<&> Ä", Ended: []string{"m"}}
	up := storage.Uptime{Alive: noon, Outages: []storage.Outage{{Span: storage.Span{To: noon}, Told: true}}}
	of := func(v any) []byte { text, _ := json.Marshal(v); return text }
	for schema := 3; schema < sweep.Newest; schema++ {
		s := opened(t, oldStore(t, schema, func(tx *bbolt.Tx) error {
			if schema == 6 {
				return errors.Join(
					oldRecord(tx, storage.Record{Kind: "person", ID: "ann", NextCheck: noon, Value: of(ann)}),
					oldRecord(tx, storage.Record{Kind: "person", ID: "ben", Value: []byte(`{"id":"ben","zone":"Europe/Zurich"}`)}),
					oldRecord(tx, storage.Record{Kind: "uptime", Value: of(up)}))
			}
			return errors.Join(
				tx.Bucket([]byte("person")).Put(layout.AppendText(nil, "ann"), of(ann)),
				tx.Bucket([]byte("person")).Put(layout.AppendText(nil, "ben"), []byte(`{"id":"ben","zone":"Europe/Zurich"}`)),
				tx.Bucket([]byte("person wake")).Put(layout.CheckKey(noon, "ann"), nil),
				tx.Bucket([]byte(layout.Meta)).Put([]byte("uptime"), of(up)))
		}))
		for _, want := range []storage.Person{ann, {ID: "ben", Zone: "Europe/Zurich"}} {
			if p, err := storage.People.Get(ctx, s, want.ID); err != nil || !reflect.DeepEqual(p, want) {
				t.Errorf("schema %d: Get = %+v, %v, want %+v", schema, p, err, want)
			}
		}
		if due, err := storage.People.Due(ctx, s, noon, 10); err != nil || len(due) != 1 || due[0].ID != "ann" {
			t.Errorf("schema %d: Due = %+v, %v, want ann", schema, due, err)
		}
		if u, err := storage.Uptimes.Get(ctx, s, storage.TheUptime); err != nil || !reflect.DeepEqual(u, up) {
			t.Errorf("schema %d: the uptime = %+v, %v, want %+v", schema, u, err, up)
		}
		was, err := s.Record(ctx, "person", "ann")
		if err != nil {
			t.Fatal(err)
		}
		palette(t, s, "ann", "classic")
		if is, err := s.Record(ctx, "person", "ann"); err != nil || is.Version <= was.Version || is.Version <= 3 {
			t.Errorf("schema %d: a version of before comes again: %d after %d, %v", schema, is.Version, was.Version, err)
		}
		verify(t, s)
	}
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

// Bringing up a store is cut off, at any batch or after it: the old file is as it was, or has
// its other name, and it is begun again.
func TestBringingUpIsBegunAgain(t *testing.T) {
	t.Parallel()
	path := oldStore(t, 6, func(tx *bbolt.Tx) error { return oldMatch(tx, sample("m"), ply("a")) })
	if err := os.WriteFile(path+".new"+PartSuffix, bytes.Repeat([]byte("half"), 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	cut, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := upgrade(cut, path); !errors.Is(err, context.Canceled) {
		t.Errorf("an upgrade that is cut off = %v, want %v", err, context.Canceled)
	}
	if schema := rawSchema(t, path); schema != 6 {
		t.Errorf("after the cut the store has schema %d, want 6", schema)
	}
	alone(t, path, "store")
	if err := os.Link(path, path+".schema6"); err != nil { // it was cut off between the two names
		t.Skip("there are no links here: ", err)
	}
	s := opened(t, path)
	if m, err := s.Get(ctx, "m"); err != nil || len(m.Log) != 1 {
		t.Errorf("Get = %+v, %v", m, err)
	}
	alone(t, path, "store", "store.schema6")
}

// A match that cannot be read is left out when a store is brought up, and named.
func TestBringingUpNamesWhatIsLost(t *testing.T) {
	t.Parallel()
	s := opened(t, oldStore(t, 6, func(tx *bbolt.Tx) error {
		return errors.Join(oldMatch(tx, sample("m"), ply("a")), oldMatch(tx, sample("n"), ply("a")),
			tx.Bucket([]byte(layout.Matches)).Put(layout.LogKey("n", 0), []byte("{")),
			tx.Bucket([]byte(layout.Matches)).Put(layout.HeadKey("o"), []byte(`{"id":"o","plies":1000000000000000}`)),
			tx.Bucket([]byte(layout.Matches)).Put(layout.HeadKey("p"), []byte(`{"id":"p","plies":-1}`)))
	}))
	if len(s.Notes) != 2 || !strings.Contains(s.Notes[1], `match "n", match "o", match "p"`) {
		t.Errorf("Open says %q, want it to name the matches n, o and p", s.Notes)
	}
	if _, err := s.Get(ctx, "m"); err != nil {
		t.Errorf("the other match = %v", err)
	}
	verify(t, s)
}

func openAndClose(path string) error {
	s, err := Open(path)
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

// A check of an older store finds it whole, and a compaction brings it up and keeps the old file.
func TestOlderStoresAreCheckedAndCompacted(t *testing.T) {
	t.Parallel()
	for schema := 1; schema < sweep.Newest; schema++ {
		path := oldStore(t, schema, func(tx *bbolt.Tx) error {
			over := sample("over")
			over.Phase = storage.Over
			return errors.Join(oldMatch(tx, sample("m"), ply("a"), ply("b")), oldMatch(tx, over, ply("a")))
		})
		before := read(t, path)
		if found, err := Check(ctx, path); err != nil || found.Matches != 2 || found.Damaged != nil || found.Astray {
			t.Errorf("schema %d: Check = %+v, %v, want 2 whole matches", schema, found, err)
		}
		copied := filepath.Join(t.TempDir(), "store")
		if found, _, err := Restore(ctx, path, copied, noon); err != nil || found.Matches != 2 || rawSchema(t, copied) != sweep.Newest {
			t.Errorf("schema %d: Restore = %+v, %v", schema, found, err)
		}
		found, kept, err := Compact(ctx, path, noon, false)
		if err != nil || found.Matches != 2 || rawSchema(t, path) != sweep.Newest {
			t.Fatalf("schema %d: Compact = %+v, %v", schema, found, err)
		}
		if !bytes.Equal(read(t, kept), before) {
			t.Errorf("schema %d: the file kept as %q differs from the old store", schema, kept)
		}
		verify(t, opened(t, path))
	}
}
