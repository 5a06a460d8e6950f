package fault

import (
	"encoding/json"
	"fmt"
	"net/http"
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
	switch {
	case f.Cut:
		return nil, nil
	case f.HTML:
		if limited {
			rule.RetryAfter(header, f.Wait)
		}
		header.Set("Content-Type", "text/html; charset=UTF-8")
		body = fmt.Appendf(nil, "<!DOCTYPE html>\n<title>%d</title>\n<h1>%s</h1>\n", f.Status, http.StatusText(f.Status))
		return header, body
	case limited && f.Global:
		rule.Exceed(header, "global", f.Wait) // it is in no bucket
	case limited:
		header = rule.LimitHeader(route, 5, 0, now, f.Wait)
		rule.Exceed(header, "user", f.Wait)
	}
	header.Set("Content-Type", "application/json")
	body, _ = json.Marshal(f.json())
	return header, body
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
	body := map[string]any{"message": rule.ErrTooMany.Message, "retry_after": f.Wait.Seconds(), "global": f.Global}
	if f.Code != 0 {
		body["message"], body["code"] = text, f.Code
	}
	return body
}
