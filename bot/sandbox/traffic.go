package sandbox

import (
	"bufio"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox/openapi"
)

// Exchange is one request of the bot and its answer, or one event of the gateway
// (Method "GATEWAY", Path its name, Answer its data). It holds no header, so no token
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

	nr int `json:"-"` // counts the exchanges
}

// gatewayMethod is the Method of a gateway event.
const gatewayMethod = "GATEWAY"

// maxTraffic is how many exchanges are remembered.
const maxTraffic = 1000

// traffic remembers what went over the wire, in a ring, and judges it.
type traffic struct {
	state *state
	api   *openapi.Document
	log   *slog.Logger

	ring  []Exchange
	next  int
	count int        // of all exchanges so far
	costs int        // of those that count towards Discord's limit for all
	wrong []Exchange // the violations, the first maxTraffic of them
}

// add keeps an exchange and returns its number.
func (t *traffic) add(e Exchange) int {
	t.count++
	e.nr = t.count
	if len(t.ring) < maxTraffic {
		t.ring = append(t.ring, e)
		return e.nr
	}
	t.ring[t.next] = e
	t.next = (t.next + 1) % maxTraffic
	return e.nr
}

// blame notes which rules an exchange broke, if it is still remembered.
func (t *traffic) blame(nr int, request, answer string) {
	i := slices.IndexFunc(t.ring, func(e Exchange) bool { return e.nr == nr })
	if i < 0 {
		return
	}
	t.ring[i].Wrong, t.ring[i].WrongAnswer = request, answer
	if len(t.wrong) < maxTraffic {
		t.wrong = append(t.wrong, t.ring[i])
	}
}

// counts reports whether a request counts towards Discord's limit of 50 a second. What a
// token of an interaction allows does not.
func counts(path string) bool { return !pathToken.MatchString(unversioned(path)) }

// judge notes a violation: a request that was refused for its form, or an answer that
// the description does not allow.
func (t *traffic) judge(nr int, r *http.Request, err error, status int, body []byte) {
	request, answer := "", ""
	if refused := formFlaw(err); refused != nil {
		request = refused.inFull()
	}
	if err := t.api.Answer(r.Method, r.URL.Path, status, body); err != nil {
		answer = inFull(formError(err))
		t.log.Error("the sandbox's own answer is not Discord's", "method", r.Method, "path", r.URL.Path, "err", answer)
	}
	if request == "" && answer == "" {
		return
	}
	t.state.lock()
	defer t.state.unlock()
	t.blame(nr, request, answer)
	t.state.bump()
}

// record keeps an exchange with the fault that struck it, and returns its number. The
// lock is held.
func (t *traffic) record(e Exchange, f Fault) int {
	e.Time, e.Fault = t.state.now(), f.what()
	if counts(e.Path) {
		t.costs++
	}
	return t.add(e)
}

// recorder holds the answer of an interceptor back until it is recorded.
type recorder struct {
	http.ResponseWriter
	status int
	body   []byte
	taken  bool // the interceptor has the connection
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.body = append(r.body, p...)
	return len(p), nil
}

// flush writes the answer.
func (r *recorder) flush() {
	if r.taken {
		return
	}
	r.ResponseWriter.WriteHeader(r.status)
	_, _ = r.ResponseWriter.Write(r.body)
}

// Hijack hands the connection to the interceptor, which has answered with that.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.status, r.taken = -1, true
	return http.NewResponseController(r.ResponseWriter).Hijack()
}

// pathToken matches a token in a path, which the page does not show.
var pathToken = regexp.MustCompile(`^(/interactions/\d+|/webhooks/\d+)/[^/?]+`)

// unversioned returns a path of the API without its root.
func unversioned(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, "/api/v9"), "/api/v10")
}

// maskToken returns a path of the API as the page shows it: without its root and without a
// token.
func maskToken(path string) string {
	return pathToken.ReplaceAllString(unversioned(path), "$1/…")
}

// newest returns the newest n exchanges or fewer, oldest first. The lock is held.
func (t *traffic) newest(n int) []Exchange {
	all := slices.Concat(t.ring[t.next:], t.ring[:t.next])
	return all[max(0, len(all)-n):]
}

// violations returns the exchanges that broke a rule, oldest first. The lock is held.
func (t *traffic) violations() []Exchange { return t.wrong }

// counted returns how many requests so far count towards Discord's limit for all. The lock
// is held.
func (t *traffic) counted() int { return t.costs }

func newTraffic(st *state, api *openapi.Document, log *slog.Logger) *traffic {
	return &traffic{state: st, api: api, log: log}
}
