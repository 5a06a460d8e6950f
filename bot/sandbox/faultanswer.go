package sandbox

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// fails reports whether f replaces the real answer.
func (f Fault) fails() bool { return f.Cut || f.Status != 0 }

// delay is how late the answer comes. The wait of a 429 is no delay: it is told to the
// bot.
func (f Fault) delay() time.Duration {
	if f.Status == http.StatusTooManyRequests {
		return 0
	}
	return f.Wait
}

// failBefore lets f strike a request before it takes effect. It returns true if the
// request is over with that.
func (rs *rest) failBefore(w http.ResponseWriter, c *call, route string, f Fault) bool {
	waited := rs.delay(c.r, f.delay())
	if waited && !f.fails() {
		return false
	}
	out := response{}
	if waited {
		out = faulty(f, route, rs.state.now())
	}
	rs.state.lock()
	rs.traffic.record(c.exchange(c.r.Method, out), f)
	rs.state.bump()
	rs.state.unlock()
	out.send(w)
	return true
}

// delay waits. It returns false if nobody is left to answer.
func (rs *rest) delay(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
	case <-rs.state.ended():
	}
	return false
}

// faulty is the answer of a request that f strikes.
func faulty(f Fault, route string, now time.Time) response {
	header, body := f.answer(route, now)
	if f.Cut {
		return response{}
	}
	return response{status: f.Status, header: header, body: body}
}

// answer makes the answer of a request that f strikes: nothing for a cut.
func (f Fault) answer(route string, now time.Time) (header http.Header, body []byte) {
	header = http.Header{}
	limited := f.Status == http.StatusTooManyRequests
	if limited {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(f.Wait.Seconds()))))
	}
	switch {
	case f.Cut:
		return nil, nil
	case f.HTML:
		header.Set("Content-Type", "text/html; charset=UTF-8")
		body = fmt.Appendf(nil, "<!DOCTYPE html>\n<title>%d</title>\n<h1>%s</h1>\n", f.Status, http.StatusText(f.Status))
		return header, body
	case limited:
		f.limit(header, route, now)
	}
	header.Set("Content-Type", "application/json")
	body, _ = json.Marshal(f.json())
	return header, body
}

// limit sets the headers that name the limit. The limit of the whole bot is in no
// bucket.
func (f Fault) limit(h http.Header, route string, now time.Time) {
	if f.Global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
		return
	}
	h.Set("X-RateLimit-Limit", "5")
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(f.Wait).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", f.Wait.Seconds()))
	h.Set("X-RateLimit-Bucket", bucketOf(route))
	h.Set("X-RateLimit-Scope", "user")
}

// bucketOf names the bucket of a route.
func bucketOf(route string) string {
	sum := fnv.New64a()
	sum.Write([]byte(route))
	return fmt.Sprintf("%016x", sum.Sum64())
}

// json makes the body. A rate limit has a code only where Discord gives it one.
func (f Fault) json() any {
	text := fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))
	if known := knownError(f.Code); known != nil {
		text = known.Message
	}
	if f.Status != http.StatusTooManyRequests {
		return map[string]any{"message": text, "code": f.Code}
	}
	body := map[string]any{"message": "You are being rate limited.", "retry_after": f.Wait.Seconds(), "global": f.Global}
	if f.Code != 0 {
		body["message"], body["code"] = text, f.Code
	}
	return body
}

// knownErrors are Discord's errors whose status and words the sandbox knows: those
// that it refuses with, and a few more for faults.
var knownErrors = []*apiError{
	errChannel, errGuild, errMember, errMessage, errUser, errWebhook, errInteraction, errCommand, errTooLarge,
	errCommandCount, errAnswered, errAccess, errNotAuthor, errEmpty, errClosedDM, errPermission, errNotice, errChannelType,
	errWebhookToken, errArchived, errBadJSON, errNoMutualServer, errThreadExists, errFollowUps, errDMOfBot, errThreadLocked,
	{status: 429, Code: 30046, Message: "Maximum number of edits to messages older than 1 hour reached. Try again later"},
	{status: 429, Code: 40003, Message: "You are opening direct messages too fast"},
	{status: 400, Code: 160006, Message: "Maximum number of active threads reached"},
}

// knownError finds an error by its code, or nil.
func knownError(code int) *apiError {
	i := slices.IndexFunc(knownErrors, func(e *apiError) bool { return e.Code == code })
	if i < 0 {
		return nil
	}
	return knownErrors[i]
}
