package think

import (
	"context"
	"slices"
	"sync"
)

// A kind is how urgent a thought is. Lower kinds go first.
type kind int

const (
	light   kind = iota // a move that takes a moment
	heavy               // a move that takes about a second
	hinting             // a hint
	review              // a part of an analysis, of which only one is thought at a time
)

// A queue shares rooms among people. The first kind goes first, and within it the person who
// had a room longest ago, with their oldest thought. It is safe for concurrent use.
type queue struct {
	rooms int

	mu      sync.Mutex
	running map[kind]int // thoughts in rooms
	waiting []*task      // in the order in which they came
	people  map[string]*share
	clock   int // rises with every room that is given
}

// A task is a thought that waits for a room.
type task struct {
	person string
	kind   kind
	room   chan int // gets the crowd once there is a room
}

// A share is how a person stands in a queue.
type share struct {
	tasks int // their thoughts that wait or run
	last  int // the clock when they got a room, or when they came
}

func newQueue(rooms int) *queue {
	return &queue{rooms: max(rooms, 1), running: map[kind]int{}, people: map[string]*share{}}
}

// enter waits for a room, unless the context is done. The crowd is how many others the thought
// keeps waiting: the other people with thoughts of its kind, and such thoughts of its own
// person. So a person with many thoughts weakens their own, and nobody else's by more than one.
func (q *queue) enter(ctx context.Context, person string, k kind) (crowd int, err error) {
	if ctx.Err() != nil { // though a room may be free
		return 0, ctx.Err()
	}
	t := &task{person, k, make(chan int, 1)}
	q.add(t)
	select {
	case crowd = <-t.room:
		return crowd, nil
	case <-ctx.Done():
	}
	if q.withdraw(t) {
		return 0, ctx.Err()
	}
	q.leave(person, k) // a room was given just now
	return 0, ctx.Err()
}

// add puts a thought into the queue. A new person goes before the one who got a room last, and
// behind all others who wait.
func (q *queue) add(t *task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.people[t.person]
	if s == nil {
		s = &share{last: q.clock - 1}
		q.people[t.person] = s
	}
	s.tasks++
	q.waiting = append(q.waiting, t)
	q.give()
}

// withdraw takes a thought out of the queue. It returns false for one that has a room.
func (q *queue) withdraw(t *task) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, t)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.release(t.person)
	return true
}

// leave gives a room back.
func (q *queue) leave(person string, k kind) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running[k]--
	q.release(person)
	q.give()
}

// release forgets a person who has no thought here any more.
func (q *queue) release(person string) {
	s := q.people[person]
	if s.tasks--; s.tasks == 0 {
		delete(q.people, person)
	}
}

// give gives the free rooms to the thoughts whose turn it is.
func (q *queue) give() {
	for q.taken() < q.rooms {
		i := q.next()
		if i < 0 {
			return
		}
		t := q.waiting[i]
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.clock += 2 // so that there is a place between this person and the one before
		q.people[t.person].last = q.clock
		q.running[t.kind]++
		t.room <- q.crowd(t)
	}
}

// taken returns the number of rooms in which somebody thinks.
func (q *queue) taken() (n int) {
	for _, of := range q.running {
		n += of
	}
	return n
}

// next returns the index of the thought whose turn it is, -1 for none.
func (q *queue) next() int {
	best := -1
	for i, t := range q.waiting {
		if t.kind == review && q.running[review] > 0 {
			continue
		}
		if best < 0 || q.before(t, q.waiting[best]) {
			best = i
		}
	}
	return best
}

// before reports whether a thought goes before one that came earlier.
func (q *queue) before(t, earlier *task) bool {
	if t.kind != earlier.kind {
		return t.kind < earlier.kind
	}
	return q.people[t.person].last < q.people[earlier.person].last
}

// crowd counts those whom a thought keeps waiting: see [queue.enter].
func (q *queue) crowd(t *task) (n int) {
	others := map[string]bool{}
	for _, w := range q.waiting {
		switch {
		case w.kind != t.kind:
		case w.person == t.person:
			n++
		default:
			others[w.person] = true
		}
	}
	return n + len(others)
}
