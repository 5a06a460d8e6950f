package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
)

// The rush of make rush. Without these flags it is short, and times are printed but not judged.
var (
	rushPeople = flag.Int("rush-people", 20, "have `so many` people play, two in each game")
	rushFor    = flag.Duration("rush-for", 0, "offer 40 typed moves a second for `so long`, and judge how long boards take; without it for two seconds")
)

const (
	rushPerSecond  = 40              // moves: each has a board and, in the end, a line
	discordTakes   = 50              // requests a second that are not made with an interaction's token
	rushWithin     = time.Second     // for 99 boards in 100
	linesWithin    = 3 * time.Minute // after the last move, for every old board
	linesLookEvery = 50 * time.Millisecond
)

// Forty moves a second are offered, and Discord takes 50 requests a second. Every move is made and
// shown, no request is refused, and in the end every old board is a line. With the flags 99 boards in
// 100 come within a second.
//
//test:unwatched
func TestRush(t *testing.T) {
	lasts, limits := *rushFor, sandbox.Config{AnswerWithin: time.Minute} // Discord's own
	if lasts == 0 {
		t.Parallel()
		lasts, limits.Haste = 2*time.Second, scriptHaste // a few games post more than their channels take
	}
	moves := int(lasts.Seconds() * rushPerSecond)
	must(t, enough(*rushPeople, moves))
	discord, _ := sandboxWith(t, limits)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute+2*lasts)
	defer cancel()
	seconds := limitSeconds(t, discord)
	store := filepath.Join(t.TempDir(), "parlour.db")
	bot := startChild(t, discord, store)
	complaints := bot.complaints()
	c, err := gather(ctx, discord, *rushPeople)
	must(t, err)
	c.awaitLines(t, ctx)
	before := seconds.now()
	p := &phase{name: "typed"}
	if p.moves, err = c.play(ctx, (*duel).typed, moves, time.Second/rushPerSecond); err != nil {
		t.Fatal(err)
	}
	ended, left := time.Now(), c.oldBoards()
	c.awaitLines(t, ctx)
	took := time.Since(ended)
	bot.wantGoodEnd(complaints)
	c.wantAllMade(t, store, moves)
	c.wantAllShown(t)
	played := p.moves[len(p.moves)-1].shown.Sub(p.moves[0].due).Seconds()
	after := seconds.now()
	t.Logf("%d people in %d games; %d moves offered, %d a second; %d made, %.1f a second\nclick to answer   %v\nclick to board    %v\nrequests          %d counted, at most %d in a second; %d refused\nlines             %d of %d old boards were left at the end, all were lines %.1f s later",
		*rushPeople, len(c.duels), moves, rushPerSecond, len(p.moves), float64(moves)/played, p.took(""), p.shown(),
		after.counted-before.counted, after.most, after.refused, left, moves, took.Seconds())
	if n := discord.Limited(); n > 0 && *rushFor > 0 { // on a slow machine requests that left apart may arrive together
		t.Errorf("Discord refused %d requests for its other limits, want none", n)
	}
	if after.refused > 0 && *rushFor > 0 {
		t.Errorf("%d requests exceeded the limit of %d a second", after.refused, discordTakes)
	}
	if took > linesWithin && *rushFor > 0 {
		t.Errorf("old boards were lines after %v, want %v", took, linesWithin)
	}
	if p99 := p.shown().of(99); *rushFor > 0 && p99 > rushWithin {
		t.Errorf("the 99th percentile from the last click to the board is %v, want at most %v", p99, rushWithin)
	}
}

// oldBoards returns how many boards are neither the newest of their game nor a line.
func (c *crowd) oldBoards() (n int) {
	for _, d := range c.duels {
		all := bottest.Public(d.seats[0].Sees(d.thread))
		for _, m := range all[:max(0, len(all)-1)] {
			if len(m.Rows)+len(m.Attachments) > 0 {
				n++
			}
		}
	}
	return n
}

// awaitLines waits until every old board is a line.
func (c *crowd) awaitLines(t *testing.T, ctx context.Context) {
	t.Helper()
	for {
		left := c.oldBoards()
		if left == 0 {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%d old boards are no lines yet", left)
		case <-time.After(linesLookEvery):
		}
	}
}

// A second counts the requests in seconds that follow each other, as Discord does, and refuses those
// beyond its limit.
type second struct {
	mu    sync.Mutex
	ran   time.Time // what is read now may have come since then
	until time.Time
	in    int // the second that runs
	requests
}

// ranEvery is the pause between two notes that this process runs.
const ranEvery = 20 * time.Millisecond

// run notes that this process runs, until the context ends. The note before the last one counts, so that
// there is time to read what has come while the process stood still.
func (s *second) run(ctx context.Context) {
	for last := time.Now(); rests(ctx, ranEvery); last = time.Now() {
		s.mu.Lock()
		s.ran = last
		s.mu.Unlock()
	}
}

// requests are how many requests counted, how many there were in a second at most, and how many
// were refused.
type requests struct{ counted, most, refused int }

// now returns what was counted so far.
func (s *second) now() requests {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// limitSeconds has a sandbox take so many requests a second as Discord does, whatever its haste. Those
// that are made with the token of an interaction do not count. A second begins when its first request may have
// come: after this process has stood still, many are read at once that came one after the other.
func limitSeconds(t *testing.T, discord *sandbox.Server) *second {
	s := &second{ran: time.Now()}
	go s.run(t.Context())
	discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/callback") || strings.Contains(r.URL.Path, "/webhooks/") {
			return false
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if now := time.Now(); !now.Before(s.until) {
			s.until, s.in = s.ran.Add(time.Second), 0
		}
		s.in++
		s.counted, s.most = s.counted+1, max(s.most, s.in)
		if s.in <= discordTakes {
			return false
		}
		s.refused++
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-RateLimit-Global", "true")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(w, `{"message":"You are being rate limited.","retry_after":%.3f,"global":true}`, time.Until(s.until).Seconds())
		return true
	})
	return s
}
