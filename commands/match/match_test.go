package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A trace names the functions of the panic and none of their values, not even a length.
func TestTraceHasNoValues(t *testing.T) {
	var trace string
	func() {
		defer func() { _ = recover(); trace = Trace() }()
		panicWith("hushed", 17)
	}()
	if !strings.Contains(trace, "panicWith\n") || !strings.Contains(trace, "match_test.go:") || strings.Contains(trace, "0x") || strings.Contains(trace, "hushed") {
		t.Errorf("the trace has values, or does not name the function that panicked:\n%s", trace)
	}
}

//go:noinline
func panicWith(text string, number int) { panic(text[number:]) }

// A table or a game that a moderator closes ends once, without a result, and a new message tells it. The
// name of the moderator is kept only if they play there.
func TestCloseKeepsNoNameOfAStranger(t *testing.T) {
	ann, mo := storage.Player{ID: "ann", Name: "Ann"}, storage.Player{ID: "mo", Name: "Mo"}
	for _, c := range []struct {
		phase storage.Phase
		rules int
		by    storage.Player
		name  string
	}{{storage.Open, 0, mo, ""}, {storage.Playing, 1, mo, ""}, {storage.Playing, 1, ann, "Ann"}} {
		m := &Match{}
		m.Phase, m.Setup, m.Players = c.phase, games.Setup{Rules: c.rules}, []storage.Player{ann}
		if err := m.Close(c.by); err != nil || m.Phase != storage.Off || m.Ended != Moderated || m.EndedBy != c.name || m.Desired.Post != 1 {
			t.Errorf("%s closes it: %v; it is %s, %q by %q, want it closed by %q and told once", c.by.Name, err, m.Phase, m.Ended, m.EndedBy, c.name)
		}
		if err := m.Close(c.by); err == nil || m.Desired.Post != 1 {
			t.Errorf("it is closed twice (%v)", err)
		}
	}
}

// A direct message that asked for a bid of an earlier turn, and could not be taken away yet, is seen to soon, also
// while the game waits for somebody. One of the turn waits with it.
func TestOldDirectMessagesAreSeenTo(t *testing.T) {
	for turn, want := range map[int]bool{2: true, 3: false} {
		var head storage.Head
		head.Phase, head.Live.Turn = storage.Playing, 3
		head.Asked = []storage.Direct{{Player: "ann", Turn: turn, Channel: "direct", Message: "m"}}
		if at := NextCheck(head, noon); at.Equal(noon.Add(Lease)) != want {
			t.Errorf("with a message of turn %d on a board of turn 3 the next check is at %v, want it when a lease ends: %v", turn, at, want)
		}
	}
}

// A board that is shown where it was pressed keeps whom it notified, so that it is not deleted before
// they have acted. One that nobody had noted may have notified everybody.
func TestAShownBoardKeepsWhomItNotified(t *testing.T) {
	for message, want := range map[string][]string{"old": {"ann"}, "live": {"ben"}, "call": {"ann", "ben"}, "unknown": {"ann", "ben"}} {
		m := &Match{Turn: 3}
		m.Setup.Rules, m.Plies, m.Desired.Post, m.Published.Post = 1, 3, 4, 3
		m.Players = []storage.Player{{ID: "ann"}, {ID: "Parlour", Level: "easy"}, {ID: "ben"}}
		m.Old = []storage.Board{{Message: "old", Turn: 1, Pinged: []string{"ann"}}, {Message: "call", Call: true}}
		m.Live = storage.Board{Message: "live", Turn: 2, Pinged: []string{"ben"}}
		head := m.Head
		ShownIn(&head, m, message)
		if head.Live.Message != message || !slices.Equal(head.Live.Pinged, want) {
			t.Errorf("the board is %+v, want that message %s notified %v", head.Live, message, want)
		}
	}
}

// A press on the message that calls the opener to the table is no press on the table.
func TestACallIsNotTheTable(t *testing.T) {
	for message, want := range map[string]string{"call": "table", "unknown": "unknown"} {
		m := &Match{}
		m.Guest, m.Phase, m.Table = true, storage.Open, "table"
		m.Old = []storage.Board{{Message: "call", Call: true}}
		if m.PressedOn(message); m.Table != want {
			t.Errorf("after a press on message %s the table is %s, want %s", message, m.Table, want)
		}
		for place, is := range map[string]bool{"call": true, want: true, "another": false} {
			if m.ShowsTable(place) != is {
				t.Errorf("that message %s is at the table is %v, want %v", place, !is, is)
			}
		}
	}
}

// A table that is moved is still to be posted for the first time; a game gets another message.
func TestMove(t *testing.T) {
	for phase, want := range map[storage.Phase]int{storage.Open: 1, storage.Playing: 2} {
		m := &Match{}
		m.Phase, m.Home, m.Channel, m.Thread, m.Desired.Post, m.FailingSince = phase, "games", "thread", true, 1, noon
		m.MoveTo(storage.Place{Home: "lounge"})
		if m.Home != "lounge" || m.Channel != "lounge" || m.Thread || m.Desired.Post != want || !m.FailingSince.IsZero() {
			t.Errorf("a match of phase %v is moved to %+v, want message %d", phase, m.Head, want)
		}
	}
}

// A channel in which nothing was found is looked at again once a publication was refused here, or after a
// minute, as it may have been refused in another process.
func TestLooks(t *testing.T) {
	var l ChannelLooks
	due := func(when string, after time.Duration, want bool) int {
		t.Helper()
		n, got := l.Due("games", noon.Add(after))
		if got != want {
			t.Errorf("%s a look is due: %v, want %v", when, got, want)
		}
		return n
	}
	l.Clean("games", due("at first", 0, true), noon)
	due("after a look", time.Minute-1, false)
	due("after a minute", time.Minute, true)
	l.Refused()
	n := due("after a refusal", 0, true)
	l.Refused()
	l.Clean("games", n, noon)
	due("after a refusal during the look", 0, true)
	if _, elsewhere := l.Due("lounge", noon); !elsewhere {
		t.Error("a channel that was never looked at is not due")
	}
}

// A server is on the shard that Discord's formula says, and direct messages are on the first.
func TestWhereAServerIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guild string
		of    int
		want  int
	}{
		{"41771983423143937", 1, 0}, {"41771983423143937", 2, 0}, {"41771983423143937", 16, 6},
		{"1100000000000000010", 4, 3}, {"1100000000004195304", 4, 0}, {"1100000000000000010", 16, 3},
		{"", 16, 0}, {"games", 16, 0},
	} {
		for n := range c.of {
			if has := (Shard{n, c.of}).Has(c.guild); has != (n == c.want) {
				t.Errorf("shard %d/%d has the server %q: %v, want it on %d", n, c.of, c.guild, has, c.want)
			}
		}
	}
}

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

// A lock is held under its name alone, and several are held at once.
func TestLocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l Locks
		var unlock []func()
		for n := range 1000 {
			unlock = append(unlock, l.Lock(fmt.Sprint(n)))
		}
		entered := false
		go func() {
			defer l.Lock("other", "7", "other")()
			entered = true
		}()
		synctest.Wait()
		if entered {
			t.Error("a lock is held twice")
		}
		for _, free := range unlock {
			free()
		}
		synctest.Wait()
		if !entered || len(l.byName) > 0 {
			t.Errorf("a lock that is free is held: %v, %d are left", entered, len(l.byName))
		}
	})
}
