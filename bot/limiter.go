package bot

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A class is what a request is for, and so how soon it may be made.
type class int

// The classes.
const (
	forBoard    class = iota // what a channel is to see, and what must be known for that
	forReminder              // what can wait
	forAnswer                // to an interaction: outside of Discord's limit for all, and so never behind it
)

// How many requests are made in a second, but for answers. Discord takes 50 in all. With
// those that go at once after a pause there are never more in any second.
const (
	perSecond = 45
	burst     = 5
)

// A limiter keeps to Discord's limits. Each request waits by it before each try.
type limiter struct {
	all     *rate.Limiter // of boards and reminders together
	slow    *rate.Limiter // of reminders
	backoff time.Duration // how long a request waits after its first failure, when nobody says how long

	mu   sync.Mutex
	held map[string]time.Time // until when a bucket may not be used; that of "" holds all but answers
}

// newLimiter makes a limiter that lets so many reminders go in a second.
func newLimiter(reminders float64) *limiter {
	return &limiter{
		all:     rate.NewLimiter(perSecond, burst),
		slow:    rate.NewLimiter(rate.Limit(reminders), burst),
		backoff: 250 * time.Millisecond,
		held:    map[string]time.Time{},
	}
}

// wait waits until a request may be made. What it waits for may change meanwhile. It
// returns an error at once when the context ends too soon.
func (l *limiter) wait(ctx context.Context, r route) error {
	for {
		if err := pause(ctx, l.holds(r)); err != nil {
			return fmt.Errorf("wait for Discord's limit: %w", err)
		}
		if err := l.turn(ctx, r.class); err != nil {
			return fmt.Errorf("wait for its turn: %w", err)
		}
		if l.holds(r) <= 0 {
			return nil
		}
	}
}

// turn waits until it is the turn of a request of a class. A board that waits has
// reserved what will be free next, so reminders take what boards leave.
func (l *limiter) turn(ctx context.Context, c class) error {
	switch c {
	case forAnswer:
		return nil
	case forBoard:
		return l.all.Wait(ctx)
	}
	if err := l.slow.Wait(ctx); err != nil {
		return err
	}
	for !l.all.Allow() {
		if err := pause(ctx, time.Second/perSecond); err != nil {
			return err
		}
	}
	return nil
}

// holds is for how long a request is held.
func (l *limiter) holds(r route) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	until := l.held[r.bucket]
	if all := l.held[""]; r.class != forAnswer && all.After(until) {
		until = all
	}
	return time.Until(until)
}

// hold holds a bucket for a while, or all with "". Holds that are over are forgotten, so
// that no more are kept than there are.
func (l *limiter) hold(bucket string, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(l.held, func(_ string, until time.Time) bool { return until.Before(now) })
	if until := now.Add(d); until.After(l.held[bucket]) {
		l.held[bucket] = until
	}
}

// pause waits, and returns an error as soon as the context is done, or at once when it
// would be before the time is over.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return fmt.Errorf("%v is too long: %w", d.Round(time.Millisecond), context.DeadlineExceeded)
	}
	over := time.NewTimer(d)
	defer over.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-over.C:
		return nil
	}
}
