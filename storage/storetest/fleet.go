package storetest

import (
	"testing"
	"time"

	"parlour/storage"
)

var fleets = []check{
	{"fleet", checkKind(storage.Fleets, storage.TheFleet, fullFleet, func(f storage.Fleet) time.Time { return f.Members[0].Until })},
	{"the store's own clock", checkClock},
}

// fullFleet returns a fleet in which no field is zero.
func fullFleet() storage.Fleet {
	return storage.Fleet{
		Members:   []storage.Member{{ID: "k1", Until: minute(1), Share: 16.5}, {ID: "k2", Until: minute(2), Share: 4}},
		HeldUntil: minute(3), Done: map[string]string{"night": "2026-03-01"},
	}
}

// checkClock reads the clock of a store that has one. The clock does not go back, and is within a day of this machine's.
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
