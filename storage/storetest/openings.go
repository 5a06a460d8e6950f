package storetest

import (
	"time"

	"parlour/storage"
)

var openings = []check{
	{"openings", checkKind(storage.AllOpenings, storage.TheOpenings, fullOpenings, func(o storage.Openings) time.Time { return o.Opened[0].At })},
}

// fullOpenings returns openings in which no field is zero.
func fullOpenings() storage.Openings {
	return storage.Openings{Opened: []storage.Opening{{At: minute(1), Match: "a"}, {At: minute(2), Match: "b"}}, Until: minute(7), Closed: []time.Time{minute(5), minute(6)}}
}
