package world

import (
	"container/heap"
	"sync"
	"time"
)

// A Clock shows a time that only the test moves. It is safe for concurrent use.
type Clock struct {
	mu      sync.Mutex
	now     time.Time
	plans   plans
	planned int
}

// NewClock returns a clock that shows a time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set sets the time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// Pass lets time pass.
func (c *Clock) Pass(d time.Duration) { c.Set(c.Now().Add(d)) }

// Plan plans something for a time. What is planned for the same time happens in the order of planning.
func (c *Clock) Plan(at time.Time, do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.planned++
	heap.Push(&c.plans, plan{at, c.planned, do})
}

// Next returns the time of the first plan; ok is false if there is none.
func (c *Clock) Next() (at time.Time, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.plans) == 0 {
		return at, false
	}
	return c.plans[0].at, true
}

// Do carries out the first plan, which must be there.
func (c *Clock) Do() {
	c.mu.Lock()
	first := heap.Pop(&c.plans).(plan)
	c.mu.Unlock()
	first.do()
}

// A plan is something that happens at a time.
type plan struct {
	at     time.Time
	number int
	do     func()
}

// plans is a heap of what is to come.
type plans []plan

func (p plans) Len() int { return len(p) }
func (p plans) Less(i, j int) bool {
	return p[i].at.Before(p[j].at) || p[i].at.Equal(p[j].at) && p[i].number < p[j].number
}
func (p plans) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *plans) Push(x any)   { *p = append(*p, x.(plan)) }
func (p *plans) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
