package commands

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parlour/storage"
)

// A Census is what a store holds, and what waits there to be done.
type Census struct {
	At              time.Time
	Servers, People int             // of whom anything is kept
	Games           map[Sort]int    // the matches that can still change
	Unshown         int             // matches of which the public does not see all for over a minute
	Lines           int             // older messages that should be lines, or gone, by now
	Notices         int             // reminders that were decided and have perhaps not been sent
	Due             map[string]Late // by "match", or the kind of a record; none without anything due
	Processes       int             // that share the store; 0 where a process is alone
	Bytes           int64           // what the store uses, without the free pages of a file
}

// A Sort is matches of one game in one phase.
type Sort struct {
	Game  string
	Phase storage.Phase
}

// A Late is what is due.
type Late struct {
	All, Late int       // Late are those for over a minute
	Oldest    time.Time // since when the first is due
}

// late is how long something is due before a bot that runs has done it, as a rule.
const late = time.Minute

// mostDue is how many records of a kind are counted as due, at most: to read more would not help whoever looks.
const mostDue = 10_000

// aboutToBe is how far ahead a person is looked at whose notices are sent now: the claim of that is shorter.
const aboutToBe = time.Hour

// Count counts what a store has now. It reads no log and no match that is settled, and of records only those that are due and
// people who soon are.
func Count(ctx context.Context, now time.Time, store storage.Movable) (Census, error) {
	c := Census{At: now, Games: map[Sort]int{}, Due: map[string]Late{}}
	for h, err := range store.Unsettled(ctx) {
		if err != nil {
			return c, err
		}
		c.look("match", h.NextCheck)
		if h.Phase.Live() {
			c.Games[Sort{h.Setup.Game, h.Phase}]++
		}
		if !h.FailingSince.IsZero() && now.Sub(h.FailingSince) > late {
			c.Unshown++
		}
		if !h.Overdue.IsZero() {
			c.Lines += len(h.Old)
		}
	}
	records, err := store.RecordCounts(ctx)
	if err != nil {
		return c, err
	}
	c.Servers, c.People = records[storage.Servers.Name()], records[storage.People.Name()]
	for kind := range records {
		due, err := store.DueRecords(ctx, kind, now, mostDue)
		if err != nil {
			return c, err
		}
		for _, r := range due {
			c.look(kind, r.NextCheck)
		}
	}
	people, err := storage.People.Due(ctx, store, now.Add(aboutToBe), mostDue)
	if err != nil {
		return c, err
	}
	for _, p := range people {
		c.Notices += len(p.Outbox)
	}
	if _, shared := store.(storage.Shared); shared {
		fleet, err := storage.Fleets.Get(ctx, store, storage.TheFleet)
		if err != nil {
			return c, err
		}
		for _, m := range fleet.Members {
			if m.Until.After(now) {
				c.Processes++
			}
		}
	}
	c.Bytes, err = store.Size(ctx)
	return c, err
}

// look counts something that must be looked at by a time, if that has come.
func (c *Census) look(what string, at time.Time) {
	if at.IsZero() || at.After(c.At) {
		return
	}
	l := c.Due[what]
	if l.All++; l.Oldest.IsZero() || at.Before(l.Oldest) {
		l.Oldest = at
	}
	if c.At.Sub(at) > late {
		l.Late++
	}
	c.Due[what] = l
}

// Oldest returns for how long the first of all that is due has been so, 0 if nothing is.
func (c Census) Oldest() (most time.Duration) {
	for _, l := range c.Due {
		most = max(most, c.At.Sub(l.Oldest))
	}
	return most
}

// tellStats says what a store has.
func (s *Service) tellStats(ctx context.Context, store storage.Movable) (string, error) {
	c, err := Count(ctx, s.Now(), store)
	if err != nil {
		return "", err
	}
	count := map[string]int{
		"servers with anything kept": c.Servers, "people": c.People, "playing": 0,
		"not shown for over a minute": c.Unshown, "older messages to tidy": c.Lines, "reminders to send": c.Notices,
		"used of the store, in KB": int((c.Bytes + 1023) / 1024),
	}
	for of, n := range c.Games {
		count[string(of.Phase)] += n
		count[string(of.Phase)+": "+of.Game] = n
	}
	for what, l := range c.Due {
		count["due: "+what] = l.All
		if l.Late > 0 {
			count["due for over a minute: "+what] = l.Late
		}
	}
	if _, shared := store.(storage.Shared); shared {
		count["processes"] = c.Processes
	}
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(&b, "%-30s %d\n", what, count[what])
	}
	return b.String(), nil
}
