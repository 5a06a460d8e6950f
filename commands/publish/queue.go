package publish

import (
	"context"
	"sync"
	"time"
)

const (
	// mostWaiting bounds how many matches wait in a [queue]. Others wait for their next check.
	mostWaiting = 10_000
	// visitsAtOnce is how many matches are visited at once: as many as are answered within a fifth
	// of a second at 50 requests a second.
	visitsAtOnce = 10
	// again is the pause after a visit for which nothing could be done.
	pauseAfterVisit = time.Second
)

// A queue holds matches with boards of the past for which there was no room, the longest waiting
// first. Its zero value holds none. It is safe for concurrent use once it is configured.
type queue struct {
	Room  func(context.Context) (context.Context, error)   // as of [Config]
	Aside func(do func(context.Context))                   // does something beside all else
	Wait  func(ctx context.Context, d time.Duration) error // waits, unless the context is done
	// Visit sees to the boards of a match as far as there is room. It reports whether it has done
	// something, and whether something is left that is likely to find room soon.
	Visit func(ctx context.Context, id string) (done, left bool)

	mu      sync.Mutex
	waiting []string
	known   map[string]bool // what waits, or is about to be visited
	workers int
}

// Add has a match visited after the next [queue.Start], unless too many wait.
func (q *queue) Add(id string) {
	if q.Room == nil || q.Aside == nil || q.Wait == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.known[id] || len(q.waiting) >= mostWaiting {
		return
	}
	if q.known == nil {
		q.known = map[string]bool{}
	}
	q.known[id] = true
	q.waiting = append(q.waiting, id)
}

// Start visits what waits, beside all else. The caller must hold no lock of a match.
func (q *queue) Start() {
	q.mu.Lock()
	starts := len(q.waiting) > 0 && q.workers < visitsAtOnce
	if starts {
		q.workers++
	}
	q.mu.Unlock()
	if starts {
		q.Aside(q.work)
	}
}

// work visits matches until none waits, or until the context is done.
func (q *queue) work(ctx context.Context) {
	for ctx.Err() == nil {
		id, ok := q.next()
		if !ok {
			return
		}
		placed, err := q.Room(ctx)
		q.forget(id)
		if err != nil {
			continue
		}
		done, left := q.Visit(placed, id)
		if left {
			if !done {
				_ = q.Wait(ctx, pauseAfterVisit) // a wait that is cut short ends the work
			}
			q.Add(id)
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.workers--
}

// next returns the match that has waited longest. If none waits, ok is false and the worker is no
// longer counted.
func (q *queue) next() (id string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.workers--
		return "", false
	}
	id, q.waiting = q.waiting[0], q.waiting[1:]
	return id, true
}

// forget lets a match be added again.
func (q *queue) forget(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.known, id)
}
