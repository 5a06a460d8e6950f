package clock

import (
	"slices"
	"strconv"
	"sync"
	"time"
)

// An Age says whether an interaction can still be answered.
type Age int

const (
	Fresh  Age = iota // it can, as far as is known
	Unsure            // perhaps not: Discord says so when it is acknowledged
	Dead              // it cannot, and its person was told so
)

const (
	// slack is how far apart the clocks of Discord's machines may be.
	slack = 100 * time.Millisecond
	// lately is how long a Date is good enough to call an interaction [Dead]. Its acknowledgement
	// brings a new one.
	lately = 10 * time.Minute
	// drift is how fast the machine's clock may go wrong: a second in five and a half hours.
	drift = 50e-6
	// wrong is how far apart two witnesses must be to contradict each other, and how wrong the machine's
	// clock must be for its owner to be told.
	wrong = time.Minute
	// jump is how far the machine's clock must move against the steady one to have jumped.
	jump = 5 * time.Second
	// doubtful is how long Dates that nothing else confirms are doubted, while nothing falls due.
	doubtful = 10 * time.Minute
	// delivered is how old an interaction is at most that comes, unless it was sent again.
	delivered = 15 * time.Minute
)

// A Discord is Discord's clock. The machine's own may be wrong, so the time is known by witnesses, and a steady
// clock counts on from there.
//
//   - A header Date is in whole seconds and was on its way for a while, so it says the time as a span. Each new one
//     narrows that. Something on the way may put a Date of its own: one that contradicts what is known counts once
//     the machine's clock or an id confirms it, or after a while.
//   - An id of Discord's says when it was made. So the time is not earlier, and after an interaction that was answered
//     in time, or a message that was just made, it is hardly later. Ids win against Dates.
//   - The machine's clock confirms a Date, and is no witness alone. If it jumps against the steady one, the machine
//     slept or somebody put the clock, and Discord is to be asked.
//
// It is safe for concurrent use.
type Discord struct {
	wall, steady func() time.Time
	within       time.Duration
	start        time.Time // by steady

	mu    sync.Mutex
	guess time.Time      // Discord's time at start, as it is taken to be
	dates said           // that time by the Dates
	ids   said           // that time by ids
	known bool           // whether guess rests on Discord's word
	doubt *time.Duration // since when Dates contradict guess, and nothing says who is right; nil for not
	lies  bool           // whether the Dates contradict the ids
	right bool           // whether an interaction was young by the Dates
}

// A span is a time that is not known exactly.
type span struct{ least, most time.Time }

// said is what the witnesses of a kind say of Discord's time at the start.
type said struct {
	span
	at    time.Duration // when the newest of them said it, since the start
	gap   time.Duration // by how much the machine's clock was ahead of the steady one then
	known bool          // whether one has
}

// on returns a span as the steady clock has carried it on: the longer, the less exactly.
func (s said) on(at time.Duration) span {
	off := time.Duration(float64(at-s.at) * drift)
	return span{s.least.Add(-off), s.most.Add(off)}
}

// NewDiscord returns a clock that knows nothing yet. wall is the machine's clock, and steady one that never jumps, but
// may say any time. An interaction can be answered within a time.
func NewDiscord(wall, steady func() time.Time, within time.Duration) *Discord {
	return &Discord{wall: wall, steady: steady, within: within, start: steady(), guess: wall().Round(0)}
}

// since returns how long ago the clock was started.
func (c *Discord) since() time.Duration { return c.steady().Sub(c.start) }

// ahead returns by how much the machine's clock is ahead of the steady one.
func (c *Discord) ahead() time.Duration { return c.wall().Round(0).Sub(c.start.Round(0)) - c.since() }

// Now returns Discord's time, as far as it is known.
func (c *Discord) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.guess.Add(c.since())
}

// Known reports whether Discord's time is known well enough for something to fall due. If it is not, Discord is to be
// asked something, as its answers have the time.
func (c *Discord) Known() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known && c.doubt == nil && !(c.dates.known && c.jumped(c.dates))
}

// jumped reports whether the machine's clock has moved against the steady one since something was said.
func (c *Discord) jumped(since said) bool { return (c.ahead() - since.gap).Abs() > jump }

// Confirmed reports whether ids say what time it is.
func (c *Discord) Confirmed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ids.known
}

// Wrong returns by how much the machine's clock is ahead of Discord's, 0 if it is right or that is not known.
func (c *Discord) Wrong() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	off := c.wall().Sub(c.guess.Add(c.since()))
	if !c.known || c.doubt != nil || off.Abs() <= wrong {
		return 0
	}
	return off
}

// Heard takes the header Date of an answer that took some time to come and has come now.
func (c *Discord) Heard(date time.Time, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.since()
	here := span{date.Add(-slack - at), date.Add(time.Second + slack + took - at)}
	if c.jumped(c.ids) && !here.near(c.ids.on(at)) && !here.near(c.dates.on(at)) { // the steady clock stood still
		c.ids = said{}
	}
	c.dates = said{here, at, c.ahead(), true}.with(c.dates)
	machine := c.wall().Add(-at)
	if c.ids.known {
		if c.lies = !here.near(c.ids.on(at)); !c.lies {
			c.ids.gap = c.ahead()
		}
	}
	switch {
	case c.lies && c.ids.known:
	case here.near(span{c.guess, c.guess}):
		c.lies = false
		c.settle(c.dates.span)
	case c.lies:
		c.doubts(at)
	case c.ids.known, here.near(span{machine, machine}), c.doubt != nil && at-*c.doubt >= doubtful:
		c.settle(here.with(c.dates.span))
	default:
		c.doubts(at)
	}
}

