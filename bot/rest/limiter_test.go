package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

// testLimiter makes a limiter of a process that has all of the application's requests.
func testLimiter(perSecond, pace float64) *limiter {
	return newLimiter(Config{PerSecond: perSecond, Pace: pace, Share: func() float64 { return fifty }, Global: func(time.Duration) {}})
}

// seldom is a rate at which only the first burst of requests goes out.
const seldom = 1.0 / 3600

// apart returns the nth request of a priority. Each has a window of its own.
func apart(n int, p Priority) Request {
	return Request{Method: fmt.Sprint(p), Path: fmt.Sprintf("channels/%d", n), Priority: p}
}

// wantFull checks that a request was refused because it finds no place.
func wantFull(t *testing.T, what string, err error) {
	t.Helper()
	if refusalOf(err) != http.StatusTooManyRequests {
		t.Errorf("%s = %v, want status 429", what, err)
	}
}

// No request exceeds the limit of all, except answers: a thousand of them go at once while
// the others would wait for an hour.
func TestLimitOfAll(t *testing.T) {
	t.Parallel()
	l := testLimiter(seldom, float64(rate.Inf))
	for n := range burst {
		if err := l.wait(t.Context(), apart(n, Normal)); err != nil {
			t.Error(err)
		}
	}
	for _, p := range []Priority{Normal, Low, Last} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if err := l.wait(ctx, apart(burst, p)); err == nil {
			t.Errorf("a request of priority %d exceeds the limit", p)
		}
		cancel()
	}
	for range 1000 {
		if err := l.wait(t.Context(), Request{Priority: Exempt}); err != nil {
			t.Fatalf("an answer waits for the limit of all: %v", err)
		}
	}
}

