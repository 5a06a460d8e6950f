package discord

import (
	"cmp"
	"maps"
	"net/http"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// limits are Discord's own. They run by the real time, because a bot waits by that.
type limits struct {
	haste   float64           // how many times faster than Discord's they pass
	buckets map[string]*quota // by name
	whole   *quota            // of all requests that are made with the bot's token
	channel *quota            // of follow-ups, in each channel
	directs *quota            // of people whose direct channel the bot opens for the first time
}

// allowance is how many requests a bucket takes in a time.
type allowance struct {
	requests int
	per      time.Duration
}

// Routes with a limit that is known.
const (
	routeDelete   = "DELETE /channels/{channel}/messages/{message}"
	routeFollowUp = "POST /webhooks/{app}/{token}"
	routeCallback = "POST /interactions/{interaction}/{token}/callback"
)

// Deletions have a bucket for each age of the message. One of a message that is not there is
// in the bucket of the youngest.
const (
	deleteYoung = routeDelete + " young"
	deleteOld   = routeDelete + " old"
	young       = 10 * time.Second
	old         = 14 * 24 * time.Hour
)

// known are the limits that were seen at Discord; docs/sandbox.md says where.
var known = map[string]allowance{
	"POST /channels/{channel}/messages":            {5, 5 * time.Second},
	"PATCH /channels/{channel}/messages/{message}": {5, 5 * time.Second},
	routeDelete:                 {3, time.Second / 3},
	deleteYoung:                 {5, time.Second},
	deleteOld:                   {30, 4 * time.Second},
	"PATCH /channels/{channel}": {10, 15 * time.Second},
	routeFollowUp:               {5, 2 * time.Second},
}

// The limits that are guessed: of other routes that read, of others that write, and of
// changes to the answers of an interaction.
var (
	reading   = allowance{50, time.Second}
	writing   = allowance{5, time.Second}
	answering = known[routeFollowUp]
)

// unlimited are routes whose answers say nothing of a limit. Making threads is limited at
// Discord for minutes, after a number that is not known: see [Faults.Limit].
var unlimited = map[string]bool{
	"/": true, "GET /gateway": true, routeCallback: true,
	"POST /channels/{channel}/threads": true, "POST /channels/{channel}/messages/{message}/threads": true,
}

// newLimits returns Discord's limits, which pass faster by haste.
func newLimits(haste float64) *limits {
	l := &limits{haste: haste, buckets: map[string]*quota{}}
	l.whole = l.quota("", allowance{50, time.Second})
	l.channel = l.quota("", allowance{30, time.Minute})
	l.directs = l.quota("", allowance{25, 5 * time.Minute})
	return l
}

func (l *limits) quota(name string, a allowance) *quota {
	return newQuota(name, a.requests, time.Duration(float64(a.per)/l.haste))
}

// of returns the quota of a bucket, or nil if it has none.
func (l *limits) of(name string) *quota {
	if unlimited[name] {
		return nil
	}
	q := l.buckets[name]
	if q == nil {
		a, ok := known[name]
		switch {
		case ok:
		case strings.Contains(name, " /webhooks/"):
			a = answering
		case strings.HasPrefix(name, http.MethodGet):
			a = reading
		default:
			a = writing
		}
		q = l.quota(name, a)
		l.buckets[name] = q
	}
	return q
}

// spend counts a request of a route towards the limits that apply to it. It returns the
// headers of the answer, and an error for a request too many. Requests with a token in their
// path do not count towards the limit of the whole bot.
func (s *API) spend(route string, c *call, private bool) (http.Header, error) {
	if q := s.quotas[route]; q != nil {
		return q.spend(c.place(), s.Now())
	}
	now := time.Now()
	if private {
		if w := s.limits.whole.take("", now); w.left < 0 {
			return tooMany(http.Header{}, "global", w.until.Sub(now))
		}
	}
	q := s.limits.of(s.bucket(route, c))
	if q == nil {
		return nil, nil
	}
	says, err := q.spend(c.place(), now)
	if i := s.World.Interactions[c.arg("token")]; route == routeFollowUp && i != nil && err == nil {
		if w := s.limits.channel.take(i.Channel.ID, now); w.left < 0 {
			return tooMany(says, "shared", w.until.Sub(now))
		}
	}
	return says, err
}

// meets counts a direct channel that is opened for the first time, and reports whether it is
// not one too many.
func (l *limits) meets() bool {
	w := l.directs.take("", time.Now())
	return w.left >= 0
}

// bucket names the bucket of a request: its route, and for a deletion the age of the message.
func (s *API) bucket(route string, c *call) string {
	if route != routeDelete {
		return route
	}
	var m *world.Message
	if ch := s.Channels[c.arg("channel")]; ch != nil {
		m = ch.Find(c.arg("message"))
	}
	switch {
	case m == nil || s.Now().Sub(m.Made) < young:
		return deleteYoung
	case s.Now().Sub(m.Made) > old:
		return deleteOld
	}
	return routeDelete
}

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
