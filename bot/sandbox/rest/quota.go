package rest

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
)

// quota limits the requests of a route in a time, in each place apart.
type quota struct {
	route    string
	requests int
	per      time.Duration
	used     map[string]*window // by channel, server or token
}

// window is the time that runs in one place.
type window struct {
	until time.Time
	left  int
}

// Limit lets a route take so many requests in a time, in each channel or server apart,
// or for each token. As with Discord's own limits, every answer says how many are
// left, and a request too many is refused. It replaces the route's limit; 0 requests
// end it.
func (f *Faults) Limit(route string, requests int, per time.Duration) {
	f.state.Change(func() {
		delete(f.rest.quotas, route)
		if requests > 0 {
			f.rest.quotas[route] = &quota{route: route, requests: requests, per: per, used: map[string]*window{}}
		}
	})
}

// spend counts a request. It returns the headers of the answer, and an error for a
// request too many.
func (q *quota) spend(c *call, now time.Time) (http.Header, error) {
	place := cmp.Or(c.arg("token"), c.arg("channel"), c.arg("guild"))
	w := q.used[place]
	if w == nil || !now.Before(w.until) {
		w = &window{until: now.Add(q.per), left: q.requests}
		q.used[place] = w
	}
	over := w.left == 0
	w.left = max(w.left-1, 0)
	wait := w.until.Sub(now).Seconds()
	says := http.Header{}
	says.Set("X-RateLimit-Limit", strconv.Itoa(q.requests))
	says.Set("X-RateLimit-Remaining", strconv.Itoa(w.left))
	says.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(w.until.UnixMilli())/1000))
	says.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait))
	says.Set("X-RateLimit-Bucket", fault.BucketOf(q.route))
	if !over {
		return says, nil
	}
	says.Set("X-RateLimit-Scope", "user")
	says.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait))))
	return says, &rule.Error{Status: http.StatusTooManyRequests, Message: "You are being rate limited.", RetryAfter: wait, Global: new(bool)}
}
