package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// The load of make load. Without these flags the load is small and nothing is measured.
var (
	loadPeople = flag.Int("load-people", 20, "have `so many` people play, two in each game")
	loadFor    = flag.Duration("load-for", 0, "offer 15 typed moves a second for `so long`, then clicked moves for as long again, and measure; without it 30 of each are offered as fast as they are taken")
)

const (
	fewMoves  = 30 // of each kind
	perSecond = 15 // moves: Discord takes 50 requests a second of a bot, and a move makes two that count
)

// Every move of a crowd, typed or clicked, is made once and shown once, and nothing fails.
// With the flags the test also measures how fast that goes and what it costs.
//
//test:unwatched
func TestLoad(t *testing.T) {
	moves, every, meter := fewMoves, time.Duration(0), meter{}
	if *loadFor > 0 {
		moves, every, meter = max(1, int(loadFor.Seconds()*perSecond)), time.Second/perSecond, newMeter(t)
	} else {
		t.Parallel()
	}
	typed := &phase{name: "typed", how: (*duel).typed}
	clicked := &phase{name: "clicked", how: (*duel).clicked}
	must(t, enough(*loadPeople, 2*moves))
	discord, _ := sandboxWith(t, sandbox.Config{AnswerWithin: time.Minute}) // with Discord's own limits
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute+6**loadFor)
	defer cancel()
	x := load{requests: countRequests(discord), meter: meter}
	store := filepath.Join(t.TempDir(), "parlour.db")
	x.bot = startChild(t, discord, store)
	complaints := x.bot.complaints()

	x.fresh = x.read(t)
	c, err := gather(ctx, discord, *loadPeople)
	must(t, err)
	x.rest(t)
	for _, p := range []*phase{typed, clicked} {
		x.run(t, ctx, c, p, moves, every)
	}
	c.awaitLines(t, ctx)
	x.bot.wantGoodEnd(complaints)
	if n := discord.Limited(); n > 0 && *loadFor > 0 { // on a slow machine requests that left apart may arrive together
		t.Errorf("Discord refused %d requests for its limits, want none", n)
	}
	clicked.requests = x.requests.now().minus(clicked.before)
	c.wantAllMade(t, store, 2*moves)
	c.wantAllShown(t)
	if *loadFor > 0 {
		x.judge(t, len(c.duels), typed, clicked)
	}
}

// complaints gathers the warnings and errors of the program's log until its end.
func (c *child) complaints() <-chan []string {
	all := make(chan []string, 1)
	go func() {
		var bad []string
		for line := range c.said {
			if !strings.Contains(line, "level=INFO") {
				bad = append(bad, line)
			}
		}
		all <- bad
	}()
	return all
}

// wantGoodEnd ends the program, and checks that it has logged no complaints and exits with 0.
func (c *child) wantGoodEnd(complaints <-chan []string) {
	c.t.Helper()
	c.cmd.Process.Signal(syscall.SIGTERM)
	for _, line := range world.Receive(c.t, complaints, "the end of the program") {
		c.t.Error(line)
	}
	if code := c.end(syscall.SIGTERM); code != 0 {
		c.t.Errorf("the exit code is %d, want 0", code)
	}
}

// wantAllMade checks that the store has exactly the moves that the crowd has played.
func (c *crowd) wantAllMade(t *testing.T, file string, moves int) {
	t.Helper()
	store := openedStore(t, file)
	defer store.Close()
	made := 0
	for _, d := range c.duels {
		var log []games.Move
		for _, live := range []bool{true, false} {
			heads, err := store.OfPlayer(t.Context(), d.seats[0].ID(), live, storage.All)
			must(t, err)
			for _, head := range heads {
				match, err := store.Get(t.Context(), head.ID)
				must(t, err)
				for _, e := range match.Log {
					log = append(log, e.Move)
				}
			}
		}
		made += len(log)
		if !slices.Equal(log, d.log) {
			t.Errorf("of %s the store has %v, want %v", d.names[0], log, d.log)
		}
	}
	if made != moves {
		t.Errorf("%d moves were made, want %d", made, moves)
	}
}

// wantAllShown checks that each move has one board, which asks the player to move, and that each
// board but the last has become the line of its move. The first, which says who moves first, is gone
// if both players had moved before there was room for its line.
func (c *crowd) wantAllShown(t *testing.T) {
	t.Helper()
	for _, d := range c.duels {
		all := bottest.Public(d.seats[0].Sees(d.thread))
		gone := len(d.log) + 1 - len(all)
		if gone < 0 || gone > 1 || gone == 1 && len(d.log) < 2 {
			t.Errorf("after %d moves %s sees %d boards", len(d.log), d.names[0], len(all))
		}
		for i, m := range all {
			n := i + gone
			asked := d.names[n%2 : n%2+1]
			if n == 0 {
				asked = d.names[:]
			}
			if n < len(d.log) && !slices.Equal(m.Pings, asked) {
				t.Errorf("board %d of %s asks %v", n, d.names[0], m.Pings)
			}
			line := len(m.Rows)+len(m.Attachments) == 0 && (n == 0 || strings.HasPrefix(m.Content, fmt.Sprintf("%d\\. ", n)))
			if live := i == len(all)-1; live == line {
				t.Errorf("board %d of %d of %s says %q with %v", n, len(all), d.names[0], m.Content, bottest.Labels(m))
			}
		}
	}
}

// A tally counts requests by their purpose.
type tally struct{ answers, boards, edits, others int64 }

// minus returns the number of requests since an earlier tally.
func (n tally) minus(before tally) tally {
	return tally{n.answers - before.answers, n.boards - before.boards, n.edits - before.edits, n.others - before.others}
}

// counted returns the number of requests that count towards Discord's limit for a second.
func (n tally) counted() int64 { return n.boards + n.edits + n.others }

// A counter counts requests as they come.
type counter struct{ answers, boards, edits, others atomic.Int64 }

func (c *counter) now() tally {
	return tally{c.answers.Load(), c.boards.Load(), c.edits.Load(), c.others.Load()}
}

// countRequests counts the requests of the bot from now on.
func countRequests(discord *sandbox.Server) *counter {
	c := &counter{}
	discord.Intercept(func(_ http.ResponseWriter, r *http.Request) bool {
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/callback"), strings.Contains(path, "/webhooks/"):
			c.answers.Add(1)
		case r.Method == http.MethodPost && strings.HasSuffix(path, "/messages"):
			c.boards.Add(1)
		case r.Method == http.MethodPatch:
			c.edits.Add(1)
		default:
			c.others.Add(1)
		}
		return false
	})
	return c
}
