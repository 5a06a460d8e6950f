// Package storetest says what every store must hold to, as one suite.
//
// Its policy: each check gets a fresh, empty store and asks only what
// storage.Store promises. It knows no backend, waits for no clock and is the
// same on a slow machine. Times in it are whole microseconds and texts are plain
// UTF-8 without NUL, so that any database can keep them.
package storetest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A check is one promise, tried on a fresh store.
type check struct {
	name string
	run  func(testing.TB, storage.Store)
}

// checks are all of them.
var checks = slices.Concat(writing, reading, settings, racing, living)

// Run tries every check on a store of its own. What open returns is empty and
// is closed by Run.
func Run(t *testing.T, open func(*testing.T) storage.Store) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			defer func() {
				if err := s.Close(); err != nil && !errors.Is(err, storage.ErrClosed) {
					t.Errorf("Close() = %v", err)
				}
			}()
			c.run(t, s)
		})
	}
}

// noon is when everything happens.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// minute returns noon and some minutes.
func minute(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }

// full returns a new match in which no field is zero, save those that the store
// sets.
func full(id string) storage.Head {
	return storage.Head{
		ID: id, Created: noon, Wake: minute(10), Phase: storage.Open,
		Setup: games.Setup{Game: "permute", Rules: 2, Seats: 2,
			Options: map[string]string{"size": "3", "turns": "<&>"}, Seed: games.Seed{1, 31: 255}},
		Players: []storage.Player{{ID: "ann", Name: "Änn \"A\" 🎲", Word: "fox"}, {ID: "bob", Name: "Bob"}},
		Secret:  &games.Seed{2, 30: 7}, Words: []string{"fox", ""},
		Invited: &storage.Player{ID: "cy", Name: "Cy"},
		First:   "me", Offers: []string{"ann"}, Declined: "Bob", Ended: "cancelled", EndedBy: "Bob",
		Palette: "contrast", Lang: "de", Thread: true, Guild: "guild", Channel: "thread", Home: "home", Table: "m1", Message: "m2",
		Want: storage.Face{Post: 3, Edit: 4}, Shown: storage.Face{Post: 2, Edit: 1}, Told: 5, Seen: 6,
		Asked: []storage.Direct{{Player: "ann", Turn: 4, Channel: "d1", Message: "m3"}, {Player: "bob", Turn: 4}},
	}
}

// plies returns entries that differ from each other.
func plies(moves ...games.Move) []storage.Entry {
	var es []storage.Entry
	for i, m := range moves {
		es = append(es, storage.Entry{Ply: games.Ply{Seat: games.Seat(i % 3), Move: m}, At: minute(i)})
	}
	return es
}

func create(t testing.TB, s storage.Store, h storage.Head) storage.Head {
	t.Helper()
	h, err := s.Create(t.Context(), h)
	if err != nil {
		t.Fatalf("Create = %v", err)
	}
	return h
}

func add(t testing.TB, s storage.Store, h storage.Head, es ...storage.Entry) storage.Head {
	t.Helper()
	h, err := s.Append(t.Context(), h, es...)
	if err != nil {
		t.Fatalf("Append to match %s = %v", h.ID, err)
	}
	return h
}

// wantMatch checks all that is stored of a match.
func wantMatch(t testing.TB, s storage.Store, h storage.Head, log ...storage.Entry) {
	t.Helper()
	m, err := s.Get(t.Context(), h.ID)
	if err != nil {
		t.Fatalf("Get(%q) = %v", h.ID, err)
	}
	wantHead(t, "Get", m.Head, h)
	if !slices.EqualFunc(m.Log, log, sameEntry) {
		t.Errorf("Get(%q) has the log\n%v, want\n%v", h.ID, m.Log, log)
	}
}

func wantHead(t testing.TB, what string, got, want storage.Head) {
	t.Helper()
	if !reflect.DeepEqual(plain(got), plain(want)) {
		t.Errorf("%s has the head\n%+v, want\n%+v", what, plain(got), plain(want))
	}
}

// plain puts the times of a head into one zone.
func plain(h storage.Head) storage.Head {
	h.Created, h.Wake = h.Created.Round(0).UTC(), h.Wake.Round(0).UTC()
	return h
}

func sameEntry(a, b storage.Entry) bool {
	return a.Ply == b.Ply && a.At.Equal(b.At) && reflect.DeepEqual(a.Salt, b.Salt)
}

// wantErr checks that an error is, or wraps, the one that is due.
func wantErr(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func wantPlayer(t testing.TB, s storage.Store, player string, live bool, ids ...string) {
	t.Helper()
	hs, err := s.OfPlayer(context.Background(), player, live)
	if got := names(hs); err != nil || !slices.Equal(got, ids) {
		t.Errorf("OfPlayer(%q, %v) = %q, %v, want %q", player, live, got, err, ids)
	}
}

func wantChannel(t testing.TB, s storage.Store, channel string, ids ...string) {
	t.Helper()
	hs, err := s.OfChannel(context.Background(), channel)
	if got := names(hs); err != nil || !slices.Equal(got, ids) {
		t.Errorf("OfChannel(%q) = %q, %v, want %q", channel, got, err, ids)
	}
}

func wantDue(t testing.TB, s storage.Store, now time.Time, limit int, ids ...string) {
	t.Helper()
	hs, err := s.Due(context.Background(), now, limit)
	if got := names(hs); err != nil || !slices.Equal(got, ids) {
		t.Errorf("Due(%v, %d) = %q, %v, want %q", now, limit, got, err, ids)
	}
}

func names(hs []storage.Head) []string {
	var ids []string
	for _, h := range hs {
		ids = append(ids, h.ID)
	}
	return ids
}
