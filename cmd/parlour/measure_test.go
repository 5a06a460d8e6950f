package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/world"
)

// A watch notes how long people waited, by what they did. It is safe for concurrent use.
type watch struct {
	mu   sync.Mutex
	took map[string]spread
}

// aBoard is the kind of what is no answer but the board after a move.
const aBoard = "board after a move"

// note notes a wait.
func (w *watch) note(kind string, began, ended time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.took == nil {
		w.took = map[string]spread{}
	}
	w.took[kind] = append(w.took[kind], ended.Sub(began))
}

// of returns the waits of some kinds or, without any, for all answers.
func (w *watch) of(kinds ...string) (all spread) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for kind, took := range w.took {
		if slices.Contains(kinds, kind) || len(kinds) == 0 && kind != aBoard {
			all = append(all, took...)
		}
	}
	slices.Sort(all)
	return all
}

// rows writes a row for each kind of answer, and how many there were a move.
func (w *watch) rows(table *report, moves float64) {
	for _, kind := range slices.Sorted(maps.Keys(w.took)) {
		took := w.of(kind)
		table.row("  "+kind, "%v; %.2f a move", took, float64(len(took))/moves)
	}
}

// A report is a table of measures.
type report struct {
	*tabwriter.Writer
	text bytes.Buffer
}

func newReport() *report {
	r := &report{}
	r.Writer = tabwriter.NewWriter(&r.text, 0, 0, 2, ' ', 0)
	return r
}

// log writes the report to the log of a test.
func (r *report) log(t *testing.T) {
	r.Flush()
	t.Logf("\n%s", &r.text)
}

func (r *report) row(name, format string, values ...any) {
	fmt.Fprintf(r, name+"\t"+format+"\n", values...)
}

// A spread is a list of durations, ascending.
type spread []time.Duration

// of returns a percentile.
func (s spread) of(percent int) time.Duration { return s[(len(s)*percent-1)/100] }

func (s spread) String() string {
	if len(s) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d; median %.1f ms, 99th percentile %.1f ms, at most %.1f ms", len(s), ms(s.of(50)), ms(s.of(99)), ms(s.of(100)))
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
func mb(bytes float64) float64   { return bytes / 1e6 }

// usage is what a program has used so far.
type usage struct {
	cpu       time.Duration
	allocated float64 // bytes, in all
	resident  float64 // bytes, now
	own       float64 // of these now, bytes that are no pages of a file, which the system takes back when it needs them
	peak      float64 // bytes, the most that were resident
	requests  float64 // to Discord, in all
}

// given counts the addresses of [freeAddress].
var given atomic.Int32

// freeAddress returns an address where nobody listens. Where the machine allows it, it has an IP of its own: so no
// connection to elsewhere begins there, nobody else gets it, and it stays free until it is used.
func freeAddress(t *testing.T) string {
	t.Helper()
	n := given.Add(1)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.%d.%d:0", 1+n/250, 1+n%250))
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// uses reads from a program's metrics, at an address, what it has used. Only Linux says how much was resident at most.
func (c *child) uses(addr string) (u usage) {
	t := c.t
	t.Helper()
	var seconds float64
	told, err := (&http.Client{Timeout: patience}).Get("http://" + addr + "/metrics")
	must(t, err)
	defer told.Body.Close()
	for lines := bufio.NewScanner(told.Body); lines.Scan(); {
		scan(lines.Text(), "process_cpu_seconds_total ", &seconds)
		scan(lines.Text(), "go_memstats_alloc_bytes_total ", &u.allocated)
		scan(lines.Text(), "process_resident_memory_bytes ", &u.resident)
		if rest, ok := strings.CutPrefix(lines.Text(), "parlour_requests_total{"); ok { // of each class and status
			some := 0.0
			fmt.Sscan(rest[strings.LastIndex(rest, " ")+1:], &some)
			u.requests += some
		}
	}
	u.cpu = time.Duration(seconds * float64(time.Second))
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	must(t, err)
	for line := range bytes.Lines(status) {
		scan(string(line), "VmHWM:", &u.peak)
		scan(string(line), "RssAnon:", &u.own)
	}
	u.peak, u.own = 1024*u.peak, 1024*u.own // they are told in kB, of that many bytes
	if u.cpu == 0 || u.allocated == 0 || u.resident == 0 || u.peak == 0 {
		t.Fatalf("the program tells that it has used %+v", u)
	}
	return u
}

// scan parses the number in a line that begins with name.
func scan(line, name string, into *float64) {
	if value, ok := strings.CutPrefix(line, name); ok {
		fmt.Sscan(value, into)
	}
}

// A second counts the requests in seconds that follow each other, as Discord does, and refuses those
// beyond its limit.
type second struct {
	mu    sync.Mutex
	ran   time.Time // what is read now may have come since then
	until time.Time
	in    int // the second that runs
	most  int // requests in a second
	*world.Judge
}

// ranEvery is the pause between two notes that this process runs.
const ranEvery = 20 * time.Millisecond

// run notes that this process runs, until the context ends. The note before the last one counts, so that
// there is time to read what has come while the process stood still.
func (s *second) run(ctx context.Context) {
	for last := time.Now(); world.Rests(ctx, ranEvery); last = time.Now() {
		s.mu.Lock()
		s.ran = last
		s.mu.Unlock()
	}
}

// limitSeconds has a sandbox take so many requests a second as Discord does, whatever its haste. Those that are made
// with the token of an interaction do not count; all are counted by what they are. A second begins when its first
// request may have come: after this process has stood still, many are read at once that came one after the other.
func limitSeconds(t *testing.T, discord *sandbox.Server) *second {
	s := &second{ran: time.Now(), Judge: world.NewJudge(nil)}
	go s.run(t.Context())
	discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if s.Happened(purposeOf(r)); purposeOf(r) == anAnswer {
			return false
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if now := time.Now(); !now.Before(s.until) {
			s.until, s.in = s.ran.Add(time.Second), 0
		}
		s.in++
		if s.most = max(s.most, s.in); s.in <= discordTakes {
			return false
		}
		s.Happened(aRefusal)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-RateLimit-Global", "true")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(w, `{"message":"You are being rate limited.","retry_after":%.3f,"global":true}`, time.Until(s.until).Seconds())
		return true
	})
	return s
}

// The purposes of requests, and what [second] refuses.
const (
	anAnswer = "answers"
	aPost    = "boards"
	anEdit   = "edits of old ones"
	another  = "others"
	aRefusal = "refused"
)

// purposeOf says what a request is for.
func purposeOf(r *http.Request) string {
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/callback"), strings.Contains(path, "/webhooks/"):
		return anAnswer
	case r.Method == http.MethodPost && strings.HasSuffix(path, "/messages"):
		return aPost
	case r.Method == http.MethodPatch:
		return anEdit
	}
	return another
}
