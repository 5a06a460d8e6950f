package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
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
			var l lanes
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
						leave, err := l.enter(ctx, words[1], width, words[3] != "")
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
			if len(l.byName) > 0 {
				t.Errorf("%s: %d lanes are left", what, len(l.byName))
			}
		})
	}
}

// cache keeps things within its bound, forgets first the one that was used longest ago, and keeps no
// failure.
func TestCache(t *testing.T) {
	t.Parallel()
	var k cache
	made := 0
	const script = "a 5 => 1, a 5 => 1, b 5 => 2, a 5 => 2, c 0 => 3, a 5 => 3, b 5 => 4, huge 11 => 5, huge 11 => 6, d - => 7, d - => 8"
	for step := range strings.SplitSeq(script, ", ") {
		var key, part string
		var want int
		if _, err := fmt.Sscanf(step, "%s %s => %d", &key, &part, &want); err != nil {
			t.Fatal(err)
		}
		tenths, broken := strconv.Atoi(part)
		size := max(tenths*maxCached/10, 10)
		data, err := k.Get(key, func() ([]byte, error) {
			made++
			return slices.Repeat([]byte(key[:1]), size), broken
		})
		if err != broken || broken == nil && (len(data) != size || data[0] != key[0]) || made != want || k.bytes > maxCached {
			t.Errorf("%s: %d bytes, %v, and %d were made, of which %d bytes are kept", step, len(data), err, made, k.bytes)
		}
	}
	for n := range 100 {
		_, _ = k.Get(fmt.Sprint(n), func() ([]byte, error) { return make([]byte, maxCached/10), nil })
	}
	if k.bytes > maxCached || len(k.byKey) != k.oldest.Len() || len(k.byKey) > 10 {
		t.Errorf("%d things with %d bytes are kept, want at most 10 with %d", len(k.byKey), k.bytes, maxCached)
	}
}
