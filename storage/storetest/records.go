package storetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"parlour/storage"
)

var records = []check{
	{"records", checkRecords},
	{"records, versions", checkVersions},
	{"records, removed", checkRemoved},
	{"records, ids are any text", checkRecordIDs},
	{"records, memory", checkRecordMemory},
	{"records, many at once", checkRecordRace},
}

// fullRecord returns a record in which no field is zero but the version.
func fullRecord(kind, id string) storage.Record {
	return storage.Record{
		Kind: kind, ID: id, NextCheck: minute(10),
		Value: json.RawMessage(`{"a":["Ä 🎲",1],"b":{"c":null}}`),
	}
}

// checkRecords writes all fields of a record and then fewer, and reads what was written.
func checkRecords(t testing.TB, s storage.Store) {
	wantRecord(t, s, storage.Record{Kind: "k", ID: "a"})
	version := uint64(0)
	for _, want := range []storage.Record{
		fullRecord("k", "a"), {Kind: "k", ID: "a", Value: json.RawMessage(`1`)}, fullRecord("k", "a"),
		{Kind: "k", ID: "a", Value: json.RawMessage(`{}`), NextCheck: minute(3)}, {Kind: "k", ID: "a",
			Value: json.RawMessage(`""`)},
	} {
		want.Version = version
		got := put(t, s, want)
		if got.Version == 0 || got.Version == version {
			t.Fatalf("the version is %d after a write at version %d", got.Version, version)
		}
		version = got.Version
		want.Version = version
		sameRecord(t, "PutRecord", got, want)
		wantRecord(t, s, want)
	}
	wantRecord(t, s, storage.Record{Kind: "other", ID: "a"})
	away := fullRecord("k", "abroad")
	away.NextCheck = away.NextCheck.In(west)
	want := fullRecord("k", "abroad")
	want.Version = put(t, s, away).Version
	wantRecord(t, s, want)
}

// checkVersions writes at versions that a record is not at.
func checkVersions(t testing.TB, s storage.Store) {
	r := fullRecord("k", "a")
	r.Version = 1
	conflict(t, s, r)
	wantRecord(t, s, storage.Record{Kind: "k", ID: "a"})
	r.Version = 0
	first := put(t, s, r)
	conflict(t, s, r)
	second := put(t, s, first)
	other := first
	other.Value = json.RawMessage(`"lost"`)
	conflict(t, s, other)
	other.Value = nil
	conflict(t, s, other)
	wantRecord(t, s, second)
	wantLists(t, s, "records k 10 10: a")
}

// checkRemoved removes a record. What is made anew has a version that never was, so a caller that
// read the one before does not write over it.
func checkRemoved(t testing.TB, s storage.Store) {
	none := storage.Record{Kind: "k", ID: "a"}
	sameRecord(t, "PutRecord of nothing", put(t, s, none), none)
	seen := map[uint64]bool{}
	for range 3 {
		was := put(t, s, fullRecord("k", "a"))
		if seen[was.Version] {
			t.Errorf("version %d comes again", was.Version)
		}
		seen[was.Version] = true
		gone := was
		gone.Value = nil
		sameRecord(t, "PutRecord without a value", put(t, s, gone), none)
		wantRecord(t, s, none)
		wantLists(t, s, "records k 100 10:")
		conflict(t, s, was)
		conflict(t, s, gone)
	}
}

