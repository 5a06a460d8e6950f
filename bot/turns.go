package bot

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"parlour/commands"
	"parlour/commands/think"
)

// errOvertaken is the error of a request whose place a newer one has taken.
var errOvertaken = errors.New("a newer request has taken the place of this one")

// enter waits for the turn of a request. The caller calls leave once the answer is drawn, also after an error.
func (b *bot) enter(ctx context.Context, r commands.Request) (leave func(), err error) {
	lane := b.host.Lane(r)
	if lane.Width == 0 {
		return func() {}, nil
	}
	return b.turns.enter(ctx, think.Asker{Server: r.Guild, Person: r.By.ID}, lane)
}

// placesAtOnce is how many requests are under way at once: more than there are cores, as some wait for the disk, or for
// a database that is far.
func placesAtOnce() int { return max(4*runtime.GOMAXPROCS(0), 8) }

const (
	lineRests = 4                     // times as long as a request of a greedy person has taken no other of theirs begins
	eachMore  = 10 * time.Millisecond // for reading a request and delivering its answer
)

// turns decide which requests are under way. Of each lane of a person there are as many as it is wide, in the order
// in which they come. Between people [think.Order] decides, and greedy ones wait in a [think.Line]. It is safe for
// concurrent use. Make it with [newTurns].
type turns struct {
	places  int
	mu      sync.Mutex
	waiting []*turn        // in the order in which they came
	lanes   map[string]int // requests under way, by lane
	taken   int            // places
	order   think.Order    // of those who wait or are under way
	line    think.Line
}

func newTurns() *turns {
	return &turns{places: placesAtOnce(), lanes: map[string]int{}, line: think.Line{Rest: lineRests, More: eachMore}}
}

// A turn is a request that waits, or is under way.
type turn struct {
	by    think.Asker
	lane  commands.Lane
	name  string     // of the lane, with that of its person
	goes  chan error // gets one result: nil once it is under way
	stint think.Stint
}

func newTurn(by think.Asker, lane commands.Lane) *turn {
	return &turn{by: by, lane: lane, name: lane.Name + " " + by.Person, goes: make(chan error, 1)}
}

// enter waits until a request may be under way. Where it overtakes, those of its lane that wait get [errOvertaken].
// Any other error is that of the context.
func (t *turns) enter(ctx context.Context, by think.Asker, lane commands.Lane) (leave func(), err error) {
	w := newTurn(by, lane)
	t.add(w)
	select {
	case err = <-w.goes:
	case <-ctx.Done():
		if t.withdraw(w) {
			return func() {}, ctx.Err()
		}
		err = <-w.goes // which came just now
	}
	if err != nil {
		return func() {}, err
	}
	return func() { t.leave(w) }, nil
}

func (t *turns) add(w *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.lane.Overtakes {
		t.overtake(w)
	}
	t.order.Join(w.by)
	t.waiting = append(t.waiting, w)
	t.give()
}

// overtake takes the requests away that wait in the lane of a newer one.
func (t *turns) overtake(w *turn) {
	now := time.Now()
	t.waiting = slices.DeleteFunc(t.waiting, func(o *turn) bool {
		overtaken := o.name == w.name
		if overtaken {
			t.order.Leave(o.by)
			t.line.Uses.Add(o.by.Person, eachMore, now)
			o.goes <- errOvertaken
		}
		return overtaken
	})
}

// withdraw takes a request away that waits. It returns false for one that has a result.
func (t *turns) withdraw(w *turn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, w)
	if i < 0 {
		return false
	}
	t.waiting = slices.Delete(t.waiting, i, i+1)
	t.order.Leave(w.by)
	return true
}

// leave ends a request that was under way.
func (t *turns) leave(w *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lanes[w.name]--; t.lanes[w.name] == 0 {
		delete(t.lanes, w.name)
	}
	t.order.Leave(w.by)
	if !w.lane.Patient {
		t.taken--
		if rests := t.line.End(w.stint); rests > 0 {
			time.AfterFunc(rests, t.look)
		}
	}
	t.give()
}

// look looks again who may begin.
func (t *turns) look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.give()
}

// give has all requests begin that may.
func (t *turns) give() {
	for {
		best := -1
		for i, w := range t.waiting {
			if t.may(w) && (best < 0 || t.order.Before(w.by, t.waiting[best].by)) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		w := t.waiting[best]
		t.waiting = slices.Delete(t.waiting, best, best+1)
		t.begin(w)
	}
}

// may reports whether a request may begin.
func (t *turns) may(w *turn) bool {
	switch {
	case t.lanes[w.name] >= w.lane.Width:
		return false
	case w.lane.Patient:
		return true
	case t.taken >= t.places:
		return false
	}
	return t.line.Open(w.by.Person)
}

func (t *turns) begin(w *turn) {
	t.lanes[w.name]++
	t.order.Took(w.by)
	if !w.lane.Patient {
		t.taken++
		w.stint = t.line.Begin(w.by.Person)
	}
	w.goes <- nil
}
