package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A Cut cuts the connection of a store to its database.
type Cut struct {
	Request int    // at which of its next requests, from 0 on
	How     string // "before", "after" or "meanwhile"
	Then    func() // is called as soon as it is cut; nil for nothing
}

// hows are the ways in which a connection is cut at a request: before the database gets it, after the
// database has carried it out and before the store gets the answer, or while the database carries it out.
var hows = []string{"before", "after", "meanwhile"}

// A Line is a store whose connections can be cut, and another one over the same database.
type Line struct {
	Store, Other storage.Store

	// Cut plans a cut. The returned function calls it off, and reports whether it was made.
	Cut func(Cut) (made func() bool)

	// Late carries out a write of a row of a table while others hold its lock. It cuts the connection at a request, and
	// releases the lock as soon as the write waits for it twice: for the lost connection, and tried again.
	Late func(t *testing.T, table, id string, request int, write func() error) error
}

// RunCut cuts the connection of a store at each request of each write, and checks that a write whose outcome
// is unknown is carried out once, or not at all. It is for stores that are reached over a network. open
// returns an empty store, which RunCut closes.
func RunCut(t *testing.T, open func(*testing.T) Line) {
	for _, w := range cutWrites {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			l := open(t)
			defer l.Store.Close()
			defer l.Other.Close()
			for _, how := range hows {
				cutEach(t, l, w, how, false)
				cutEach(t, l, w, how, true)
			}
			if w.table == "" {
				return
			}
			if err := w.begin(t, l.Store, "first")(); err != nil { // which prepares it
				t.Fatal(err)
			}
			err := l.Late(t, w.table, "late", w.waits, w.begin(t, l.Store, "late"))
			if done, _ := w.stored(t, l.Other, "late"); err != nil || !done {
				t.Errorf("a late write returned %v, and was carried out: %v", err, done)
			}
		})
	}
}

// A cutWrite is a write that is cut.
type cutWrite struct {
	name  string
	begin func(t testing.TB, s storage.Store, id string) (do func() error) // makes what is written to, under an id
	rival func(t testing.TB, s storage.Store, id string)                   // writes over it, after do or before it
	// reports which of the two writes are there
	stored func(t testing.TB, s storage.Store, id string) (done, rivalled bool)
	lost   error  // what do returns if its write was not made
	table  string // of which it changes a row that is there
	waits  int    // at which request it waits for the lock of that row
}

var cutWrites = []cutWrite{
	{"create", beginCreate, rivalOfMatch, storedMatch, storage.ErrExists, "", 0},
	{"append", beginAppend(func(h *storage.Head) {}), rivalOfMatch, storedMatch, storage.ErrConflict, "matches", 0},
	{"append where it is listed elsewhere", beginAppend(func(h *storage.Head) {
		h.Players, h.Channel, h.Phase = append(h.Players, storage.Player{ID: "new"}), "new", storage.Playing
	}), rivalOfMatch, storedMatch, storage.ErrConflict, "matches", 2},
	{"append that settles it", beginAppend(func(h *storage.Head) {
		h.Phase, h.NextCheck = storage.Over, time.Time{}
	}), rivalOfMatch, storedMatch, storage.ErrConflict, "matches", 1},
	{"append that counts", beginAppend(func(h *storage.Head) {
		h.Phase, h.Guild, h.EndedAt, h.Outcome = storage.Over, h.ID, noon, "w"
	}), rivalOfMatch, storedMatch, storage.ErrConflict, "matches", 2},
	{"a new record", beginPut(false, `"mine"`), rivalOfRecord, storedRecord, storage.ErrConflict, "", 0},
	{"a record", beginPut(true, `"mine"`), rivalOfRecord, storedRecord, storage.ErrConflict, "records", 0},
	{"a record that is removed", beginPut(true, ""), rivalOfRecord, storedRemoval, storage.ErrConflict, "records", 0},
}

// cutEach cuts the connection at each request that a write needs. If rivalled, a rival writes as soon as it
// is cut.
func cutEach(t *testing.T, l Line, w cutWrite, how string, rivalled bool) {
	const most = 12 // requests of a write, with those that prepare it
	for request := range most {
		what := fmt.Sprintf("cut %s request %d, with a rival: %v", how, request, rivalled)
		do := w.begin(t, l.Store, what)
		c := Cut{Request: request, How: how}
		if rivalled {
			c.Then = func() { w.rival(t, l.Other, what) }
		}
		made := l.Cut(c)
		err := do()
		if !made() {
			if request == 0 || err != nil {
				t.Errorf("%s: it was not cut, and returned %v", what, err)
			}
			return
		}
		done, others := w.stored(t, l.Other, what)
		switch {
		case done != (err == nil):
			t.Errorf("%s: %v, and it was carried out: %v", what, err, done)
		case !rivalled && err != nil:
			t.Errorf("%s: %v, want it carried out", what, err)
		case rivalled && !others:
			t.Errorf("%s: what the rival wrote is lost", what)
		case err != nil:
			wantErr(t, what, err, w.lost)
		}
	}
	t.Errorf("a write makes %d requests and more", most)
}

func beginCreate(t testing.TB, s storage.Store, id string) func() error {
	h := Full(id)
	h.EndedBy = "mine"
	return func() error {
		got, err := s.Create(t.Context(), h)
		if err == nil && (got.Version != 1 || got.Plies != 0) {
			t.Errorf("Create returned version %d with %d plies, want 1 with 0", got.Version, got.Plies)
		}
		return err
	}
}

