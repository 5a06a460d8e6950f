package storage

import (
	"slices"
	"time"
)

// An Uptime says when at least one process over the store was at work.
type Uptime struct {
	Alive   time.Time `json:"alive"`             // the last sign of life
	Outages []Outage  `json:"outages,omitempty"` // earliest first
}

// An Outage is a time in which no process was at work.
type Outage struct {
	Span
	Told bool `json:"told,omitempty"` // whether the channels were told, or need not be
}

// Uptimes is the kind of the one [Uptime] of a store, whose id is [TheUptime].
var Uptimes = Kind[Uptime]{name: "uptime", begin: func(string) Uptime { return Uptime{} }, tidy: tidyUptime}

// TheUptime is the id of the uptime.
const TheUptime = ""

// tidyUptime returns an uptime as it is written, with all times in UTC.
func tidyUptime(_ string, u Uptime) Uptime {
	toUTC(&u.Alive)
	u.Outages = slices.Clone(u.Outages)
	for i := range u.Outages {
		toUTC(&u.Outages[i].From, &u.Outages[i].To)
	}
	return u
}
