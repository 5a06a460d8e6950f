// Package fault says how a request or an event can fail. A [Plan] keeps the faults to come, which a
// test or a developer asked for.
package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"parlour/bot/sandbox/rule"
)

// Fault is a way in which the next requests of the bot fail. After a cut a library may
// send a GET once more by itself, and so use up another fault.
type Fault struct {
	// Route names the requests, as the sandbox does: "POST /channels/{channel}/messages".
	// "" is every request.
	Route string `json:"route"`
	// Times is how many requests fail: 0 is one, -1 is all until [Plan.Mend].
	Times int `json:"times"`
	// After lets the request take effect first, so that only its answer is lost or
	// late. Without it the request takes no effect, or takes it after the wait.
	After bool `json:"after"`
	// Status is the status of the answer: 400 to 499 or 500 to 504. 0 is the status that
	// belongs to Code; without a Code the real answer is sent.
	Status int `json:"status"`
	// Code is Discord's code of an error, such as 50013.
	Code int `json:"code"`
	// Cut cuts the connection instead of an answer.
	Cut bool `json:"cut"`
	// Wait is how long a 429 asks to wait; 0 is 1 s. For any other fault it is how late
	// the answer or the cut comes.
	Wait time.Duration `json:"-"`
	// Global makes a 429 the limit of the whole bot.
	Global bool `json:"global"`
	// HTML answers with a web page, as the network in front of Discord does. A 502 is
	// always one.
	HTML bool `json:"html"`
}

// Fill sets the fields that follow from others.
func (f *Fault) Fill() {
	known := rule.KnownError(f.Code)
	switch {
	case f.Code == 0 || f.Status != 0:
	case known != nil:
		f.Status = known.Status
	case f.Code/1000 == 10: // the codes for something unknown
		f.Status = http.StatusNotFound
	default:
		f.Status = http.StatusBadRequest
	}
	if f.Status == http.StatusBadGateway {
		f.HTML = true
	}
	if f.Status == http.StatusTooManyRequests && f.Wait == 0 {
		f.Wait = time.Second
	}
}

// MaxWait is the longest wait of a fault.
const MaxWait = 24 * time.Hour

// Check refuses a fault that makes no sense.
func (f *Fault) Check(routes []string) error {
	refused := f.Status >= 400 && f.Status < 500
	limited := f.Status == http.StatusTooManyRequests
	switch {
	case f.Route != "" && !slices.Contains(routes, f.Route):
		return fmt.Errorf("there is no route %s: take one such as POST /channels/{channel}/messages, or none for every request", rule.Clip(f.Route))
	case f.Times < -1:
		return errors.New("a fault comes once or more often, or -1 times, which is until it is mended")
	case f.Wait < 0 || f.Wait > MaxWait:
		return errors.New("a fault waits for nothing up to a day")
	case f.Status != 0 && !refused && (f.Status < 500 || f.Status > 504):
		return fmt.Errorf("an answer of %d is not a fault: take 400 to 499, or 500 to 504", f.Status)
	case f.Cut && f.Status != 0:
		return errors.New("a connection that is cut has no answer: take the cut or the status")
	case f.Status == 0 && !f.Cut && f.Wait == 0:
		return errors.New("a fault needs a status, a code, a cut or a wait")
	case f.After && refused:
		return fmt.Errorf("a request that is answered with %d had no effect: only 500 to 504, a cut or a wait come after one", f.Status)
	case f.Global && (!limited || f.HTML):
		return errors.New("only a 429 in Discord's JSON is for the whole bot")
	case f.HTML && !limited && f.Status < 500:
		return errors.New("only a 429 and 500 to 504 come as a web page")
	case f.Code != 0 && (f.HTML || f.Status >= 500):
		return errors.New("only an answer of 400 to 499 in JSON has one of Discord's codes")
	}
	return nil
}

// What words the effect of a fault on one request: "429 as a web page". It is "" for
// no effect.
func (f Fault) What() string {
	var text string
	switch {
	case f.Cut:
		text = "no answer"
	case f.Status == 0 && f.Wait == 0:
		return ""
	case f.Status == 0:
		text = "the answer"
	default:
		text = fmt.Sprint(f.Status)
	}
	if f.Code != 0 {
		text += fmt.Sprintf(" with code %d", f.Code)
	}
	if f.Global {
		text += " for the whole bot"
	}
	if f.HTML {
		text += " as a web page"
	}
	if d := f.Delay(); d > 0 {
		text += fmt.Sprintf(" %v late", d)
	}
	if f.After {
		text += " after it took effect"
	}
	return text
}

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
