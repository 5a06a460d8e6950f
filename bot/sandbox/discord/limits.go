package discord

import (
	"net/http"
	"strings"
	"time"

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
	routePost     = "POST /channels/{channel}/messages"
	routeEdit     = "PATCH /channels/{channel}/messages/{message}"
	routeDelete   = "DELETE /channels/{channel}/messages/{message}"
	routeChannel  = "PATCH /channels/{channel}"
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
	routePost:     {5, 5 * time.Second},
	routeEdit:     {5, 5 * time.Second},
	routeDelete:   {3, time.Second / 3},
	deleteYoung:   {5, time.Second},
	deleteOld:     {30, 4 * time.Second},
	routeChannel:  {10, 15 * time.Second},
	routeFollowUp: {5, 2 * time.Second},
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
func (rs *API) spend(route string, c *call, private bool) (http.Header, error) {
	if q := rs.quotas[route]; q != nil {
		return q.spend(c.place(), rs.state.Now())
	}
	now := time.Now()
	if private {
		if w := rs.limits.whole.take("", now); w.left < 0 {
			return tooMany(http.Header{}, "global", w.until.Sub(now))
		}
	}
	q := rs.limits.of(rs.bucket(route, c))
	if q == nil {
		return nil, nil
	}
	says, err := q.spend(c.place(), now)
	if i := rs.state.World.Interactions[c.arg("token")]; route == routeFollowUp && i != nil && err == nil {
		if w := rs.limits.channel.take(i.Channel.ID, now); w.left < 0 {
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
func (rs *API) bucket(route string, c *call) string {
	if route != routeDelete {
		return route
	}
	var m *world.Message
	if ch := rs.state.World.Channels[c.arg("channel")]; ch != nil {
		m = ch.Find(c.arg("message"))
	}
	switch {
	case m == nil || rs.state.Now().Sub(m.Made) < young:
		return deleteYoung
	case rs.state.Now().Sub(m.Made) > old:
		return deleteOld
	}
	return routeDelete
}