// doubts notes that the Dates contradict what is known.
func (c *Discord) doubts(at time.Duration) {
	if c.doubt == nil {
		c.doubt = &at
	}
}

// settle has Discord's time lie in a span, as near as can be to what it was taken to be.
func (c *Discord) settle(in span) {
	switch c.known, c.doubt = true, nil; {
	case c.guess.Before(in.least):
		c.guess = in.least.Add(slack)
	case c.guess.After(in.most):
		c.guess = in.most.Add(-slack)
	}
}

// with adds what was said before.
func (s said) with(before said) said {
	if before.known {
		s.span = s.span.with(before.on(s.at))
	}
	return s
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

// near reports whether two spans of one time do not contradict each other.
func (s span) near(t span) bool {
	return !s.least.After(t.most.Add(wrong)) && !t.least.After(s.most.Add(wrong))
}

// Made takes the id of something that Discord has made no longer than a time before it said so, in an answer that took
// some time to come and has come now. For an interaction that has been answered, that is the time within which that
// has to be.
func (c *Discord) Made(id string, ago, took time.Duration) {
	if made, ok := MadeAt(id); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.made(made, ago+took)
	}
}

// came takes when an interaction was made that has come now. It is sent again at times, so its age is taken
// for a usual one only while nothing else is known. The lock is held.
func (c *Discord) came(made time.Time) {
	if made.Add(delivered).Before(c.guess.Add(c.since())) && c.known && c.doubt == nil {
		return
	}
	c.made(made, delivered)
}

// made notes that something was made no longer ago than a time. The lock is held.
func (c *Discord) made(made time.Time, ago time.Duration) {
	at := c.since()
	here := said{span{made.Add(-slack - at), made.Add(ago + slack - at)}, at, c.ahead(), true}
	if before := c.ids.on(at); c.ids.known && !here.least.After(before.most) && !before.least.After(here.most) {
		here = here.with(c.ids)
	}
	c.ids = here
	dates := c.dates.on(at)
	c.lies = c.dates.known && !dates.near(here.span)
	switch {
	case c.dates.known && !c.lies:
		c.settle(dates.with(here.span))
	case c.guess.Before(here.least) || c.guess.After(here.most): // most things have just been made
		c.settle(span{here.least, here.least.Add(2 * slack)})
	default:
		c.settle(here.span)
	}
}

// Judge says whether the interaction with an id that has come can still be answered, and for how long at least, 0
// unless it is [Fresh]. A sixth of its time is kept for the way of the answer.
func (c *Discord) Judge(id string) (age Age, left time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, ok := MadeAt(id)
	if ok {
		c.came(made)
	}
	if !c.dates.known || !ok {
		return Fresh, c.within
	}
	at := c.since()
	least, most := c.dates.least.Add(at).Sub(made), c.dates.most.Add(at).Sub(made)
	c.right = c.right || most >= 0 && least <= c.within
	switch {
	case c.right && !c.lies && least > c.within && at-c.dates.at <= lately:
		return Dead, 0
	case most > c.within*2/3:
		return Unsure, 0
	}
	return Fresh, min(c.within*5/6-most, c.within)
}

// Near reports whether a moment of Discord's clock may be no further from now than a time.
func (c *Discord) Near(moment time.Time, by time.Duration) bool {
	return slices.ContainsFunc(c.times(), func(now span) bool {
		return !now.least.After(moment.Add(by)) && !now.most.Before(moment.Add(-by))
	})
}

// Past reports whether a moment of Discord's clock is surely longer ago than a time.
func (c *Discord) Past(moment time.Time, by time.Duration) bool {
	return !slices.ContainsFunc(c.times(), func(now span) bool { return !now.least.After(moment.Add(by)) })
}

// times returns what the time at Discord may be: what the Dates say, and what the machine says, until an interaction
// was young by the Dates. Then two witnesses agree. While ids contradict the Dates, what they say counts too.
func (c *Discord) times() (all []span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.since()
	if c.dates.known {
		here := c.dates.on(at)
		all = append(all, span{here.least.Add(at), here.most.Add(at)})
	}
	if !c.dates.known || !c.right {
		here := c.wall()
		all = append(all, span{here, here})
	}
	if c.lies {
		here := c.guess.Add(at)
		all = append(all, span{here, here})
	}
	return all
}

// epoch is when Discord's ids begin, in milliseconds of Unix time.
const epoch = 1420070400000

// MadeAt returns when the thing with an id was made. ok is false for what is no id of Discord's.
func MadeAt(id string) (at time.Time, ok bool) {
	n, err := strconv.ParseUint(id, 10, 64)
	return time.UnixMilli(int64(n>>22) + epoch), err == nil
}

// MadeBefore reports whether the thing with an id was made before a time at Discord, as the id says.
func MadeBefore(id string, t time.Time) bool {
	at, ok := MadeAt(id)
	return ok && at.Before(t)
}
