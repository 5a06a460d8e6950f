package match

import (
	"fmt"
	"testing"

	"parlour/games"
	"parlour/storage"
)

// position is a State that is only a number.
type position struct {
	games.State
	n int
}

// plain returns a match with a log of plies, of which all have been replayed.
func plain(id string, plies int) *Match {
	m := &Match{Match: storage.Match{Head: storage.Head{ID: id}}, State: position{n: plies}}
	m.Setup = games.Setup{Game: "toy", Rules: 1, Seats: 2, Options: map[string]string{"size": "9"}}
	for n := range plies {
		entry := storage.Entry{Ply: games.Ply{Seat: games.Seat(n % 2), Move: games.Move(fmt.Sprint(n))}}
		m.Log = append(m.Log, entry)
		m.steps = append(m.steps, Step{Entry: entry, Before: position{n: n}, After: position{n: n + 1}})
	}
	return m
}

// The cache returns the known steps at the beginning of a log. It returns nothing if the setup
// or one of these plies is another.
func TestCacheKnown(t *testing.T) {
	for name, c := range map[string]struct {
		plies  int
		change func(*Match)
		want   int // steps; -1 if nothing is known
	}{
		"the same log":        {5, func(*Match) {}, 5},
		"a longer log":        {8, func(*Match) {}, 5},
		"an earlier log":      {3, func(*Match) {}, 3},
		"no plies":            {0, func(*Match) {}, 0},
		"another match":       {5, func(m *Match) { m.ID = "other" }, -1},
		"another ply":         {5, func(m *Match) { m.Log[2].Move = "another" }, -1},
		"another seat":        {5, func(m *Match) { m.Log[2].Seat = 1 }, -1},
		"another ply after":   {8, func(m *Match) { m.Log[6].Move = "another" }, 5},
		"another option":      {5, func(m *Match) { m.Setup.Options["size"] = "16" }, -1},
		"another seed":        {5, func(m *Match) { m.Setup.Seed[0]++ }, -1},
		"other rules":         {5, func(m *Match) { m.Setup.Rules = 2 }, -1},
		"another head around": {5, func(m *Match) { m.Version, m.TurnTime = 7, 1 }, 5},
	} {
		var cache cache
		cache.put(plain("m", 5))
		m := plain("m", c.plies)
		c.change(m)
		start, steps := cache.known(m)
		if (start == nil) != (c.want < 0) || len(steps) != max(c.want, 0) {
			t.Errorf("%s: known = %v and %d steps, want %d steps", name, start, len(steps), c.want)
		}
		if start != nil && start != (position{n: 0}) {
			t.Errorf("%s: known starts at %v, want the first position", name, start)
		}
	}
}

// kept returns the number of matches in a cache and checks the bookkeeping of its size.
func (c *cache) kept(t *testing.T) int {
	t.Helper()
	total := 0
	for e := c.oldest.Front(); e != nil; e = e.Next() {
		known := e.Value.(*cached)
		if c.byID[known.id] != e {
			t.Fatalf("match %s is in the list and not in the index", known.id)
		}
		total += len(known.steps)
	}
	if total != c.total || len(c.byID) != c.oldest.Len() {
		t.Fatalf("the cache counts %d steps of %d matches, and has %d of %d", c.total, len(c.byID), total, c.oldest.Len())
	}
	if c.oldest.Len() > 1 && total+c.oldest.Len() > maxCachedSteps {
		t.Fatalf("the cache keeps %d steps of %d matches, want at most %d together", total, c.oldest.Len(), maxCachedSteps)
	}
	return c.oldest.Len()
}

// The cache drops the matches that were used longest ago, and no more of them than it must.
func TestCacheForgetsTheOldest(t *testing.T) {
	const steps = 1000
	const fit = maxCachedSteps / (steps + 1)
	var c cache
	for i := range fit {
		c.put(plain(fmt.Sprint(i), steps))
	}
	if n := c.kept(t); n != fit {
		t.Fatalf("%d matches are kept, want all %d", n, fit)
	}
	c.put(plain("0", steps/2)) // and so it is the newest
	c.put(plain("0", steps))
	if start, _ := c.known(plain("1", steps)); start == nil { // and so it is used
		t.Fatal("match 1 is not known")
	}
	c.put(plain("new", steps))
	for id, want := range map[string]bool{"0": true, "1": true, "2": false, "3": true, "new": true} {
		if start, _ := c.known(plain(id, steps)); (start != nil) != want {
			t.Errorf("match %s is known: %v, want %v", id, start != nil, want)
		}
	}
	if n := c.kept(t); n != fit {
		t.Errorf("%d matches are kept, want %d", n, fit)
	}
	c.put(plain("huge", 2*maxCachedSteps))
	if n := c.kept(t); n != 1 {
		t.Errorf("%d matches are kept beside one that is larger than the cache, want none", n-1)
	}
	c.put(plain("small", 1))
	if start, _ := c.known(plain("huge", 1)); start != nil || c.kept(t) != 1 {
		t.Error("the match that is larger than the cache stays")
	}
}

// Open tables, of which the cache keeps only the version, are bounded too.
func TestCacheForgetsVersions(t *testing.T) {
	var c cache
	for i := range maxCachedSteps + 100 {
		c.note(storage.Head{ID: fmt.Sprint(i), Version: i + 1})
	}
	if n := c.kept(t); n != maxCachedSteps {
		t.Errorf("%d versions are kept, want %d", n, maxCachedSteps)
	}
	last := maxCachedSteps + 99
	if got := c.version(fmt.Sprint(last)); got != last+1 {
		t.Errorf("the newest version is %d, want %d", got, last+1)
	}
	if got := c.version("0"); got != 0 {
		t.Errorf("the oldest version is %d, want it forgotten", got)
	}
	c.note(storage.Head{ID: fmt.Sprint(last), Version: 3})
	if got := c.version(fmt.Sprint(last)); got != last+1 {
		t.Errorf("after an older version was noted the newest is %d, want %d", got, last+1)
	}
}
