package storetest

import (
	"reflect"
	"testing"
	"time"

	"parlour/storage"
)

var fleets = []check{{"fleet", checkFleet}, {"the store's own clock", checkClock}}

// fullFleet returns a fleet in which no field is zero.
func fullFleet() storage.Fleet {
	return storage.Fleet{
		Members:   []storage.Member{{ID: "k1", Until: minute(1), Share: 16.5}, {ID: "k2", Until: minute(2), Share: 4}},
		HeldUntil: minute(3), Done: map[string]string{"night": "2026-03-01"},
	}
}

// checkFleet writes a fleet with times in another zone, and reads what was written.
func checkFleet(t testing.TB, s storage.Store) {
	for _, all := range []func() storage.Fleet{fullFleet, func() storage.Fleet { return storage.Fleet{} }, fullFleet} {
		want, mine := all(), all()
		abroad(&mine)
		if _, err := storage.Fleets.Change(t.Context(), s, storage.TheFleet, func(f *storage.Fleet) error { *f = mine; return nil }); err != nil {
			t.Fatalf("Fleets.Change = %v", err)
		}
		if got, err := storage.Fleets.Get(t.Context(), s, storage.TheFleet); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Fleets.Get = %+v, %v, want %+v", got, err, want)
		}
		if len(want.Members) > 0 && mine.Members[0].Until.Location() != west {
			t.Error("a change wrote to the memory that it was handed")
		}
	}
}

// checkClock reads the clock of a store that has one: it does not go back, and it says a time of today.
func checkClock(t testing.TB, s storage.Store) {
	shared, ok := s.(storage.Shared)
	if !ok {
		return
	}
	var last time.Time
	for range 100 {
		now, err := shared.Time(t.Context())
		if err != nil || now.Before(last) || time.Since(now).Abs() > 24*time.Hour {
			t.Fatalf("Time = %v, %v, want a time of now, after %v", now, err, last)
		}
		last = now
	}
}