// checkRecordIDs uses kinds and ids of which some begin or end with others.
func checkRecordIDs(t testing.TB, s storage.Store) {
	names := []string{"", "1", "11", "111", "é", "a\n", "%", "_", "Ann", "ann"}
	value := func(of ...string) json.RawMessage { v, _ := json.Marshal(of); return v }
	for _, kind := range names {
		for i, id := range names {
			put(t, s, storage.Record{Kind: kind, ID: id, NextCheck: minute(i), Value: value(kind, id)})
		}
	}
	for _, kind := range names {
		for _, id := range names {
			r, err := s.Record(t.Context(), kind, id)
			if err != nil || !sameJSON(r.Value, value(kind, id)) {
				t.Errorf("Record(%q, %q) = %s, %v", kind, id, r.Value, err)
			}
		}
		var due []string
		found, err := s.DueRecords(t.Context(), kind, minute(100), 100)
		for _, r := range found {
			due = append(due, r.ID)
		}
		if err != nil || !slices.Equal(due, names) {
			t.Errorf("of %q %q are due, %v, want %q", kind, due, err, names)
		}
	}
}

// checkRecordMemory overwrites all memory that went in or came out.
func checkRecordMemory(t testing.TB, s storage.Store) {
	spoil := func(r storage.Record) {
		for i := range r.Value {
			r.Value[i] = 'x'
		}
	}
	mine := fullRecord("k", "a")
	got := put(t, s, mine)
	want := fullRecord("k", "a")
	want.Version = got.Version
	spoil(mine)
	spoil(got)
	wantRecord(t, s, want)
	for name, read := range map[string]func() ([]storage.Record, error){
		"Record": func() ([]storage.Record, error) {
			r, err := s.Record(t.Context(), "k", "a")
			return []storage.Record{r}, err
		},
		"DueRecords": func() ([]storage.Record, error) { return s.DueRecords(t.Context(), "k", minute(10), 1) },
	} {
		found, err := read()
		if err != nil || len(found) != 1 {
			t.Fatalf("%s = %v, %v, want one record", name, found, err)
		}
		sameRecord(t, name, found[0], want)
		spoil(found[0])
	}
	wantRecord(t, s, want)
}

// checkRecordRace has rivals write a record at once, all at the version that they read: one
// of them wins.
func checkRecordRace(t testing.TB, s storage.Store) {
	r := storage.Record{Kind: "k", ID: "a"}
	for range rounds {
		if won := race(t, storage.ErrConflict, func(rival int) error {
			mine := r
			mine.Value = json.RawMessage(fmt.Sprint(rival))
			_, err := s.PutRecord(t.Context(), mine)
			return err
		}); won != 1 {
			t.Errorf("%d of %d writes at one version were made, want 1", won, rivals)
		}
		var err error
		if r, err = s.Record(t.Context(), "k", "a"); err != nil {
			t.Fatal(err)
		}
	}
}

// put writes a record, and ends the check if that fails.
func put(t testing.TB, s storage.Store, r storage.Record) storage.Record {
	t.Helper()
	got, err := s.PutRecord(t.Context(), r)
	if err != nil {
		t.Fatalf("PutRecord of %s %q = %v", r.Kind, r.ID, err)
	}
	return got
}

// conflict writes a record at a version that it is not at.
func conflict(t testing.TB, s storage.Store, r storage.Record) {
	t.Helper()
	_, err := s.PutRecord(t.Context(), r)
	wantErr(t, fmt.Sprintf("PutRecord at version %d", r.Version), err, storage.ErrConflict)
}

func wantRecord(t testing.TB, s storage.Store, want storage.Record) {
	t.Helper()
	got, err := s.Record(t.Context(), want.Kind, want.ID)
	if err != nil {
		t.Errorf("Record(%q, %q) = %v", want.Kind, want.ID, err)
	}
	sameRecord(t, "Record", got, want)
}

// sameRecord compares records, whose values are the same as JSON.
func sameRecord(t testing.TB, from string, got, want storage.Record) {
	t.Helper()
	same := sameJSON(got.Value, want.Value)
	if g, w := got, want; same {
		g.Value, w.Value = nil, nil
		same = reflect.DeepEqual(g, w)
	}
	if !same {
		t.Errorf("%s = %+v with %s, want %+v with %s", from, got, got.Value, want, want.Value)
	}
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return errors.Join(json.Compact(&x, a), json.Compact(&y, b)) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
