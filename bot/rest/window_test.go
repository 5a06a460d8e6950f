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
)

// A bucketed Discord counts requests as the real one does: so many in a window, whatever their
// order, and it answers after a while.
type bucketed struct {
	per  time.Duration
	most int
	slow func(n int) time.Duration // until the answer to request n

	mu       sync.Mutex
	until    time.Time
	left     int
	sent     int
	refused  int
	together atomic.Int64
	peak     atomic.Int64
}

// RoundTrip counts a request when it arrives, and answers later.
func (b *bucketed) RoundTrip(r *http.Request) (*http.Response, error) {
	b.peak.Store(max(b.peak.Load(), b.together.Add(1)))
	defer b.together.Add(-1)
	b.mu.Lock()
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
		c := bucketClient(t, discord)
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
		took := time.Since(began)
		if discord.refused > 0 || discord.sent != 33 {
			t.Errorf("%d of %d posts were refused, want none of 33", discord.refused, discord.sent)
		}
		if took > 45*time.Second {
			t.Errorf("33 posts took %v, want little more than six windows of 5 s", took)
		}
		if n := discord.peak.Load(); n < 4 {
			t.Errorf("at most %d posts went out together, want all that the bucket takes", n)
		}
	})
}

// bucketClient makes a client of a Discord, with patience for many windows.
func bucketClient(t *testing.T, discord http.RoundTripper) *Client {
	t.Helper()
	return fakeClient(t, Config{Patience: 5 * time.Minute}, discord.RoundTrip)
}

// Two routes of one bucket share what it takes, in each channel apart.
func TestRoutesShareTheirBucket(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		discord := &bucketed{per: time.Minute, most: 3, slow: func(int) time.Duration { return 0 }}
		c := bucketClient(t, discord)
		do := func(method, path string, within time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			return c.Do(ctx, Request{Method: method, Path: path, Bucket: method + path}, nil)
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPost} {
			if err := do(method, "channels/1/messages", time.Second); err != nil {
				t.Fatal(err)
			}
		}
		if err := do(http.MethodPut, "channels/1/messages", time.Second); !errors.Is(err, context.DeadlineExceeded) || discord.sent != 3 {
			t.Errorf("a fourth request of the bucket = %v after %d went out, want it to wait", err, discord.sent)
		}
		if _, known := c.limiter.windows.named["b 2"]; known {
			t.Error("another channel has a window already")
		}
		if err := do(http.MethodPut, "channels/1/messages", 2*time.Minute); err != nil || discord.refused > 0 {
			t.Errorf("in the next window it = %v, and %d were refused", err, discord.refused)
		}
	})
}

// A route whose answers tell of no bucket has no limit.
func TestWithoutBucketsThereIsNoLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // the first try holds the others up for a moment only
		ws, r := newWindows(), Request{Method: http.MethodPost, Path: "channels/1/threads"}
		if !ws.take(r) || ws.take(r) {
			t.Fatal("of a window of which nothing is known not exactly one try goes out")
		}
		ws.answered(r, outcome{status: http.StatusCreated})
		for n := range 100 {
			if !ws.take(r) {
				t.Fatalf("only %d tries go out together", n)
			}
		}
	})
}

// A try whose answer is lost does not block its window, and windows that are over are
// forgotten.
func TestWindowsAreForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ws := newWindows()
		for n := range 1000 {
			r := Request{Method: http.MethodPost, Path: fmt.Sprintf("channels/%d/messages", n)}
			if !ws.take(r) || ws.take(r) {
				t.Fatal("of a window of which nothing is known not exactly one try goes out")
			}
			if n%2 == 0 {
				ws.answered(r, outcome{})
				continue
			}
			ws.answered(r, outcome{status: 200, quota: quota{bucket: "b", limit: 5, left: 4, after: time.Second, ends: 1}})
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
