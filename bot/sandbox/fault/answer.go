package fault

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"

	"parlour/bot/sandbox/rule"
)

// Fails reports whether f replaces the real answer.
func (f Fault) Fails() bool { return f.Cut || f.Status != 0 }

// Delay is how late the answer comes. The wait of a 429 is no delay: it is told to the
// bot.
func (f Fault) Delay() time.Duration {
	if f.Status == http.StatusTooManyRequests {
		return 0
	}
	return f.Wait
}

// Answer makes the answer of a request that f strikes: nothing for a cut.
func (f Fault) Answer(route string, now time.Time) (header http.Header, body []byte) {
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
	h.Set("X-RateLimit-Bucket", BucketOf(route))
	h.Set("X-RateLimit-Scope", "user")
}

// BucketOf names the bucket of a route.
func BucketOf(route string) string {
	sum := fnv.New64a()
	sum.Write([]byte(route))
	return fmt.Sprintf("%016x", sum.Sum64())
}

// json makes the body. A rate limit has a code only where Discord gives it one.
func (f Fault) json() any {
	text := fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))
	if known := rule.KnownError(f.Code); known != nil {
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
