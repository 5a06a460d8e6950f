package storage

import (
	"context"
	"time"
)

// A Shared store is one that several processes may have open at once.
type Shared interface {
	Store

	// Time returns the time by the clock of the store, which is the same for all processes.
	Time(ctx context.Context) (time.Time, error)
}

// A Fleet lists the processes that share one store, with the requests that each may make, and the jobs that
// one of them has done for all. Its times are by the clock of the store: see [Shared].
type Fleet struct {
	Members []Member `json:"members,omitempty"` // in the order in which they joined
	// until then Discord refuses every request of the application
	HeldUntil time.Time `json:"held_until,omitzero"`
	// by the name of a job: what it was last done for, such as the date of a night
	Done map[string]string `json:"done,omitempty"`
}

// A Member is one process. It gets a new id at each start, and each time it has lost its lease.
type Member struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"` // the end of its lease
	Share float64   `json:"share"` // the most requests that it makes in a second
}

// Fleets is the kind of the one [Fleet] of a store, whose id is [TheFleet].
var Fleets = Kind[Fleet]{name: "fleet"}

// TheFleet is the id of the fleet.
const TheFleet = ""
