package fault

import (
	"cmp"
	"fmt"
	"slices"

	"parlour/bot/sandbox/world"
)

// PendingFault is a [Pending] fault in words.
type PendingFault struct {
	ID   int    `json:"id"`
	Text string `json:"text"` // in words, with how many are left
}

// Pending is a fault that has not struck as often as planned.
type Pending struct {
	id, Left int // left is -1 until [Plan.Mend]
	// It strikes one of these, which is set.
	Request *Fault
	Hello   int // the operation or the close code that answers a hello
	Event   Fate
}

// Plan keeps the faults to come, oldest first. A test or a developer adds them; the API and
// the gateway let them strike.
type Plan struct {
	*world.State
	list []*Pending
	last int // id
}

// Add keeps a fault for later and returns its id.
func (t *Plan) Add(p Pending) int {
	t.Lock()
	defer t.Unlock()
	t.last++
	p.id = t.last
	t.list = append(t.list, &p)
	t.Bump()
	return p.id
}

// Pending returns the faults that have not struck as often as planned, oldest first. The
// lock is held.
func (t *Plan) Pending() []PendingFault {
	return world.List(t.list, func(p *Pending) PendingFault { return PendingFault{p.id, p.text()} })
}

// Mend ends the faults with these ids, or all of them without ids. The lock is held.
func (t *Plan) Mend(ids []int) {
	t.list = slices.DeleteFunc(t.list, func(p *Pending) bool {
		return len(ids) == 0 || slices.Contains(ids, p.id)
	})
}

// Left reports whether a fault is still to strike that does not last until [Plan.Mend].
// The lock is held.
func (t *Plan) Left() bool {
	return slices.ContainsFunc(t.list, func(p *Pending) bool { return p.Left > 0 })
}

// Strike uses up one time of the oldest fault that fit accepts, and returns it, or nil
// if there is none. The lock is held.
func (t *Plan) Strike(fit func(p *Pending) bool) *Pending {
	i := slices.IndexFunc(t.list, fit)
	if i < 0 {
		return nil
	}
	p := t.list[i]
	if p.Left > 0 {
		p.Left--
	}
	if p.Left == 0 {
		t.list = slices.Delete(t.list, i, i+1)
	}
	t.Bump()
	return p
}

// Next returns the fault that strikes a request of a route. The zero Fault does
// nothing.
func (t *Plan) Next(route string) Fault {
	t.Lock()
	defer t.Unlock()
	p := t.Strike(func(p *Pending) bool {
		return p.Request != nil && (p.Request.Route == "" || p.Request.Route == route)
	})
	if p == nil {
		return Fault{}
	}
	return *p.Request
}

// text words a fault, and how often it still strikes.
func (p *Pending) text() string {
	var what, one string
	switch {
	case p.Request != nil:
		what, one = p.Request.What(), cmp.Or(p.Request.Route, "request")
	case p.Hello != 0:
		what, one = fmt.Sprintf("op %d", p.Hello), "hello"
		if p.Hello >= 4000 {
			what = fmt.Sprintf("close code %d", p.Hello)
		}
	default:
		what, one = string(p.Event), "event"
	}
	switch p.Left {
	case -1:
		return fmt.Sprintf("%s to every %s", what, one)
	case 1:
		return fmt.Sprintf("%s to the next %s", what, one)
	}
	return fmt.Sprintf("%s to the next %d × %s", what, p.Left, one)
}

// Fate is what a fault does to the next event that a bot gets.
type Fate string

// The fates of an event.
const (
	Repeated Fate = "a second copy"
	Swapped  Fate = "the place after its follower"
)
