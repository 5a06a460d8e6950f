package storage

import "sync"

// Steady is the number of successes in a row after which an outage of a store is over. In the middle of
// one some calls succeed: a full disk has room for a while, and a database that takes no new connection
// serves the old ones.
const Steady = 100

// A Reach tells a store when an outage begins and when it is over, so that the log says each once. The zero
// value is for a store in reach. It is safe for concurrent use.
type Reach struct {
	mu   sync.Mutex
	lost bool
	good int // successes in a row since the last failure
}

// Failed notes a failure, and reports whether an outage begins with it.
func (r *Reach) Failed() (begins bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	begins = !r.lost
	r.lost, r.good = true, 0
	return begins
}

// Succeeded notes a success, and reports whether an outage is over with it.
func (r *Reach) Succeeded() (over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.lost {
		return false
	}
	r.good++
	r.lost = r.good < Steady
	return !r.lost
}
