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

// wantFull checks that a request of [Last] priority was refused because it finds no place.
func wantFull(t *testing.T, what string, err error) {
	t.Helper()
	var full *Error
	if !errors.As(err, &full) || full.Status != http.StatusTooManyRequests {
		t.Errorf("%s = %v, want status 429", what, err)
	}
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
		apart := func(p Priority) Request { // each has a window of its own
			return Request{Method: fmt.Sprint(p), Path: fmt.Sprintf("channels/%d", made.Add(1)), Priority: p}
		}
		for range 4 {
			waiting.Go(func() {
				for {
					placed, err := l.room(ctx)
					if err != nil {
						return
					}
					if err := l.wait(placed, apart(Last)); err != nil {
						t.Errorf("with a place a Last request = %v", err)
					}
					last <- time.Now()
				}
			})
		}
		for range 10 * busy {
			began := time.Now()
			if err := l.wait(ctx, apart(Normal)); err != nil || time.Since(began) > 0 {
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

// While a Normal or a Low request waits for a place, and while a limit of Discord's holds its
// bucket or all requests, a Last one is refused at once and is not sent.
func TestLastWaitsForNothing(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]func(l *limiter){
		"its bucket": func(l *limiter) { l.hold("b", time.Hour) },
		"all":        func(l *limiter) { l.hold(all, time.Hour) },
		"everything": func(l *limiter) { l.hold(everything, time.Hour) },
		"a request":  func(l *limiter) { l.waiting.Add(1) },
		"few places": func(l *limiter) {
			for range burst - lastLeaves {
				l.all.Allow()
			}
		},
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
				waiting.Go(func() { _ = l.wait(t.Context(), Request{Path: fmt.Sprintf("channels/%d", i), Priority: p}) })
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

// A Last request that Discord answers with a limit is not made again by itself.
func TestALimitRefusesLast(t *testing.T) {
	t.Parallel()
	inPlay(t, Config{}, func(p *play) {
		edit := Request{Method: http.MethodPatch, Path: "x", Bucket: "edit", Priority: Last}
		began := time.Now()
		for range 2 {
			wantFull(p.T, "an edit", p.Do(p.Context(), edit, nil))
		}
		if took := time.Since(began); len(p.at) != 1 || took > 0 {
			p.Errorf("%d edits were sent within %v, want one at once", len(p.at), took)
		}
	}, "429 0.5")
}

// A limit of the network in front of Discord that does not say for how long holds everything for a while.
func TestALimitWithoutATime(t *testing.T) {
	t.Parallel()
	inPlay(t, Config{}, func(p *play) {
		ctx, cancel := context.WithTimeout(p.Context(), time.Second)
		defer cancel()
		post := Request{Method: http.MethodPost, Path: "x", Bucket: "post", Idempotent: true}
		if err := p.Do(ctx, post, nil); err == nil {
			p.Error("the post went well")
		}
		answer := Request{Method: http.MethodPost, Path: "interactions/1/t/callback", Bucket: "callback", Priority: Exempt, Idempotent: true}
		began := time.Now()
		if err := p.Do(p.Context(), answer, nil); err != nil {
			p.Error(err)
		}
		if took := time.Since(began); len(p.at) != 2 || took < refusedFor-time.Second || took > refusedFor {
			p.Errorf("the answer went after %v with %d requests in all, want it to wait for what is left of %v", took, len(p.at), refusedFor)
		}
	}, "429 <html>1015</html>", "204")
}