// Each try takes one place of the limits of its priority, and no other.
func TestEachTryWaitsOnce(t *testing.T) {
	t.Parallel()
	for p, want := range map[Priority][2]int{Normal: {1, 0}, Low: {1, 1}, Last: {1, 0}, Exempt: {0, 0}} {
		inPlay(t, Config{}, "204", func(c *play) {
			c.limiter.all, c.limiter.low = rate.NewLimiter(seldom, 100), rate.NewLimiter(seldom, 100)
			if err := c.Do(c.Context(), Request{Method: http.MethodGet, Path: "x", Priority: p}, nil); err != nil {
				t.Error(err)
			}
			taken := func(l *rate.Limiter) int { return 100 - int(l.Tokens()+0.5) }
			if got := [2]int{taken(c.limiter.all), taken(c.limiter.low)}; got != want {
				t.Errorf("a request of priority %d took %d places of all and of Low, want %d", p, got, want)
			}
		})
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
					if l.wait(ctx, apart(i, p)) == nil {
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
// the network in front of Discord holds everything, answers too, for a while if it does not say for how long. A limit for
// the application is told, and no other. Holds are forgotten when they are over.
func TestWhatALimitHolds(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"429 1h":        "post 1h0m0s ",
		"429 1h global": "answer 0s edit 1h0m0s post 1h0m0s reminder 1h0m0s told",
		"429 1h html":   "answer 1h0m0s edit 1h0m0s post 1h0m0s reminder 1h0m0s ",
		"429 html":      "answer 10s edit 10s post 10s reminder 10s ",
		"429 30046 1h":  "",
		"503 html":      "",
	} {
		told := ""
		share := fifty
		inPlay(t, Config{Backoff: time.Hour, Share: func() float64 { return share }, Global: func(wait time.Duration) {
			if share, told = 0, "told"; wait != time.Hour {
				t.Errorf("%s: it is told for %v", script, wait)
			}
		}}, script, func(p *play) {
			ctx, cancel := context.WithTimeout(p.Context(), time.Second)
			defer cancel()
			if err := p.Do(ctx, Request{Method: http.MethodPost, Path: "x", Bucket: "post"}, nil); err == nil || len(p.at) != 1 {
				t.Errorf("after %s the post = %v after %d tries", script, err, len(p.at))
			}
			got := ""
			for _, r := range []Request{{Path: "answer", Priority: Exempt}, {Path: "edit"}, {Path: "post", Bucket: "post"}, {Path: "reminder", Priority: Low}} {
				held := p.limiter.heldFor(r)
				if held > 0 || told != "" {
					got += fmt.Sprintf("%s %v ", r.Path, max(held, 0))
				}
				if err := p.limiter.wait(ctx, r); (err != nil) != (held > 0) {
					t.Errorf("after %s %s waits with the outcome %v", script, r.Path, err)
				}
			}
			if got+told != want {
				t.Errorf("after %s are held: %q, want %q", script, got+told, want)
			}
		})
	}
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
// which is not even sent. A short limit it waits for. A Last one waits for none.
func TestALongLimitRefusesAtOnce(t *testing.T) {
	t.Parallel()
	inPlay(t, Config{}, "429 219.05s / 429 2s / 204 / 429 500ms", func(p *play) {
		threads := Request{Method: http.MethodPost, Path: "x", Bucket: "thread", Idempotent: true, Held: 3 * time.Second}
		edit := Request{Method: http.MethodPatch, Path: "y", Bucket: "edit", Priority: Last}
		for _, c := range []struct {
			after   time.Duration
			r       Request
			sent    int
			refused bool
		}{{0, threads, 1, true}, {0, threads, 0, true}, {220 * time.Second, threads, 2, false}, {0, edit, 1, true}, {0, edit, 0, true}} {
			time.Sleep(c.after)
			began, before := time.Now(), len(p.at)
			err := p.Do(p.Context(), c.r, nil)
			if is := refusalOf(err) == http.StatusTooManyRequests; is != c.refused || (err != nil) != c.refused {
				p.Errorf("Do = %v, want it refused by a limit: %v", err, c.refused)
			}
			if took := time.Since(began); took > c.r.Held+time.Second || c.refused && took > 0 {
				p.Errorf("that took %v", took)
			}
			if sent := len(p.at) - before; sent != c.sent {
				p.Errorf("%d requests were sent, want %d", sent, c.sent)
			}
		}
	})
}

// Beside Normal requests that come forty times a second, Last ones take what is left and delay none.
// When the others are done, Last ones go as fast as the limit allows.
func TestLastTakesWhatIsLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const perSecond, busy = 44, 40
		l := testLimiter(perSecond, 20)
		ctx, end := context.WithCancel(t.Context())
		var waiting sync.WaitGroup
		last := make(chan time.Time, 1000)
		var made atomic.Int64
		for range 4 {
			waiting.Go(func() {
				for {
					placed, err := l.room(ctx)
					if err != nil {
						return
					}
					if err := l.wait(placed, apart(int(made.Add(1)), Last)); err != nil {
						t.Errorf("with a place a Last request = %v", err)
					}
					last <- time.Now()
				}
			})
		}
		for range 10 * busy {
			began := time.Now()
			if err := l.wait(ctx, apart(int(made.Add(1)), Normal)); err != nil || time.Since(began) > 0 {
				t.Fatalf("a Normal request waits %v (%v), want none to wait for Last ones", time.Since(began), err)
			}
			time.Sleep(time.Second / busy)
		}
		if n := len(last); n < 10*(perSecond-busy)-burst || n > 10*(perSecond-busy)+burst {
			t.Errorf("beside %d requests a second, %d Last ones went in ten seconds, want about %d", busy, n, 10*(perSecond-busy))
		}
		before := len(last)
		time.Sleep(10 * time.Second)
		if n := len(last) - before; n < 10*perSecond*9/10 || n > 10*perSecond+burst {
			t.Errorf("alone, %d Last requests went in ten seconds, want about %d", n, 10*perSecond)
		}
		end()
		waiting.Wait()
	})
}

