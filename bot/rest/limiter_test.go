package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"parlour/bot/sandbox/fault"
)

// testLimiter makes a limiter of a process that has all of the application's requests.
func testLimiter(perSecond, pace float64) *limiter {
	return newLimiter(Config{PerSecond: perSecond, Pace: pace, Share: func() float64 { return fifty }, Global: func(time.Duration) {}})
}

// seldom is a rate at which only the first burst of requests goes out.
const seldom = 1.0 / 3600

// In every second the limiter stays within Discord's 50 requests.
func TestFiftyASecond(t *testing.T) {
	t.Parallel()
	c, err := New(Config{Pace: 20})
	if err != nil {
		t.Fatal(err)
	}
	l, began := c.limiter, time.Now()
	n := 0
	for ; l.all.AllowN(began, 1); n++ {
	}
	if !l.all.AllowN(began.Add(time.Second), int(c.PerSecond)-n) { // never allowed if it exceeds burst
		for ; l.all.AllowN(began.Add(time.Second), 1); n++ {
		}
	}
	if most := float64(l.all.Limit()) + float64(l.all.Burst()); most > 50-3 || n > 50-3 {
		t.Errorf("in a second go %v, at once %d, want at most 50 less 3 that were longer on their way", most, n)
	}
}

// No request exceeds the limit of all, except answers: a thousand of them go at once while
// the others would wait for an hour.
func TestLimitOfAll(t *testing.T) {
	t.Parallel()
	d := newDesk(t, func(c *Config) { c.PerSecond, c.Pace = seldom, float64(rate.Inf) })
	for i := range burst {
		if err := d.post(d.ctx, fmt.Sprint("b", i), Normal); err != nil {
			t.Error(err)
		}
	}
	for _, p := range []Priority{Normal, Low, Last} {
		ctx, cancel := context.WithTimeout(d.ctx, 10*time.Millisecond)
		if err := d.post(ctx, "x", p); err == nil {
			t.Errorf("a request of priority %d exceeds the limit", p)
		}
		cancel()
	}
	if n := d.sent(http.MethodPost, "/messages"); n != burst {
		t.Errorf("%d messages went out, want %d", n, burst)
	}
	for range 1000 {
		if err := d.client.limiter.wait(d.ctx, Request{Priority: Exempt}); err != nil {
			t.Fatalf("an answer waits for the limit of all: %v", err)
		}
	}
}

// Each try takes one place of the limits of its priority, and no other.
func TestEachTryWaitsOnce(t *testing.T) {
	t.Parallel()
	for p, want := range map[Priority][2]int{Normal: {1, 0}, Low: {1, 1}, Last: {1, 0}, Exempt: {0, 0}} {
		c := fakeClient(t, Config{}, func(r *http.Request) (*http.Response, error) { return emptyAnswer(r, http.StatusNoContent), nil })
		c.limiter.all, c.limiter.low = rate.NewLimiter(seldom, 100), rate.NewLimiter(seldom, 100)
		if err := c.Do(t.Context(), Request{Method: http.MethodGet, Path: "x", Priority: p}, nil); err != nil {
			t.Error(err)
		}
		taken := func(l *rate.Limiter) int { return 100 - int(l.Tokens()+0.5) }
		if got := [2]int{taken(c.limiter.all), taken(c.limiter.low)}; got != want {
			t.Errorf("a request of priority %d took %d places of all and of Low, want %d", p, got, want)
		}
	}
}

// Normal requests that come after a hundred Low ones go before them all, as fast as the
// limit allows. The Low ones follow, and none goes after its context has ended.
func TestNormalGoesBeforeLow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const perSecond = 45
		l := testLimiter(perSecond, float64(rate.Inf))
		for l.all.Allow() { // uses up the burst
		}
		ctx, end := context.WithCancel(t.Context())
		went := make(chan Priority, 1000)
		var waiting sync.WaitGroup
		start := func(n int, p Priority) {
			for i := range n {
				waiting.Go(func() {
					if l.wait(ctx, Request{Path: fmt.Sprintf("channels/%d", i), Method: fmt.Sprint(p), Priority: p}) == nil {
						went <- p
					}
				})
			}
			synctest.Wait()
		}
		start(100, Low)
		start(perSecond, Normal)
		time.Sleep(time.Second)
		for range perSecond {
			if p := <-went; p != Normal {
				t.Fatalf("one of priority %d goes before all Normal ones have gone", p)
			}
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := len(went); n < perSecond/2 || n > perSecond+burst {
			t.Errorf("in a second of their own %d Low requests went, want about %d", n, perSecond)
		}
		end()
		waiting.Wait()
		if n := len(went); n > perSecond+burst {
			t.Errorf("%d Low requests went, more than there was time for", n)
		}
	})
}

