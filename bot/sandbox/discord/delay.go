package discord

import (
	"net/http"
	"time"

	"parlour/bot/sandbox/fault"
)

// failBefore lets f strike a request before it takes effect. It returns true if the
// request is over with that.
func (rs *API) failBefore(w http.ResponseWriter, c *call, route string, f fault.Fault) bool {
	waited := rs.delay(c.r, f.Delay())
	if waited && !f.Fails() {
		return false
	}
	out := response{}
	if waited {
		out = faulty(f, route, rs.state.Now())
	}
	rs.state.Lock()
	rs.traffic.Record(c.exchange(c.r.Method, out), f)
	rs.state.Bump()
	rs.state.Unlock()
	out.send(w)
	return true
}

// delay waits. It returns false if nobody is left to answer.
func (rs *API) delay(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
	case <-rs.state.Ended():
	}
	return false
}

// faulty is the answer of a request that f strikes.
func faulty(f fault.Fault, route string, now time.Time) response {
	header, body := f.Answer(route, now)
	if f.Cut {
		return response{}
	}
	return response{status: f.Status, header: header, body: body}
}
