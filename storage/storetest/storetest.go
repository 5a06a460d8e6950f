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
	"fmt"
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

// Full returns a new match in which no field is zero but those that the store sets.
func Full(id string) storage.Head {
	h := Filled(storage.Head{})
	h.ID, h.Created, h.NextCheck, h.Phase, h.Version, h.Plies = id, noon, minute(10), storage.Open, 0, 0
	h.Players[0].ID, h.Players[1].ID, h.Invited.ID = "ann", "bob", "cy"
	h.Home, h.Channel, h.Past, h.With = "home", "thread", []string{"dan", "eve"}, nil
	h.Guild, h.Above = "server", "thread"
	return h
}

// Filled returns a value in which no field is zero, and each is another than the one before. A list has two values.
func Filled[T any](v T) T {
	n := 0
	fillFrom(reflect.ValueOf(&v).Elem(), &n)
	return v
}

// fillFrom is [Filled] for any part of a value, which counts on.
func fillFrom(v reflect.Value, n *int) {
	*n++
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(minute(*n)))
		return
	case games.Deal:
		v.SetBytes([]byte(`{"columns":[]}`))
		return
	case games.Text:
		v.Set(reflect.ValueOf(games.Say(fmt.Sprint("key ", *n), "<&> Änn \"A\" 🎲", "a value")))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillFrom(v.Field(i), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillFrom(v.Elem(), n)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		}
		for i := range v.Len() {
			fillFrom(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		value := reflect.New(v.Type().Elem()).Elem()
		fillFrom(value, n)
		v.SetMapIndex(reflect.ValueOf("<&> Änn \"A\" 🎲"), value)
	case reflect.String:
		v.SetString(fmt.Sprintf("<&> Ä \"🎲\"\n%d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	case reflect.Uint8, reflect.Uint16, reflect.Uint64:
		v.SetUint(uint64(1 + *n%100))
	default:
		v.SetInt(int64(1 + *n%100))
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
			if v.Type().Field(i).IsExported() {
				tellAbroad(v.Field(i))
			}
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