// A limit of all holds everything but answers, one of a route holds that route, and one of
// the network in front of Discord holds everything, answers too.
func TestWhatALimitHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault fault.Fault
		held  []string // buckets
	}{
		{"a route", fault.Fault{Status: 429, Wait: time.Hour}, []string{"post"}},
		{"all", fault.Fault{Status: 429, Wait: time.Hour, Global: true}, []string{"post", "edit", "reminder"}},
		{"the network", fault.Fault{Status: 429, Wait: time.Hour, HTML: true}, []string{"post", "edit", "reminder", "answer"}},
		{"an old message", fault.Fault{Code: 30046, Wait: time.Hour}, nil},
		{"a bad day", fault.Fault{Status: 503, HTML: true}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, func(c *Config) { c.Backoff = time.Hour })
			d.fail(c.fault)
			if err := d.post(d.ctx, "n", Normal); err == nil {
				t.Error("the post went well")
			}
			for name, r := range map[string]Request{
				"post": {Bucket: "post"}, "edit": {Bucket: "edit"},
				"reminder": {Bucket: "post elsewhere", Priority: Low}, "answer": {Bucket: "callback", Priority: Exempt},
			} {
				held := d.client.limiter.heldFor(r) > 50*time.Minute
				if held != slices.Contains(c.held, name) {
					t.Errorf("%s is held: %v", name, held)
				}
				r.Path = name // each has a window of its own
				ctx, cancel := context.WithTimeout(d.ctx, 30*time.Minute)
				if err := d.client.limiter.wait(ctx, r); (err != nil) != held {
					t.Errorf("%s waits with the outcome %v", name, err)
				}
				cancel()
			}
		})
	}
}

// A successful answer that says that its bucket is used up holds the bucket.
func TestUsedUpBucketIsHeld(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.discord.Faults().Limit(postRoute, 3, time.Hour)
	for i := range 3 {
		if err := d.post(d.ctx, fmt.Sprint(i), Normal); err != nil {
			t.Error(err)
		}
	}
	if err := d.post(d.ctx, "n", Normal); err == nil {
		t.Error("the fourth post went well")
	}
	if n := d.sent(http.MethodPost, "/messages"); n != 3 {
		t.Errorf("%d posts went out, want 3: the fourth is known to be refused", n)
	}
	d.channel = d.discord.Channel("lounge")
	if err := d.client.Do(d.ctx, d.message("n", "post elsewhere", Normal), nil); err != nil {
		t.Errorf("a post elsewhere = %v", err)
	}
}

// Holds are forgotten when they are over. A shorter one does not replace a longer one.
func TestHoldsAreForgotten(t *testing.T) {
	t.Parallel()
	l := testLimiter(45, 20)
	for i := range 1000 {
		l.hold(fmt.Sprint(i), -time.Second)
	}
	l.hold("a", time.Hour)
	l.hold("a", time.Minute)
	if len(l.held) != 1 || time.Until(l.held["a"]) < 59*time.Minute {
		t.Errorf("the limiter keeps %d holds, of a for %v, want one of an hour", len(l.held), time.Until(l.held["a"]))
	}
}

// A request that waits for no long limit is refused at once by one, and so is the next of its bucket,
// which is not even sent. A short limit it waits for.
func TestALongLimitRefusesAtOnce(t *testing.T) {
	t.Parallel()
	inPlay(t, Config{}, func(p *play) {
		threads := Request{Method: http.MethodPost, Path: "x", Bucket: "thread", Idempotent: true, Held: 3 * time.Second}
		do := func(wantSent int, refused bool) {
			p.Helper()
			began, before := time.Now(), len(p.at)
			err := p.Do(p.Context(), threads, nil)
			limited := (*Error)(nil)
			if is := errors.As(err, &limited) && limited.Status == http.StatusTooManyRequests; is != refused || (err != nil) != refused {
				p.Errorf("Do = %v, want it refused by a limit: %v", err, refused)
			}
			if took := time.Since(began); took > threads.Held+time.Second || refused && took > 0 {
				p.Errorf("that took %v", took)
			}
			if sent := len(p.at) - before; sent != wantSent {
				p.Errorf("%d requests were sent, want %d", sent, wantSent)
			}
		}
		do(1, true)
		do(0, true)
		time.Sleep(220 * time.Second)
		do(2, false)
	}, "429 219.05", "429 2", "204")
}
