package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands"
	"parlour/commands/think"
	"parlour/imaging"
)

// laneScripts say when requests enter lanes of a width, leave them or give up, and how each of them is then.
var laneScripts = map[string]string{
	"as many requests are in a lane at once as it is wide, in the order in which they come, and other lanes are free": `
		1 ann 1 => 1 in
		2 ann 1 => 1 in, 2 waits
		3 ann 1 => 1 in, 2 waits, 3 waits
		4 ben 1 => 1 in, 2 waits, 3 waits, 4 in
		1 leaves => 2 in, 3 waits, 4 in
		4 leaves => 2 in, 3 waits
		2 leaves => 3 in
		3 leaves =>`,
	"a wider lane has room for more": `
		1 ann 2 => 1 in
		2 ann 2 => 1 in, 2 in
		3 ann 2 => 1 in, 2 in, 3 waits
		4 ann 2 => 1 in, 2 in, 3 waits, 4 waits
		2 leaves => 1 in, 3 in, 4 waits
		1 leaves => 3 in, 4 in
		3 leaves => 4 in
		4 leaves =>`,
	"a newer request takes the place of the older one that waits, and not of the one under way": `
		1 ann 1 overtakes => 1 in
		2 ann 1 overtakes => 1 in, 2 waits
		3 ann 1 overtakes => 1 in, 2 overtaken, 3 waits
		4 ann 1 overtakes => 1 in, 2 overtaken, 3 overtaken, 4 waits
		1 leaves => 2 overtaken, 3 overtaken, 4 in
		4 leaves => 2 overtaken, 3 overtaken`,
	"a wait ends with its context": `
		1 ann 1 => 1 in
		2 ann 1 => 1 in, 2 waits
		2 cancelled => 1 in, 2 cancelled
		1 leaves => 2 cancelled`,
}

// Requests take turns in lanes, and nothing is left of these.
func TestLanes(t *testing.T) {
	t.Parallel()
	for what, script := range laneScripts {
		synctest.Test(t, func(t *testing.T) {
			type request struct {
				is     string
				leave  func()
				cancel context.CancelFunc
			}
			l := newTurns()
			var all [5]*request
			for line := range strings.Lines(strings.TrimSpace(script)) {
				does, want, told := strings.Cut(strings.TrimSpace(line), " =>")
				words := append(strings.Fields(does), "", "", "")
				n, bad := strconv.Atoi(words[0])
				width, enters := strconv.Atoi(words[2])
				if bad != nil || !told {
					t.Fatalf("%s: a script has no such line: %s", what, line)
				}
				switch r := all[n]; {
				case words[1] == "leaves":
					r.leave()
					r.is = ""
				case words[1] == "cancelled":
					r.cancel()
				case enters == nil && (words[3] == "" || words[3] == "overtakes"):
					r = &request{is: "waits"}
					var ctx context.Context
					ctx, r.cancel = context.WithCancel(t.Context())
					all[n] = r
					go func() {
						leave, err := l.enter(ctx, think.Asker{Person: words[1]}, commands.Lane{Width: width, Overtakes: words[3] != ""})
						switch r.leave = leave; {
						case errors.Is(err, errOvertaken):
							r.is = "overtaken"
						case errors.Is(err, context.Canceled):
							r.is = "cancelled"
						case err == nil:
							r.is = "in"
						}
					}()
				default:
					t.Fatalf("%s: a script has no such line: %s", what, line)
				}
				synctest.Wait()
				var now []string
				for n, r := range all {
					if r != nil && r.is != "" {
						now = append(now, fmt.Sprint(n, " ", r.is))
					}
				}
				if got := strings.Join(now, ", "); got != strings.TrimSpace(want) {
					t.Errorf("%s: after %s: %s, want %s", what, does, got, want)
				}
			}
			if len(l.lanes)+l.taken+len(l.waiting) > 0 || !l.order.Empty() {
				t.Errorf("%s: %v, %d places and %d requests are left, or somebody is not forgotten", what, l.lanes, l.taken, len(l.waiting))
			}
		})
	}
}

