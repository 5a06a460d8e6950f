package rest

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Priority says how soon a request may be made.
type Priority int

const (
	Normal Priority = iota // as soon as Discord's limits allow
	Low                    // paced, and after all that are Normal
	Last                   // at once if nothing else waits and there is room, else refused: see [Client.Room]
	Spare                  // waits until nothing else does, and takes at most a tenth of what all others leave
	Exempt                 // an answer to an interaction: outside of Discord's limit for all
)

// burst is how many requests may go out at once after a pause. With [Config.PerSecond] it stays
// within Discord's 50 in every second, also if some are 60 ms longer on their way than others.
const burst = 3

// lastLeaves is how many places a request of [Last] priority leaves free, so that no other request
// waits because of it.
const lastLeaves = 1

// tenth is how many places a request of [Spare] priority takes of what the others leave, so that one in so many is
// theirs.
const tenth = 10

// limiter keeps to Discord's limits. [limiter.wait] is called before each try, and
// [limiter.answered] after it.
type limiter struct {
	all     *rate.Limiter // of all but Exempt together; another one when the share has changed
	low     *rate.Limiter // of Low alone
	spare   *rate.Limiter // what is left of all: each request takes one place, and one of Spare takes a [tenth]
	first   chan struct{} // has one while a Normal request waits for the next place; the others wait for that
	waiting atomic.Int64  // requests of Normal and Low that wait for a place of all

	of    func() float64      // see [Config.Share]
	told  func(time.Duration) // see [Config.Global]
	whole float64             // requests a second with all of Discord's fifty
	pace  float64             // of Low, with all
	share float64             // as it was last

	windows *windows // of Discord's buckets; an Exempt request has none

	mu   sync.Mutex
	held map[string]time.Time // until when, by bucket, and for all and everything
}

// Holds besides those of buckets.
const (
	all        = "*"  // of all requests but those that are [Exempt]
	everything = "**" // of these too
)

// fifty is how many requests Discord takes in a second from one application.
const fifty = 50.0

// newLimiter makes a limiter with the rates of a [Config].
func newLimiter(c Config) *limiter {
	return &limiter{
		all:   rate.NewLimiter(rate.Limit(c.PerSecond), burst),
		low:   rate.NewLimiter(rate.Limit(c.Pace), burst),
		spare: rate.NewLimiter(rate.Limit(c.PerSecond), tenth),
		first: make(chan struct{}, 1),
		of:    c.Share, told: c.Global, whole: c.PerSecond, pace: c.Pace, share: fifty,
		held: map[string]time.Time{}, windows: newWindows(),
	}
}

// wait waits until a request may be made. It returns an error as soon as the context is
// bound to end first.
func (l *limiter) wait(ctx context.Context, r Request) error {
	for {
		held := l.heldFor(r)
		if held > 0 && r.tooHeld(held) {
			return errHeld(held)
		}
		if err := Pause(ctx, held); err != nil {
			return fmt.Errorf("wait for Discord's limit: %w", err)
		}
		if r.Priority != Exempt {
			if err := l.windows.await(ctx, r); err != nil {
				return fmt.Errorf("wait for room in Discord's bucket: %w", err)
			}
		}
		if err := l.turn(ctx, r.Priority); err != nil {
			return fmt.Errorf("wait for its turn: %w", err)
		}
		if l.heldFor(r) <= 0 && (r.Priority == Exempt || l.windows.take(r)) { // nothing was held or taken meanwhile
			if r.Priority != Exempt && r.Priority != Spare {
				l.spare.Reserve() // which may be a debt
			}
			return nil
		}
	}
}

// answered keeps what the answer to a try says of Discord's limits.
func (l *limiter) answered(r Request, o outcome) {
	if r.Priority != Exempt {
		l.windows.answered(r, o)
	}
	if o.holdsBucket {
		l.hold(r.Bucket, o.wait)
	}
	if o.holdsAll {
		l.hold(all, o.wait)
		l.told(o.wait)
	}
	if o.holdsEvery {
		l.hold(everything, o.wait)
	}
}