// Beside others, Spare requests take a tenth of what these leave, and delay none.
func TestSpareTakesATenthOfWhatIsLeft(t *testing.T) {
	t.Parallel()
	for busy, want := range map[int]int{0: 44, 22: 22, 40: 4} {
		synctest.Test(t, func(t *testing.T) {
			l := testLimiter(44, 20)
			ctx, end := context.WithCancel(t.Context())
			var waiting sync.WaitGroup
			var spare, made atomic.Int64
			for range 4 {
				waiting.Go(func() {
					for l.wait(ctx, apart(int(made.Add(1)), Spare)) == nil {
						spare.Add(1)
					}
				})
			}
			for range 10 * max(busy, 1) {
				began := time.Now()
				if err := l.wait(ctx, apart(int(made.Add(1)), Normal)); err != nil || time.Since(began) > 0 {
					t.Fatalf("a Normal request waits %v (%v), want none to wait for Spare ones", time.Since(began), err)
				}
				time.Sleep(time.Second / time.Duration(max(busy, 1)))
			}
			if n := int(spare.Load()); n < want-2 || n > want+2 {
				t.Errorf("beside %d requests a second, %d Spare ones went in ten seconds, want about %d", busy, n, want)
			}
			end()
			waiting.Wait()
		})
	}
}

// While a Normal or a Low request waits for a place, and while a limit of Discord's holds its
// bucket or all requests, a Last one is refused at once and is not sent.
func TestLastWaitsForNothing(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]func(l *limiter){
		"its bucket": func(l *limiter) { l.hold("b", time.Hour) },
		"all":        func(l *limiter) { l.hold(all, time.Hour) },
		"everything": func(l *limiter) { l.hold(everything, time.Hour) },
		"a request":  func(l *limiter) { l.waiting.Add(1) },
		"few places": func(l *limiter) { l.all.AllowN(time.Now(), burst-lastLeaves) },
	} {
		synctest.Test(t, func(t *testing.T) {
			l := testLimiter(45, 20)
			hold(l)
			wantFull(t, "held up by "+name+", a Last request", l.wait(t.Context(), Request{Bucket: "b", Priority: Last}))
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			if _, err := l.room(ctx); (err == nil) != (name == "its bucket") {
				t.Errorf("held up by %s, the wait for room ends with %v", name, err)
			}
		})
	}
	for _, p := range []Priority{Normal, Low} {
		synctest.Test(t, func(t *testing.T) {
			l := testLimiter(45, 1000)
			var waiting sync.WaitGroup
			for i := range 50 {
				waiting.Go(func() { _ = l.wait(t.Context(), apart(i, p)) })
			}
			synctest.Wait()
			wantFull(t, fmt.Sprintf("beside 50 requests of priority %d, a Last request", p), l.wait(t.Context(), Request{Priority: Last}))
			waiting.Wait()
			time.Sleep(time.Second)
			if err := l.wait(t.Context(), Request{Priority: Last}); err != nil {
				t.Errorf("after them a Last request = %v", err)
			}
		})
	}
}

// However the share of a process changes while hundreds of requests wait, in no second more go out than the
// largest share of that second, none without a share, and all go in the end. Answers wait for nothing.
func TestShareHoldsWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var share atomic.Int64
		l := testLimiter(44, 20)
		l.of = func() float64 { return float64(share.Load()) }
		var mu sync.Mutex
		var went []time.Time
		var waiting sync.WaitGroup
		for i := range 600 {
			waiting.Go(func() {
				if err := l.wait(t.Context(), apart(i, Priority(i%2))); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				went = append(went, time.Now())
			})
		}
		const lasts = 2500 * time.Millisecond
		began, shares := time.Now(), []int{4, 46, 15, 0, 23, 1, 50, 2, 0, 46}
		for _, s := range shares {
			share.Store(int64(s))
			if err := l.wait(t.Context(), Request{Priority: Exempt}); err != nil {
				t.Errorf("with a share of %d an answer waits: %v", s, err)
			}
			time.Sleep(lasts)
		}
		waiting.Wait()
		at := func(since time.Duration) int { return shares[min(max(0, int(since/lasts)), len(shares)-1)] }
		for i, from := range went {
			n, since := 0, from.Sub(began)
			for n < len(went)-i && went[i+n].Sub(from) < time.Second {
				n++
			}
			// at the same instant as a change it may have gone before that
			if most := max(at(since-1), at(since+time.Second-1)); n > most || at(since-1) == 0 && since%lasts > 0 {
				t.Fatalf("in the second after %v went %d requests, with a share of %d", since, n, most)
			}
		}
	})
}