// beginAppend makes a match and changes it, with two entries.
func beginAppend(change func(*storage.Head)) func(testing.TB, storage.Store, string) func() error {
	return func(t testing.TB, s storage.Store, id string) func() error {
		h := add(t, s, create(t, s, Full(id)), plies("before")...)
		h.EndedBy = "mine"
		change(&h)
		return func() error {
			got, err := s.Append(t.Context(), h, plies("mine", "more")...)
			if err == nil && (got.Version != 3 || got.Plies != 3) {
				t.Errorf("Append returned version %d with %d plies, want 3 with 3", got.Version, got.Plies)
			}
			return err
		}
	}
}

// rivalOfMatch appends to a match, or makes it.
func rivalOfMatch(t testing.TB, s storage.Store, id string) {
	m, err := s.Get(t.Context(), id)
	if errors.Is(err, storage.ErrNotFound) {
		h := Full(id)
		h.Ended = "rival"
		_, err = s.Create(t.Context(), h)
	} else if err == nil {
		m.Ended = "rival"
		_, err = s.Append(t.Context(), m.Head, plies("rival")...)
	}
	if err != nil {
		t.Errorf("the rival's write: %v", err)
	}
}

// storedMatch reports which writes a match has. It checks that each is there once, and that the match is
// listed for its players, and where it is due.
func storedMatch(t testing.TB, s storage.Store, id string) (done, rivalled bool) {
	m, err := s.Get(t.Context(), id)
	if err != nil {
		t.Errorf("Get(%q) = %v", id, err)
		return false, false
	}
	done, rivalled = m.EndedBy == "mine", m.Ended == "rival"
	times := map[games.Move]int{}
	for _, e := range m.Log {
		times[e.Move]++
	}
	if times["mine"] > 1 || times["more"] != times["mine"] || times["rival"] > 1 || times["mine"] == 1 && !done {
		t.Errorf("match %q has the log %v", id, m.Log)
	}
	want := "" // of a write that counts; all others are of another server
	if m.Guild == id {
		want = "ann +1=0-0 12:00 " + m.Setup.Game
	}
	counted, err := s.Standings(t.Context(), storage.Standings{Guild: id, Channels: []string{"thread"}})
	if got := saidOf(counted); err != nil || got != want {
		t.Errorf("match %q counts for %s, %v, want %s", id, got, err, want)
	}
	live := m.Phase.Live()
	for list, want := range map[string]bool{
		"live bob": live, "ended bob": !live, "live new": len(m.Players) == 3, "scheduled": !m.NextCheck.IsZero(),
	} {
		ids, err := Answer(t.Context(), s, list)
		if err != nil || strings.Contains(", "+ids+", ", ", "+id+", ") != want {
			t.Errorf("%s: %s, %v; want %q among them: %v", list, ids, err, id, want)
		}
	}
	return done, rivalled
}

// beginPut makes a record, if it is to be there, and writes it, or removes it without a value.
func beginPut(there bool, value string) func(testing.TB, storage.Store, string) func() error {
	return func(t testing.TB, s storage.Store, id string) func() error {
		r := storage.Record{Kind: "k", ID: id, Value: json.RawMessage(`"old"`)}
		if there {
			r = put(t, s, r)
		}
		if r.Value = json.RawMessage(value); value == "" {
			r.Value = nil
		}
		return func() error {
			got, err := s.PutRecord(t.Context(), r)
			if err == nil && (got.Version == r.Version || (got.Version == 0) != (value == "")) {
				t.Errorf("PutRecord returned version %d after %d", got.Version, r.Version)
			}
			return err
		}
	}
}

// rivalOfRecord makes a record due, or makes one that is due.
func rivalOfRecord(t testing.TB, s storage.Store, id string) {
	r, err := s.Record(t.Context(), "k", id)
	if err == nil {
		if r.Version == 0 {
			r.Value = json.RawMessage(`"rival"`)
		}
		r.NextCheck = minute(1)
		_, err = s.PutRecord(t.Context(), r)
	}
	if err != nil {
		t.Errorf("the rival's write: %v", err)
	}
}

// storedRecord reports which writes a record has, and checks that it is found where it is due.
func storedRecord(t testing.TB, s storage.Store, id string) (done, rivalled bool) {
	r, err := s.Record(t.Context(), "k", id)
	if err != nil {
		t.Errorf("Record(%q) = %v", id, err)
	}
	rivalled = !r.NextCheck.IsZero()
	rs, err := s.DueRecords(t.Context(), "k", minute(1), 1000)
	found := slices.ContainsFunc(rs, func(r storage.Record) bool { return r.ID == id })
	if err != nil || found != rivalled {
		t.Errorf("%q is due: %v, %v, want %v", id, found, err, rivalled)
	}
	return string(r.Value) == `"mine"`, rivalled
}

// storedRemoval reports whether a record was removed, and whether a rival wrote it.
func storedRemoval(t testing.TB, s storage.Store, id string) (done, rivalled bool) {
	_, rivalled = storedRecord(t, s, id)
	r, err := s.Record(t.Context(), "k", id)
	return err == nil && string(r.Value) != `"old"`, rivalled
}
