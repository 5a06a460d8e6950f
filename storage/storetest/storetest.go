// Package storetest checks that a store keeps the contract of [storage.Store]. It is one
// suite for all backends.
//
// Its policy: each check gets a fresh, empty store and asks only what [storage.Store]
// promises. It knows no backend, sleeps for nothing and gives the same result on a slow
// machine. Times in it are whole microseconds and texts are plain UTF-8 without NUL, so
// that any database can keep them.
package storetest

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A check tries one promise on a fresh store.
type check struct {
	name string
	run  func(testing.TB, storage.Store)
}

// checks are all checks.
var checks = slices.Concat(writing, reading, records, kinds, racing, living)

// Run tries every check on a store of its own, several at once. open returns an empty
// store, which Run closes.
func Run(t *testing.T, open func(*testing.T) storage.Store) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
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

// noon is the time around which everything happens.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// minute returns the time some minutes after noon.
func minute(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }

// full returns a new match in which no field is zero but those that the store sets.
func full(id string) storage.Head {
	return storage.Head{
		ID: id, Created: noon, NextCheck: minute(10), Owner: "k3",
		Lobby: storage.Lobby{
			Phase: storage.Open,
			Setup: games.Setup{Game: "permute", Rules: 2, Seats: 2,
				Options: map[string]string{"size": "3", "turns": "<&>"}, Seed: games.Seed{1, 31: 255},
				Deal: games.Deal(`{"columns":[]}`)},
			Players: []storage.Player{{ID: "ann", Name: "Änn \"A\" 🎲", Word: "fox", Level: games.Hard}, {ID: "bob",
				Name: "Bob"}},
			Secret:  games.Seed{2, 30: 7},
			Chance:  &games.Seed{3, 29: 8},
			Changes: 2,
			Shares: []games.Share{{Salt: &games.Salt{7}, SaltHash: games.Hash{8}, Word: "fox",
				Hash: games.Hash{31: 9}}},
			Order:   []games.Seat{1, 0},
			Invited: &storage.Player{ID: "cy", Name: "Cy", Word: "owl", Level: games.Easy},
			First:   "me",
			Ended:   "cancelled",
			Number:  3,
			Places:  []int{2, 1}, Next: "next", Again: true, Starts: true,
			Plan: &storage.Plan{Player: "ann", Turn: 3, If: "a", Then: "b"}, EndedBy: "Bob",
			Thought: &storage.Thought{Turn: 4, Seat: 1, Playouts: 60, Owner: "k4"},
			Stand: &storage.Stand{
				ToMove: []games.Seat{1}, Changes: []games.Seat{2}, In: []games.Seat{1, 2}, Back: []games.Seat{3},
				Bids: true,
			},
		},
		Timing: storage.Timing{
			TurnTime:  72 * time.Hour,
			TotalTime: time.Hour + 1,
			Clocks: []storage.Clock{
				{Since: minute(-3), Due: minute(30), Extension: storage.Span{From: minute(2), To: minute(4)},
					Spent: time.Minute + 1, Missed: 1, ExpiredAt: minute(-1), Away: minute(90)},
				{Spent: 5 * time.Hour},
			},
			Offered:     []games.Seat{1, 0},
			Past:        []string{"dan", "eve"},
			OutageTold:  minute(-7),
			GuildLostAt: minute(-6),
		},
		Place: storage.Place{
			Palette: "contrast",
			Lang:    "de",
			Thread:  true,
			Guild:   "guild",
			Guest:   true,
			Channel: "thread",
			Home:    "home",
			Table:   "m1",
			Deal:    "7KQ2",
			Message: "m2",
		},
		Publication: fullPublication(),
	}
}

// fullPublication is what [full] has been published.
func fullPublication() storage.Publication {
	return storage.Publication{
		FailingSince: minute(-8),
		Live: storage.Board{Channel: "thread", Message: "m2", From: 5, To: 6, Turn: 4, Posted: 6,
			Pinged: []string{"bob"}, Call: true},
		Old: []storage.Board{{Channel: "thread", Message: "m1", From: 4, To: 5, Turn: 3, Posted: 4,
			Pinged: []string{"ann"}, Call: true}},
		Lines: []storage.Line{{Board: storage.Board{Channel: "thread", Message: "m0", From: 2, To: 4,
			Turn: 2, Posted: 2, Pinged: []string{"ann"}, Call: true}, Struck: 1}},
		Asks: []storage.Ask{{Number: 1, About: "draw", By: "ann", Agreed: []string{"ann"}, Turn: 4,
			Answer: "declined", AnsweredBy: "Bob", Channel: "thread", Message: "m9", Told: 1}},
		Answered: []storage.Ask{{Number: 1, About: "takeback", By: "bob", Agreed: []string{"bob"}, Turn: 3,
			Answer: "declined", AnsweredBy: "Ann", Channel: "thread", Message: "m8", Told: -1}},
		AskCount:        1,
		Renamed:         true,
		NewsOf:          3,
		BroughtAt:       minute(-5),
		Brought:         2,
		News:            []games.Text{games.Say("news.grant", "Name", "Bob", "Late", "Änn")},
		Desired:         storage.Revision{Post: 3, Edit: 4},
		Published:       storage.Revision{Post: 2, Edit: 1},
		AnnouncedBefore: 5,
		Announced:       6,
		Asked: []storage.Direct{{Player: "ann", Turn: 4, Channel: "d1", Message: "m3"}, {Player: "bob",
			Turn: 4}},
	}
}

// west and east are zones in which checks give times to a store.
var west, east = time.FixedZone("", -8*3600), time.FixedZone("", 5*3600+1800)

// abroad puts every time in the value that v points to into the zone west.
func abroad(v any) { tellAbroad(reflect.ValueOf(v).Elem()) }

// tellAbroad is [abroad] for any part of a value.
func tellAbroad(v reflect.Value) {
	t, isTime := v.Interface().(time.Time)
	switch {
	case isTime:
		v.Set(reflect.ValueOf(t.In(west)))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			tellAbroad(v.Field(i))
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			tellAbroad(v.Index(i))
		}
	}
}

// plies returns entries that differ from each other.
func plies(moves ...games.Move) []storage.Entry {
	var es []storage.Entry
	for i, m := range moves {
		es = append(es, storage.Entry{Ply: games.Ply{Seat: games.Seat(i % 3), Move: m}, At: minute(i),
			RequestID: "request " + string(m), Playouts: i, Salt: games.Salt{byte(i)}, Here: i%2 == 1})
	}
	return es
}

// create adds a match, and ends the check if that fails.
func create(t testing.TB, s storage.Store, h storage.Head) storage.Head {
	t.Helper()
	h, err := s.Create(t.Context(), h)
	if err != nil {
		t.Fatalf("Create = %v", err)
	}
	return h
}

// add appends to a match, and ends the check if that fails.
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
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s has the head\n%+v, want\n%+v", what, got, want)
	}
}

func sameEntry(a, b storage.Entry) bool { return reflect.DeepEqual(a, b) }

// wantErr checks that an error is, or wraps, another.
func wantErr(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}