// With each share the rate and the burst stay within it, some being 60 ms longer on their way.
func TestRateOfShare(t *testing.T) {
	c, err := New(Config{Pace: 20})
	if err != nil {
		t.Fatal(err)
	}
	for share := 0.0; share <= fifty; share += 0.25 {
		perSecond, most := rateOf(share, c.PerSecond)
		if in := 1.06*perSecond + float64(most); perSecond > 0 && in > share+1e-9 {
			t.Errorf("with a share of %v go up to %v", share, in)
		}
		if share >= 2 && perSecond < 0.4 {
			t.Errorf("with a share of %v go only %v", share, perSecond)
		}
	}
}

// A request that waits with next to no share goes as soon as the share is a real one, of whatever
// priority, and is not told that it would wait for minutes.
func TestWaitingSeesTheNewShare(t *testing.T) {
	for _, p := range []Priority{Normal, Low} {
		synctest.Test(t, func(t *testing.T) {
			l, began := testLimiter(44, 20), time.Now()
			l.of = func() float64 {
				if time.Since(began) >= 5*time.Second {
					return 46
				}
				return 1.01
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			for i := range 2 { // the first may have a place already
				if err := l.wait(ctx, apart(i, p)); err != nil {
					t.Fatalf("after %v: %v", time.Since(began), err)
				}
			}
			if took := time.Since(began); took < 5*time.Second || took > 10*time.Second {
				t.Errorf("requests of priority %v waited for %v, want five seconds and a little", p, took)
			}
		})
	}
}

// A bucketed Discord counts requests as the real one does: so many in a window, whatever their
// order, and it answers after a while.
type bucketed struct {
	per  time.Duration
	most int
	slow func(n int) time.Duration // until the answer to request n

	mu                                  sync.Mutex
	until                               time.Time
	left, sent, refused, together, peak int
}

// RoundTrip counts a request when it arrives, and answers later.
func (b *bucketed) RoundTrip(r *http.Request) (*http.Response, error) {
	b.mu.Lock()
	b.together++
	b.peak = max(b.peak, b.together)
	now := time.Now()
	if !now.Before(b.until) {
		b.until, b.left = now.Add(b.per), b.most
	}
	b.sent++
	status, n := http.StatusNoContent, b.sent
	if b.left == 0 {
		status, b.refused = http.StatusTooManyRequests, b.refused+1
	}
	b.left = max(0, b.left-1)
	answer := emptyAnswer(r, status)
	for name, value := range map[string]any{
		"Limit": b.most, "Remaining": b.left, "Bucket": "b", "Reset-After": b.until.Sub(now).Seconds(),
		"Reset": fmt.Sprintf("%.3f", float64(b.until.UnixMilli())/1000),
	} {
		answer.Header.Set("X-RateLimit-"+name, fmt.Sprint(value))
	}
	b.mu.Unlock()
	time.Sleep(b.slow(n))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.together--
	return answer, nil
}

// Of 33 posts that come at once, Discord refuses none: as many go out as a bucket takes, and
// the others wait for its next window. The answers come in another order than the posts.
func TestNothingIsRefusedByABucket(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		discord := &bucketed{per: 5 * time.Second, most: 5, slow: func(n int) time.Duration {
			return scouting - time.Duration(1+n%5)*scouting/6
		}}
		c := fakeClient(t, Config{Patience: 5 * time.Minute}, discord.RoundTrip)
		began := time.Now()
		var all sync.WaitGroup
		for range 33 {
			all.Go(func() {
				if err := c.Do(t.Context(), Request{Method: http.MethodPost, Path: "channels/1/messages", Bucket: "post 1"}, nil); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); discord.refused > 0 || discord.sent != 33 || discord.peak < 4 || took > 45*time.Second {
			t.Errorf("%d of %d posts were refused, up to %d went together, and all took %v; want none of 33, all that the bucket takes, and little more than six windows",
				discord.refused, discord.sent, discord.peak, took)
		}
	})
}

// Two routes of one bucket share what it takes, in each channel apart.
func TestRoutesShareTheirBucket(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		discord := &bucketed{per: time.Minute, most: 3, slow: func(int) time.Duration { return 0 }}
		c := fakeClient(t, Config{Patience: 5 * time.Minute}, discord.RoundTrip)
		do := func(method string, within time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			return c.Do(ctx, Request{Method: method, Path: "channels/1/messages", Bucket: method}, nil)
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPost} {
			if err := do(method, time.Second); err != nil {
				t.Fatal(err)
			}
		}
		if err := do(http.MethodPut, time.Second); !errors.Is(err, context.DeadlineExceeded) || discord.sent != 3 {
			t.Errorf("a fourth request of the bucket = %v after %d went out, want it to wait", err, discord.sent)
		}
		elsewhere := Request{Method: http.MethodPut, Path: "channels/2/messages", Bucket: "elsewhere"}
		if _, known := c.limiter.windows.named["b 2"]; known || !c.limiter.windows.take(elsewhere) || c.limiter.heldFor(elsewhere) > 0 {
			t.Error("a request in another channel waits too")
		}
		if err := do(http.MethodPut, 2*time.Minute); err != nil || discord.refused > 0 {
			t.Errorf("in the next window it = %v, and %d were refused", err, discord.refused)
		}
	})
}

