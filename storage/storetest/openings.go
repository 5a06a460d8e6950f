package storetest

import (
	"reflect"
	"testing"
	"time"

	"parlour/storage"
)

var openings = []check{{"openings", checkOpenings}}

// fullOpenings returns openings in which no field is zero.
func fullOpenings() storage.Openings {
	return storage.Openings{Opened: []storage.Opening{{At: minute(1), Match: "a"}, {At: minute(2), Match: "b"}}, Until: minute(7), Closed: []time.Time{minute(5), minute(6)}}
}

// checkOpenings writes openings with times in another zone, and reads what was written.
func checkOpenings(t testing.TB, s storage.Store) {
	for _, all := range []func() storage.Openings{fullOpenings, func() storage.Openings { return storage.Openings{} }, fullOpenings} {
		want, mine := all(), all()
		abroad(&mine)
		if _, err := storage.AllOpenings.Change(t.Context(), s, storage.TheOpenings, func(o *storage.Openings) error { *o = mine; return nil }); err != nil {
			t.Fatalf("AllOpenings.Change = %v", err)
		}
		if got, err := storage.AllOpenings.Get(t.Context(), s, storage.TheOpenings); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("AllOpenings.Get = %+v, %v, want %+v", got, err, want)
		}
		if len(want.Opened) > 0 && mine.Opened[0].At.Location() != west {
			t.Error("a change wrote to the memory that it was handed")
		}
	}
}
