package discord

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Exchange is one request of the bot and its answer, one event of the gateway
// (Method "GATEWAY", Path its name, Answer its data), or one interaction that was posted to the
// bot (Method "ENDPOINT") and the bot's answer. It holds no header, so no token
// of the bot either.
type Exchange struct {
	Time    time.Time       `json:"time"`
	Method  string          `json:"method"`
	Path    string          `json:"path"` // with its query
	Status  int             `json:"status"`
	Request json.RawMessage `json:"request,omitempty"` // payload_json of a multipart body
	Answer  json.RawMessage `json:"answer,omitempty"`
	// Fault words the fault that struck the request; "" for none. Status and Answer are
	// then those of the fault, and are not judged.
	Fault string `json:"fault,omitempty"`
	// Wrong words the rules that the request broke, and WrongAnswer those that the
	// sandbox's own answer broke; "" for none.
	Wrong       string `json:"wrong,omitempty"`
	WrongAnswer string `json:"wrongAnswer,omitempty"`

	Nr int `json:"-"` // counts the exchanges
}

// GatewayMethod is the Method of a gateway event, and EndpointMethod of a post to the bot.
const (
	GatewayMethod  = "GATEWAY"
	EndpointMethod = "ENDPOINT"
)

// MaxTraffic is how many exchanges are remembered.
const MaxTraffic = 1000

// Traffic remembers what went over the wire, in a ring, and judges it.
type Traffic struct {
	*world.State
	api *rule.Document
	log *slog.Logger

	ring  []Exchange
	next  int
	count int // of all exchanges so far

	// How many count towards Discord's limit for all, and how many exceeded a limit without a fault.
	Counted, Limited int
	// Violations are the exchanges that broke a rule, the first [MaxTraffic] of them.
	Violations []Exchange
}

// Add keeps an exchange, of now, and returns its number. One that broke a rule is a violation.
func (t *Traffic) Add(e Exchange) int {
	e.Time = t.Now()
	t.count++
	e.Nr = t.count
	if e.Wrong != "" && len(t.Violations) < MaxTraffic {
		t.Violations = append(t.Violations, e)
	}
	if len(t.ring) < MaxTraffic {
		t.ring = append(t.ring, e)
		return e.Nr
	}
	t.ring[t.next] = e
	t.next = (t.next + 1) % MaxTraffic
	return e.Nr
}

// blame notes which rules an exchange broke, if it is still remembered.
func (t *Traffic) blame(nr int, request, answer string) {
	i := slices.IndexFunc(t.ring, func(e Exchange) bool { return e.Nr == nr })
	if i < 0 {
		return
	}
	t.ring[i].Wrong, t.ring[i].WrongAnswer = request, answer
	if len(t.Violations) < MaxTraffic {
		t.Violations = append(t.Violations, t.ring[i])
	}
}

// counts reports whether a request counts towards Discord's limit of 50 a second. What a
// token of an interaction allows does not.
func counts(path string) bool { return !pathToken.MatchString(unversioned(path)) }

// judge notes a violation: a request that was refused for its form, or an answer that
// the description does not allow.
func (t *Traffic) judge(nr int, r *http.Request, err error, status int, body []byte) {
	request, answer := "", ""
	if refused := rule.FormFlaw(err); refused != nil {
		request = refused.InFull()
	}
	if err := t.api.Answer(r.Method, r.URL.Path, status, body); err != nil {
		answer = rule.InFull(err)
		t.log.Error("the sandbox's own answer is not Discord's", "method", r.Method, "path", r.URL.Path, "err", answer)
	}
	if request == "" && answer == "" {
		return
	}
	t.Lock()
	defer t.Unlock()
	t.blame(nr, request, answer)
	t.Bump()
}

// record keeps an exchange with the fault that struck it, and returns its number. The
// lock is held.
func (t *Traffic) record(e Exchange, f fault.Fault) int {
	e.Fault = f.What()
	if counts(e.Path) {
		t.Counted++
	}
	if e.Status == http.StatusTooManyRequests && e.Fault == "" {
		t.Limited++
	}
	return t.Add(e)
}

// pathToken matches a token in a path, which the page does not show.
var pathToken = regexp.MustCompile(`^(/interactions/\d+|/webhooks/\d+)/[^/?]+`)

// unversioned returns a path of the API without its root.
func unversioned(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, "/api/v9"), "/api/v10")
}

// MaskToken returns a path of the API as the page shows it: without its root and without a
// token.
func MaskToken(path string) string {
	return pathToken.ReplaceAllString(unversioned(path), "$1/…")
}

// Newest returns the newest n exchanges or fewer, oldest first. The lock is held.
func (t *Traffic) Newest(n int) []Exchange {
	all := slices.Concat(t.ring[t.next:], t.ring[:t.next])
	return all[max(0, len(all)-n):]
}
