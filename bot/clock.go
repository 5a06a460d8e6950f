package bot

import (
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A verdict says whether an interaction can still be answered.
type verdict int

const (
	fresh  verdict = iota // it can, as far as is known
	unsure                // perhaps not: Discord says so when it is acknowledged
	dead                  // it cannot, and its person was told so
)

const (
	// slack is how far apart the clocks of Discord's machines may be.
	slack = 100 * time.Millisecond
	// lately is how long a Date is good enough to call an interaction [dead]. Its acknowledgement
	// brings a new one.
	lately = 10 * time.Minute
	// drift is how fast the machine's clock may go wrong: a second in five and a half hours.
	drift = 50e-6
)

// discordClock is Discord's clock. It is safe for concurrent use.
type discordClock struct {
	within time.Duration
	now    func() time.Time
	start  time.Time // by now

	mu    sync.Mutex
	span  span          // of Discord's time at start
	heard time.Duration // when the newest Date came, since start
	known bool          // whether one has come
	right bool          // whether an interaction was young by this clock
}

// A span is a time that is not known exactly.
type span struct{ least, most time.Time }

// newDiscordClock returns a clock that knows nothing yet. An interaction can be answered within a
// time. The clock that is handed in may say any time, but must not jump.
func newDiscordClock(now func() time.Time, within time.Duration) *discordClock {
	return &discordClock{within: within, now: now, start: now()}
}

// since returns how long ago the clock was started.
func (c *discordClock) since() time.Duration { return c.now().Sub(c.start) }

// Heard takes the header Date of an answer that took some time to come and has come now.
func (c *discordClock) Heard(date string, took time.Duration) {
	said, err := http.ParseTime(date)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.since()
	here := span{said.Add(-slack - at), said.Add(time.Second + slack + took - at)}
	if c.known {
		wrong := time.Duration(float64(at-c.heard) * drift)
		here = here.with(span{c.span.least.Add(-wrong), c.span.most.Add(wrong)})
	}
	c.span, c.heard, c.known = here, at, true
}

// with returns what two spans of one time say together: what is in both or, where nothing is,
// what is in either or between them.
func (s span) with(t span) span {
	ends := []time.Time{s.least, s.most, t.least, t.most}
	slices.SortFunc(ends, time.Time.Compare)
	if s.least.After(t.most) || t.least.After(s.most) {
		return span{ends[0], ends[3]}
	}
	return span{ends[1], ends[2]}
}

// Judge says whether the interaction with an id can still be answered, and for how long at least, 0
// unless it is [fresh]. A sixth of its time is kept for the way of the answer.
func (c *discordClock) Judge(id string) (age verdict, left time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, ok := madeAt(id)
	if !c.known || !ok {
		return fresh, c.within
	}
	at := c.since()
	least, most := c.span.least.Add(at).Sub(made), c.span.most.Add(at).Sub(made)
	c.right = c.right || most >= 0 && least <= c.within
	switch {
	case c.right && least > c.within && at-c.heard <= lately:
		return dead, 0
	case most > c.within*2/3:
		return unsure, 0
	}
	return fresh, min(c.within*5/6-most, c.within)
}

// Near reports whether a moment of Discord's clock may be no further from now than a time.
func (c *discordClock) Near(moment time.Time, by time.Duration) bool {
	return slices.ContainsFunc(c.times(), func(now span) bool {
		return !now.least.After(moment.Add(by)) && !now.most.Before(moment.Add(-by))
	})
}

// Past reports whether a moment of Discord's clock is surely longer ago than a time.
func (c *discordClock) Past(moment time.Time, by time.Duration) bool {
	return !slices.ContainsFunc(c.times(), func(now span) bool { return !now.least.After(moment.Add(by)) })
}

// times returns what the time at Discord may be: what the Dates say, and what the machine says, until an interaction
// was young by the Dates. Then two witnesses agree.
func (c *discordClock) times() (all []span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.since()
	if c.known {
		wrong := time.Duration(float64(at-c.heard) * drift)
		all = append(all, span{c.span.least.Add(at - wrong), c.span.most.Add(at + wrong)})
	}
	if !c.known || !c.right {
		here := c.now()
		all = append(all, span{here, here})
	}
	return all
}

// epoch is when Discord's ids begin, in milliseconds of Unix time.
const epoch = 1420070400000

// madeAt returns when the thing with an id was made. ok is false for what is no id of Discord's.
func madeAt(id string) (at time.Time, ok bool) {
	n, err := strconv.ParseUint(id, 10, 64)
	return time.UnixMilli(int64(n>>22) + epoch), err == nil
}

// madeBefore reports whether the thing with an id was made before a time at Discord, as the id says.
func madeBefore(id string, t time.Time) bool {
	at, ok := madeAt(id)
	return ok && at.Before(t)
}

// skew is how far Discord's clock is ahead of the machine's, as the newest answer says. Unlike a
// [discordClock] it follows a clock that jumps. Its zero value knows of no difference. It is safe
// for concurrent use.
type skew struct{ ahead atomic.Int64 }

// Heard takes the header Date of an answer that has come now, by the machine's clock.
func (s *skew) Heard(date string, now time.Time) {
	if said, err := http.ParseTime(date); err == nil {
		s.ahead.Store(int64(said.Sub(now)))
	}
}

// At returns Discord's time at a moment of the machine's clock. It is right within about a second.
func (s *skew) At(t time.Time) time.Time { return t.Add(time.Duration(s.ahead.Load())) }