// Of a window of which nothing is known one try goes out. A route whose answers tell of no bucket has no limit then. A
// try whose answer is lost does not block its window, and windows that are over are forgotten.
func TestWindowsAreForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // the first try holds the others up for a moment only
		ws := newWindows()
		first := func(path string, answer outcome) {
			t.Helper()
			r := Request{Method: http.MethodPost, Path: path}
			if !ws.take(r) || ws.take(r) {
				t.Fatal("of a window of which nothing is known not exactly one try goes out")
			}
			ws.answered(r, answer)
		}
		first("channels/1/threads", outcome{status: http.StatusCreated})
		for n := range 100 {
			if !ws.take(Request{Method: http.MethodPost, Path: "channels/1/threads"}) {
				t.Fatalf("only %d tries go out together", n)
			}
		}
		ws = newWindows()
		for n := range 1000 {
			answer := outcome{}
			if n%2 == 1 {
				answer = outcome{status: 200, quota: quota{bucket: "b", limit: 5, left: 4, after: time.Second, ends: 1}}
			}
			first(fmt.Sprintf("channels/%d/messages", n), answer)
			delete(ws.limits, "POST channels/#/messages") // so that the next is unknown too
		}
		time.Sleep(2 * time.Second)
		ws.take(Request{Method: http.MethodGet, Path: "users/@me"})
		if len(ws.shares) > 1 || len(ws.named) > 0 {
			t.Errorf("%d shares and %d windows are kept", len(ws.shares), len(ws.named))
		}
	})
}

// In a window that is used up, a Last request is refused at once, and so is one that does not wait so long.
func TestAUsedUpWindowRefusesAtOnce(t *testing.T) {
	t.Parallel()
	ws, r := newWindows(), Request{Method: http.MethodPost, Path: "channels/1/messages"}
	ws.take(r)
	ws.answered(r, outcome{status: 200, quota: quota{bucket: "b", limit: 5, after: time.Hour, ends: 1}})
	last, held := r, r
	last.Priority, held.Held = Last, time.Second
	wantFull(t, "a Last request", ws.await(t.Context(), last))
	wantFull(t, "one that waits for a second", ws.await(t.Context(), held))
}
