package rest

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// quota is what an answer says of the bucket of its request. The zero quota says nothing.
type quota struct {
	bucket string        // Discord's name for it
	limit  int           // requests in a window
	left   int           // of these
	after  time.Duration // until the next window
	ends   float64       // the window, in seconds by Discord's clock
}

// quotaOf reads what an answer says of its bucket.
func quotaOf(h http.Header) quota {
	limit, bad := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, worse := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	ends, worst := strconv.ParseFloat(h.Get("X-RateLimit-Reset"), 64)
	if bad != nil || worse != nil || worst != nil || limit <= 0 {
		return quota{}
	}
	return quota{h.Get("X-RateLimit-Bucket"), limit, left, inSeconds(h.Get("X-RateLimit-Reset-After")), ends}
}

// A window is the time that runs in one of Discord's buckets and one place, such as a channel.
type window struct {
	until  time.Time
	ends   float64   // until, by Discord's clock
	left   int       // requests that it takes, as far as answers have told
	flying int       // tries that are not answered yet
	free   time.Time // until when others wait for the first try of a route of which nothing is known
}

// A share is what one route has in a window. Routes of one bucket share theirs.
type share struct {
	*window
	flying int // tries of this route
}

// windows keep requests within what each bucket takes, so that Discord need not refuse any. A
// try takes its place in a window before it goes out. While nothing is known of a window, as
// many go out as the last one of the route took. Of a route of which nothing is known one goes
// out, and the others wait a moment for its answer. A route whose answers tell of no bucket has
// no limit.
type windows struct {
	mu      sync.Mutex
	limits  map[string]int     // requests in a window, by route
	shares  map[string]*share  // by route and place
	named   map[string]*window // by bucket and place
	changed chan struct{}      // closed and replaced at each answer
}

func newWindows() *windows {
	return &windows{limits: map[string]int{}, shares: map[string]*share{}, named: map[string]*window{},
		changed: make(chan struct{})}
}

// routeOf returns the route of a request, and the place in which Discord counts it.
func routeOf(r Request) (route, place string) {
	path, _, _ := strings.Cut(r.Path, "?")
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" {
			continue
		}
		if i == 1 && (parts[0] == "channels" || parts[0] == "guilds") {
			place = p
		}
		parts[i] = "#"
	}
	return r.Method + " " + strings.Join(parts, "/"), place
}

// share finds what the route of a request has in its window, or makes it. Then it forgets the
// windows that are over.
func (ws *windows) share(r Request) *share {
	route, place := routeOf(r)
	s := ws.shares[route+" "+place]
	if s == nil {
		now := time.Now()
		maps.DeleteFunc(ws.shares, func(_ string, s *share) bool { return s.window.flying == 0 && now.After(s.until) })
		maps.DeleteFunc(ws.named, func(_ string, w *window) bool { return w.flying == 0 && now.After(w.until) })
		s = &share{window: &window{}}
		ws.shares[route+" "+place] = s
	}
	return s
}

// scouting is how long the first try of a route holds the others up.
const scouting = 250 * time.Millisecond

// room reports whether a try may go out now in the window of a request, and else when it may at
// the latest.
func (ws *windows) room(r Request, s *share) (now bool, then time.Time) {
	route, _ := routeOf(r)
	most, known := ws.limits[route]
	switch t := time.Now(); {
	case t.Before(s.until):
		return s.left > s.window.flying, s.until
	case known:
		return most > s.window.flying, time.Time{}
	default:
		return s.window.flying == 0 || !t.Before(s.free), s.free
	}
}

// await waits until there may be room for a try. One of [Last] priority does not wait.
func (ws *windows) await(ctx context.Context, r Request) error {
	for {
		ws.mu.Lock()
		s := ws.share(r)
		room, then := ws.room(r, s)
		changed, idle := ws.changed, s.window.flying == 0
		ws.mu.Unlock()
		over := time.Until(then)
		switch {
		case room:
			return nil
		case r.Priority == Last:
			return errFull
		case idle && r.tooHeld(over):
			return errHeld(over)
		case idle: // nothing but time helps
			if err := Pause(ctx, over); err != nil {
				return err
			}
			continue
		}
		var end <-chan time.Time
		if !then.IsZero() {
			end = time.After(over)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-end:
		}
	}
}

// take takes a place for a try, and reports whether there was one.
func (ws *windows) take(r Request) bool {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	s := ws.share(r)
	if room, _ := ws.room(r, s); !room {
		return false
	}
	if s.window.flying == 0 {
		s.free = time.Now().Add(scouting)
	}
	s.flying++
	s.window.flying++
	return true
}

// unlimited is the limit of a route whose answers tell of no bucket.
const unlimited = 1 << 30

// answered gives the place of a try back, and keeps what its answer says. A try that was lost
// or failed may have counted.
func (ws *windows) answered(r Request, o outcome) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	s := ws.share(r)
	s.flying--
	s.window.flying--
	route, _ := routeOf(r)
	switch {
	case o.quota.limit > 0:
		ws.learn(r, s, o.quota)
	case o.status == 0 || o.status >= http.StatusInternalServerError:
		s.left--
	case ws.limits[route] == 0 && !o.limited():
		ws.limits[route] = unlimited
	}
	close(ws.changed)
	ws.changed = make(chan struct{})
}

// learn keeps what an answer says. Answers may come in another order than Discord counted
// their requests, so of one window the least that was left holds.
func (ws *windows) learn(r Request, s *share, q quota) {
	route, place := routeOf(r)
	ws.limits[route] = q.limit
	name := q.bucket + " " + place
	if w := ws.named[name]; w == nil {
		ws.named[name] = s.window
	} else if w != s.window {
		s.window.flying -= s.flying
		w.flying += s.flying
		s.window = w
	}
	const drift = 0.05 // of the end of one window from answer to answer
	if now := time.Now(); !now.Before(s.until) || q.ends > s.ends+drift {
		s.until, s.ends, s.left = now.Add(q.after), q.ends, q.left
	} else {
		s.left = min(s.left, q.left)
	}
}
