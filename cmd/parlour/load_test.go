package main

import (
	"bytes"
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
	"text/tabwriter"
	"time"

	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/storage/bolt"
)

// The load of make load. Without these flags the load is small and nothing is measured.
var (
	loadPeople = flag.Int("load-people", 20, "have `so many` people play, two in each game")
	loadFor    = flag.Duration("load-for", 0, "offer 15 moves a second for `so long` and measure; without it 60 are offered as fast as they are taken")
)

const (
	fewMoves     = 60
	perSecond    = 15                     // moves: Discord takes 50 requests a second of a bot, and a move makes two that count
	answerWithin = 3 * time.Second        // Discord's, for an answer
	goal         = 300 * time.Millisecond // for 99 answers in 100
)

// Every move of a crowd is made once and shown once, and nothing fails. With the flags
// the test also measures how fast that goes and what it costs.
func TestLoad(t *testing.T) {
	moves, every, meter := fewMoves, time.Duration(0), meter{}
	if *loadFor > 0 {
		moves, every, meter = int(loadFor.Seconds()*perSecond), time.Second/perSecond, newMeter(t)
	} else {
		t.Parallel()
	}
	discord, _ := startSandbox(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute+3**loadFor)
	defer cancel()
	requests := countRequests(discord)
	store := filepath.Join(t.TempDir(), "parlour.db")
	bot := startChild(t, discord, store)
	complaints := bot.complaints()

	x := load{games: *loadPeople / 2, fresh: meter.read(t, bot)}
	c, err := gather(ctx, discord, *loadPeople)
	if err != nil {
		t.Fatal(err)
	}
	x.begun, x.before = meter.read(t, bot), requests.now()
	if x.moves, err = c.play(ctx, moves, every); err != nil {
		t.Fatal(err)
	}
	x.done = meter.read(t, bot)
	bot.cmd.Process.Signal(syscall.SIGTERM) // and so the old buttons of the last boards are taken off
	for _, line := range receive(t, complaints, "the end of the program") {
		t.Error(line)
	}
	if code := bot.end(syscall.SIGTERM); code != 0 {
		t.Errorf("the exit code is %d, want 0", code)
	}
	x.after = requests.now()
	c.wantAllMade(t, store, moves)
	c.wantAllShown(t)
	if *loadFor > 0 {
		x.judge(t)
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

// wantAllMade checks that the store has exactly the moves that the crowd has played.
func (c *crowd) wantAllMade(t *testing.T, file string, moves int) {
	t.Helper()
	store, err := bolt.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	made := 0
	for _, d := range c.duels {
		var log []games.Move
		for _, live := range []bool{true, false} {
			heads, err := store.OfPlayer(t.Context(), d.seats[0].ID(), live)
			if err != nil {
				t.Fatal(err)
			}
			for _, head := range heads {
				match, err := store.Get(t.Context(), head.ID)
				if err != nil {
					t.Fatal(err)
				}
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

// wantAllShown checks that each move has one board, which asks the player to move.
func (c *crowd) wantAllShown(t *testing.T) {
	t.Helper()
	for _, d := range c.duels {
		all := boards(d.seats[0].Sees(d.thread))
		if len(all) != len(d.log)+1 {
			t.Errorf("after %d moves %s sees %d boards", len(d.log), d.names[0], len(all))
		}
		for n, m := range all {
			if n < len(d.log) && !slices.Equal(m.Pings, d.names[n%2:n%2+1]) {
				t.Errorf("board %d of %s asks %v", n, d.names[0], m.Pings)
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

// A load has all that was measured of a crowd.
type load struct {
	games         int
	moves         []timedMove
	fresh         usage // before there was a game
	begun         usage // before the first of the moves that are measured
	done          usage
	before, after tally
}

// judge prints the table, and compares it with the goal.
func (x *load) judge(t *testing.T) {
	t.Helper()
	answered := x.took(func(a timedMove) time.Time { return a.answered })
	shown := x.took(func(a timedMove) time.Time { return a.shown })
	first, last := x.moves[0].due, slices.MaxFunc(x.moves, func(a, b timedMove) int { return a.shown.Compare(b.shown) }).shown
	moves, lasted := float64(len(x.moves)), max(*loadFor, last.Sub(first))
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	row := func(name, format string, values ...any) { fmt.Fprintf(table, name+"\t"+format+"\n", values...) }
	row("crowd", "%d people in %d games, %v", 2*x.games, x.games, *loadFor)
	row("moves", "%d offered, %d a second; %d made, %.1f a second", len(x.moves), perSecond, len(x.moves), moves/lasted.Seconds())
	row("click to answer", "%v", answered)
	row("click to board", "%v", shown)
	p99 := answered.of(99)
	row("of Discord's 3 s", "1/%.0f, and 1/%.0f of the goal of %v (click to answer, 99th percentile)", answerWithin.Seconds()/p99.Seconds(), goal.Seconds()/p99.Seconds(), goal)
	n := x.after.minus(x.before)
	row("requests a move", "%.2f: %.2f answers, %.2f boards, %.2f edits of old ones, %.2f others; %.1f a second count towards Discord's 50",
		float64(n.answers+n.counted())/moves, float64(n.answers)/moves, float64(n.boards)/moves, float64(n.edits)/moves, float64(n.others)/moves,
		float64(n.counted())/lasted.Seconds())
	cpu := x.done.cpu - x.begun.cpu
	row("CPU a move", "%.1f ms, in all %.0f %% of one core", ms(cpu)/moves, 100*cpu.Seconds()/lasted.Seconds())
	row("memory a move", "%.2f MB allocated, %.1f kB more resident", mb(x.done.allocated-x.begun.allocated)/moves, 1000*mb(x.done.resident-x.begun.resident)/moves)
	row("memory", "%.0f MB resident before the first game, %.0f MB with all of them (%.0f kB a game), %.0f MB at the end, %.0f MB at most",
		mb(x.fresh.resident), mb(x.begun.resident), 1000*mb(x.begun.resident-x.fresh.resident)/float64(x.games), mb(x.done.resident), mb(x.done.peak))
	table.Flush()
	t.Logf("\n%s", &text)
	if p99 > goal {
		t.Errorf("the 99th percentile from click to answer is %v, want at most %v", p99, goal)
	}
	if most := answered[len(answered)-1]; most > answerWithin {
		t.Errorf("an answer took %v, for which Discord waits %v", most, answerWithin)
	}
}

// A spread is a list of durations, ascending.
type spread []time.Duration

// took returns, for all moves, the time from when a move was due until something.
func (x *load) took(until func(timedMove) time.Time) (all spread) {
	for _, a := range x.moves {
		all = append(all, until(a).Sub(a.due))
	}
	slices.Sort(all)
	return all
}

// of returns a percentile.
func (s spread) of(percent int) time.Duration { return s[(len(s)*percent-1)/100] }

func (s spread) String() string {
	return fmt.Sprintf("median %.1f ms, 99th percentile %.1f ms, at most %.1f ms", ms(s.of(50)), ms(s.of(99)), ms(s[len(s)-1]))
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
func mb(bytes float64) float64   { return bytes / 1e6 }
