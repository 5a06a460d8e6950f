package rest

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/sandbox/fault"
)

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
				r := Request{Path: fmt.Sprintf("channels/%d", i), Method: "x", Priority: Priority(i % 2)}
				if err := l.wait(t.Context(), r); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				went = append(went, time.Now())
			})
		}
		type span struct {
			from  time.Time
			share int
		}
		var spans []span
		for _, s := range []int{4, 46, 15, 0, 23, 1, 50, 2, 0, 46} {
			share.Store(int64(s))
			spans = append(spans, span{time.Now(), s})
			if err := l.wait(t.Context(), Request{Priority: Exempt}); err != nil {
				t.Errorf("with a share of %d an answer waits: %v", s, err)
			}
			time.Sleep(2500 * time.Millisecond)
		}
		waiting.Wait()
		for i, from := range went {
			n, most := 0, 0
			for _, at := range went[i:] {
				if at.Before(from.Add(time.Second)) {
					n++
				}
			}
			for k, s := range spans {
				ends := k == len(spans)-1 || !spans[k+1].from.Before(from) // at the same instant it may have gone before
				if ends && s.from.Before(from.Add(time.Second)) {
					most = max(most, s.share)
				}
				if s.share == 0 && from.After(s.from) && (k == len(spans)-1 || spans[k+1].from.After(from)) {
					t.Errorf("a request went after %v, without a share", from.Sub(went[0]))
				}
			}
			if n > most {
				t.Fatalf("in the second after %v went %d requests, with a share of %d", from.Sub(went[0]), n, most)
			}
		}
	})
}

// With each share the rate and the burst stay within it, some being 60 ms longer on their way.
func TestRateOfShare(t *testing.T) {
	for share := 0.0; share <= fifty; share += 0.25 {
		perSecond, most := rateOf(share, 44)
		if in := 1.06*perSecond + float64(most); perSecond > 0 && in > share+1e-9 {
			t.Errorf("with a share of %v go up to %v", share, in)
		}
		if share >= 2 && perSecond < 0.4 {
			t.Errorf("with a share of %v go only %v", share, perSecond)
		}
	}
}

// A limit for the application is told, and no other. A request that does not wait for as long is refused
// at once, though the process has no share meanwhile.
func TestGlobalLimitIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		fault fault.Fault
		want  int
	}{
		"all":         {fault.Fault{Status: 429, Wait: time.Hour, Global: true}, 1},
		"a route":     {fault.Fault{Status: 429, Wait: time.Hour}, 0},
		"the network": {fault.Fault{Status: 429, Wait: time.Hour, HTML: true}, 0},
	} {
		told := 0
		d := newDesk(t, func(c *Config) {
			c.Share = func() float64 { return float64(1-told) * fifty }
			c.Global = func(wait time.Duration) {
				if told++; wait < 50*time.Minute {
					t.Errorf("%s: it is told for %v", name, wait)
				}
			}
		})
		d.fail(c.fault)
		if err := d.post(d.ctx, "n", Normal); err == nil || told != c.want {
			t.Errorf("%s: the post ends with %v, and %d were told, want %d", name, err, told, c.want)
		}
		if held := d.client.limiter.heldFor(Request{}); told > 0 && held < 50*time.Minute {
			t.Errorf("%s: the next request is held for %v, want for what Discord has said", name, held)
		}
		if n := d.sent(http.MethodPost, "/messages"); n != 1 {
			t.Errorf("%s: %d posts went out, want 1", name, n)
		}
	}
}

// A request that waits with next to no share goes as soon as the share is a real one, of whatever
// priority, and is not told that it would wait for minutes.
func TestWaitingSeesTheNewShare(t *testing.T) {
	for _, p := range []Priority{Normal, Low} {
		synctest.Test(t, func(t *testing.T) {
			var raised atomic.Bool
			l := testLimiter(44, 20)
			l.of = func() float64 {
				if raised.Load() {
					return 46
				}
				return 1.01
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			time.AfterFunc(5*time.Second, func() { raised.Store(true) })
			began := time.Now()
			for i := range 2 { // the first may have a place already
				if err := l.wait(ctx, Request{Path: fmt.Sprintf("channels/%d", i), Method: "x", Priority: p}); err != nil {
					t.Fatalf("after %v: %v", time.Since(began), err)
				}
			}
			if took := time.Since(began); took < 5*time.Second || took > 10*time.Second {
				t.Errorf("requests of priority %v waited for %v, want five seconds and a little", p, took)
			}
		})
	}
}