// A thousand requests of one server wait, each of another person. One of another server is the next to begin, and then
// one of the thousand again. A request that mostly waits takes no place.
func TestServersTakeTurns(t *testing.T) {
	t.Parallel()
	l := newTurns()
	l.places = 1
	var all []*turn
	asks := func(server, person string, patient bool) {
		all = append(all, newTurn(think.Asker{Server: server, Person: person}, commands.Lane{Width: 1, Patient: patient}))
		l.add(all[len(all)-1])
	}
	for n := range 1000 {
		asks("A", fmt.Sprint(n), false)
	}
	if asks("A", "patient", true); len(all[1000].goes) == 0 {
		t.Error("a request that mostly waits has no turn, as all places are taken")
	}
	l.leave(all[1000])
	all = slices.Delete(all, 1000, 1001)
	asks("B", "ann", false)
	asks("", "ben", false) // in a direct message
	var order []string
	for range all {
		i := slices.IndexFunc(all, func(w *turn) bool { return len(w.goes) > 0 })
		if i < 0 {
			t.Fatalf("after %d requests none is under way", len(order))
		}
		<-all[i].goes
		order = append(order, all[i].by.Server+" "+all[i].by.Person)
		if slices.ContainsFunc(all, func(w *turn) bool { return len(w.goes) > 0 }) {
			t.Fatalf("two requests have the one place: %q and another", order[len(order)-1])
		}
		l.leave(all[i])
	}
	if want := []string{"A 0", "B ann", " ben", "A 1", "A 2"}; !slices.Equal(order[:5], want) {
		t.Errorf("%d began, first %q, want %q", len(order), order[:5], want)
	}
}

// Somebody who asks for much more than others has one request under way at a time, with rests between, though there is
// room. Others begin at once meanwhile, and so does that person when nobody else is there, or when it is forgotten.
func TestGreedyPeopleWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTurns()
		waits := func(person string, takes time.Duration) (waited time.Duration) {
			came := time.Now()
			leave, err := l.enter(t.Context(), think.Asker{Server: "A", Person: person}, commands.Lane{Width: 2})
			if err != nil {
				t.Error(err)
			}
			waited = time.Since(came)
			time.Sleep(takes)
			leave()
			return waited
		}
		want := func(who string, takes, want time.Duration) {
			t.Helper()
			if got := waits(who, takes); got != want {
				t.Errorf("a request of %s waits for %v, want %v", who, got, want)
			}
		}
		want("mal", time.Second, 0)
		want("mal", time.Second, 0) // nobody else is there
		want("ann", 10*time.Millisecond, 0)
		want("mal", time.Second, 0)
		want("mal", 0, lineRests*(time.Second+eachMore))
		want("ann", 10*time.Millisecond, 0)
		var all sync.WaitGroup
		waited := make([]time.Duration, 2)
		for n := range waited { // the line has one place, though the lane has two
			all.Go(func() { waited[n] = waits("mal", time.Second) })
			synctest.Wait()
		}
		want("ann", 10*time.Millisecond, 0)
		all.Wait()
		if rest := lineRests*eachMore - 10*time.Millisecond; waited[0] != rest || waited[1] != rest+time.Second+lineRests*(time.Second+eachMore) {
			t.Errorf("two requests of mal at once wait for %v", waited)
		}
		time.Sleep(2 * time.Minute)
		want("ann", 10*time.Millisecond, 0)
		want("mal", 10*time.Millisecond, 0)
		want("mal", 10*time.Millisecond, 0)
	})
}

// cache keeps things within its bound, forgets first the one that was used longest ago, and keeps no
// failure.
func TestCache(t *testing.T) {
	t.Parallel()
	var k cache
	made, room := 0, imaging.Room()
	const script = "a 5 => 1, a 5 => 1, b 5 => 2, a 5 => 2, c 0 => 3, a 5 => 3, b 5 => 4, huge 11 => 5, huge 11 => 6, d - => 7, d - => 8"
	for step := range strings.SplitSeq(script, ", ") {
		var key, part string
		var want int
		if _, err := fmt.Sscanf(step, "%s %s => %d", &key, &part, &want); err != nil {
			t.Fatal(err)
		}
		tenths, broken := strconv.Atoi(part)
		size := max(tenths*room/10, 10)
		data, err := k.Get(key, func() ([]byte, error) {
			made++
			return slices.Repeat([]byte(key[:1]), size), broken
		})
		if err != broken || broken == nil && (len(data) != size || data[0] != key[0]) || made != want || k.bytes > room {
			t.Errorf("%s: %d bytes, %v, and %d were made, of which %d bytes are kept", step, len(data), err, made, k.bytes)
		}
	}
	for n := range 100 {
		_, _ = k.Get(fmt.Sprint(n), func() ([]byte, error) { return make([]byte, room/10), nil })
	}
	if k.bytes > room || len(k.byKey) != k.oldest.Len() || len(k.byKey) > 10 {
		t.Errorf("%d things with %d bytes are kept, want at most 10 with %d", len(k.byKey), k.bytes, room)
	}
}

// Where the collector keeps to 64 MB, two of them are kept at most. The test is not parallel, as it has the whole
// process keep to that.
func TestCacheIsSmallWhereMemoryIs(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	var k cache
	for n := range 5 {
		_, _ = k.Get(fmt.Sprint(n), func() ([]byte, error) { return make([]byte, 1<<20), nil })
	}
	if k.bytes != 2<<20 {
		t.Errorf("%d bytes are kept, want two of 1 MB", k.bytes)
	}
}
