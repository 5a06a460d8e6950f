package discord

import (
	"cmp"
	"maps"
	"net/http"
	"time"

	"parlour/bot/sandbox/rule"
)

// quota limits the requests of a bucket in a time, in each place apart.
type quota struct {
	bucket   string
	requests int
	per      time.Duration
	used     map[string]*window // by channel, server or token
}

// window is the time that runs in one place.
type window struct {
	until time.Time
	left  int
}

// newQuota returns a limit of so many requests in a time.
func newQuota(bucket string, requests int, per time.Duration) *quota {
	return &quota{bucket: bucket, requests: requests, per: per, used: map[string]*window{}}
}

// Limit lets a route take so many requests in a time, in each channel or server apart,
// or for each token. As with Discord's own limits, every answer says how many are
// left, and a request too many is refused. It takes the place of Discord's own limit of the
// route, and of an earlier one; 0 requests end it.
func (f *Faults) Limit(route string, requests int, per time.Duration) {
	f.rest.state.Change(func() {
		delete(f.rest.quotas, route)
		if requests > 0 {
			f.rest.quotas[route] = newQuota(route, requests, per)
		}
	})
}

// spend counts a request in a place. It returns the headers of the answer, and an error for a
// request too many.
func (q *quota) spend(place string, now time.Time) (http.Header, error) {
	w := q.take(place, now)
	wait := w.until.Sub(now)
	says := rule.LimitHeader(q.bucket, q.requests, max(w.left, 0), now, wait)
	if w.left < 0 {
		return tooMany(says, "user", wait)
	}
	return says, nil
}

// take counts a request in a place, and returns what is left there: -1 for one too many. It
// forgets places whose time is over.
func (q *quota) take(place string, now time.Time) window {
	w := q.used[place]
	if w == nil || !now.Before(w.until) {
		maps.DeleteFunc(q.used, func(_ string, w *window) bool { return !now.Before(w.until) })
		w = &window{until: now.Add(q.per), left: q.requests}
		q.used[place] = w
	}
	w.left = max(w.left-1, -1)
	return *w
}

// tooMany refuses a request that exceeds a limit of this scope: "user", "shared" or "global".
func tooMany(says http.Header, scope string, wait time.Duration) (http.Header, error) {
	rule.Exceed(says, scope, wait)
	return says, rule.ErrTooMany.After(wait, scope == "global")
}

// place names the place of a request in which a limit counts apart from others.
func (c *call) place() string { return cmp.Or(c.arg("token"), c.arg("channel"), c.arg("guild")) }
