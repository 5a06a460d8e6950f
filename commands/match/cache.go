package match

import (
	"container/list"
	"maps"
	"reflect"
	"slices"
	"sync"

	"parlour/games"
	"parlour/storage"
)

// maxCachedSteps bounds the positions that a cache keeps, over all matches.
const maxCachedSteps = 1 << 14

// A cache keeps the positions of the matches used last, and the versions that this process
// has written. A log only grows, so what was replayed once stays true; a position is
// immutable, so all readers share it. The zero value is ready to use.
type cache struct {
	mu     sync.Mutex
	byID   map[string]*list.Element // of *cached
	oldest list.List                // the match used last is at the back
	total  int                      // number of steps kept
}

// cached is what a cache knows of a match.
type cached struct {
	id      string
	version int // the newest that this process wrote; 0 for none
	setup   games.Setup
	start   games.State // the first position; nil if it is not known
	steps   []Step
}

// known returns the first position of a match and the known steps at the beginning of its
// log. start is nil if nothing is known.
func (c *cache) known(m *Match) (start games.State, steps []Step) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byID[m.ID]
	if e == nil {
		return nil, nil
	}
	c.oldest.MoveToBack(e)
	known := e.Value.(*cached)
	if known.start == nil || !reflect.DeepEqual(known.setup, m.Setup) {
		return nil, nil
	}
	n := min(len(known.steps), len(m.Log))
	if slices.ContainsFunc(known.steps[n:], func(s Step) bool { return s.Move.BackBy() > 0 }) {
		return nil, nil // it has taken back steps that stand in this log
	}
	for i := range n {
		if known.steps[i].Ply != m.Log[i].Ply {
			return nil, nil
		}
	}
	return known.start, known.steps[:n:n]
}

// put keeps the steps of a match.
func (c *cache) put(m *Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.entry(m.ID)
	c.total += len(m.steps) - len(known.steps)
	known.setup, known.start, known.steps = m.Setup, m.StateAt(0), slices.Clip(m.steps)
	known.setup.Options = maps.Clone(m.Setup.Options) // a caller may change its own
	c.forget()
}

// note keeps the version of a head that was written.
func (c *cache) note(head storage.Head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.entry(head.ID)
	known.version = max(known.version, head.Version)
	c.forget()
}

// version returns the newest version of a match that this process has written, 0 if it is
// not known.
func (c *cache) version(id string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byID[id]; e != nil {
		return e.Value.(*cached).version
	}
	return 0
}

// entry returns what is known of a match, as the one used last.
func (c *cache) entry(id string) *cached {
	if c.byID == nil {
		c.byID = map[string]*list.Element{}
	}
	e := c.byID[id]
	if e == nil {
		e = c.oldest.PushBack(&cached{id: id})
		c.byID[id] = e
	}
	c.oldest.MoveToBack(e)
	return e.Value.(*cached)
}

// forget drops the matches used longest ago until the bound holds. Each match counts for
// one step more than it has, so that open tables are bounded too.
func (c *cache) forget() {
	for c.total+c.oldest.Len() > maxCachedSteps && c.oldest.Len() > 1 {
		known := c.oldest.Remove(c.oldest.Front()).(*cached)
		c.total -= len(known.steps)
		delete(c.byID, known.id)
	}
}