// turn waits for the turn of a request of a priority. The Normal request that waits longest reserves
// the next free place, so Low ones take what is left. No other reserves one: many reserved places would be
// used at once after the process was held up, or after its share became smaller. A Last one does not wait.
func (l *limiter) turn(ctx context.Context, p Priority) error {
	switch p {
	case Exempt:
		return nil
	case Last:
		if place, ok := ctx.Value(placeKey{}).(*atomic.Bool); ok && place.Swap(false) {
			return nil
		}
		if ok, _ := l.takesRoom(); ok {
			return nil
		}
		return errFull
	case Spare:
		return l.spareTurn(ctx)
	case Low:
		if err := l.low.Wait(ctx); err != nil {
			return err
		}
	}
	l.waiting.Add(1)
	defer l.waiting.Add(-1)
	if p == Normal {
		select {
		case l.first <- struct{}{}:
			defer func() { <-l.first }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for {
		all := l.now()
		switch {
		case all == nil: // which [limiter.heldFor] sees too
			return Pause(ctx, closed)
		case p == Normal:
			if there, err := l.reserve(ctx, all); there || err != nil {
				return err
			}
		case all.Allow():
			return nil
		default:
			if err := Pause(ctx, place(all)); err != nil {
				return err
			}
		}
	}
}

// spareTurn waits for the turn of a request of [Spare] priority.
func (l *limiter) spareTurn(ctx context.Context) error {
	for {
		wait := closed
		if l.now() != nil {
			lacks := tenth - l.spare.Tokens()
			wait = max(0, time.Duration(lacks/float64(l.spare.Limit())*float64(time.Second)))
		}
		if wait == 0 {
			ok, free := l.takesRoom()
			if ok && l.spare.AllowN(time.Now(), tenth) {
				return nil
			}
			wait = free
		}
		if err := Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// reserve waits for the next place. It gives it up, and reports false, once the share is another: the place
// of a small share may be minutes away.
func (l *limiter) reserve(ctx context.Context, all *rate.Limiter) (there bool, err error) {
	next := all.Reserve()
	for {
		err := Pause(ctx, min(next.Delay(), closed))
		if err != nil || l.now() != all {
			next.Cancel()
			return false, err
		}
		if next.Delay() <= 0 {
			return true, nil
		}
	}
}

// closed is the pause after which a request looks again whether this process has a share.
const closed = 100 * time.Millisecond

// now returns the limiter of all requests by the share that this process has now, nil if it has none.
// What was reserved by another limiter counts no more.
func (l *limiter) now() *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	share := l.of()
	perSecond, most := rateOf(share, l.whole)
	if perSecond <= 0 {
		return nil
	}
	if share != l.share {
		l.share = share
		l.all = rate.NewLimiter(rate.Limit(perSecond), most)
		l.all.AllowN(time.Now(), most) // a new share is no new burst
		l.low.SetLimit(rate.Limit(l.pace * share / fifty))
		l.spare.SetLimit(rate.Limit(perSecond))
	}
	return l.all
}

// rateOf returns the requests a second and the burst with a share, so that in no second more go
// out than the share, also if some are 60 ms longer on their way than others.
func rateOf(share, whole float64) (perSecond float64, most int) {
	const late = 0.06
	most = max(1, int(burst*share/fifty))
	return min(whole*share/fifty, (share-float64(most))/(1+late)), most
}

// place returns how long to wait until a place may be free: no longer than the share may stay as it is.
func place(all *rate.Limiter) time.Duration {
	return min(closed, time.Duration(float64(time.Second)/float64(all.Limit())))
}

// takesRoom takes a place for a request of [Last] priority if there is room for it now, and else says
// how long it takes until a place gets free.
func (l *limiter) takesRoom() (ok bool, free time.Duration) {
	all := l.now()
	if all == nil {
		return false, closed
	}
	leaves := min(lastLeaves, all.Burst()-1)
	return l.waiting.Load() == 0 && all.Tokens() >= float64(leaves+1) && all.Allow(), place(all)
}

// errHeld refuses a request that waits for no limit of that length.
func errHeld(limit time.Duration) error {
	return &Error{Status: http.StatusTooManyRequests, text: fmt.Sprintf("held for %v", limit.Round(time.Millisecond))}
}

// errFull refuses a request of [Last] priority for which there is no room now.
var errFull = &Error{Status: http.StatusTooManyRequests, text: "other requests go first"}

// placeKey is the key under which a context holds whether it has a place for a request of [Last]
// priority, an *atomic.Bool.
type placeKey struct{}

// room waits until there is a place for a request of [Last] priority, and returns a context that
// has it.
func (l *limiter) room(ctx context.Context) (context.Context, error) {
	for {
		if err := Pause(ctx, l.heldFor(Request{Priority: Last})); err != nil {
			return ctx, err
		}
		ok, free := l.takesRoom()
		if ok {
			place := new(atomic.Bool)
			place.Store(true)
			return context.WithValue(ctx, placeKey{}, place), nil
		}
		if err := Pause(ctx, free); err != nil {
			return ctx, err
		}
	}
}

// heldFor returns for how long a request is held, 0 or less if it is not.
func (l *limiter) heldFor(r Request) time.Duration {
	var least time.Duration
	if r.Priority != Exempt && l.now() == nil {
		least = closed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	holds := []string{r.Bucket, everything}
	if r.Priority != Exempt {
		holds = append(holds, all)
	}
	var until time.Time
	for _, name := range holds {
		if l.held[name].After(until) {
			until = l.held[name]
		}
	}
	return max(least, time.Until(until))
}

// hold holds a bucket, [all] or [everything] for d. It forgets holds that are over, so that the map
// does not grow.
func (l *limiter) hold(bucket string, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(l.held, func(_ string, until time.Time) bool { return until.Before(now) })
	if until := now.Add(d); until.After(l.held[bucket]) {
		l.held[bucket] = until
	}
}

// Pause waits for d. It returns an error as soon as the context is done, and at once if
// the context's deadline comes before d is over.
func Pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return fmt.Errorf("%v is too long: %w", d.Round(time.Millisecond), context.DeadlineExceeded)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
