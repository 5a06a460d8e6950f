package probe

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/bot/rest"
)

// line makes requests, one at a time.
type line struct {
	Config
	rest *rest.Client
	held map[string]time.Time // until when a limit holds the requests of a route
	last time.Time            // when the newest request was made
	made int                  // how many were
}

// answer is what Discord said to a request.
type answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// The longest wait for a limit, and how often it is waited for.
const (
	maxWait  = 30 * time.Second
	maxWaits = 3
)

// pace is the time between two requests. Answers to interactions come at once.
const pace = 250 * time.Millisecond

// margin is added to a wait that an answer names, which is rounded.
const margin = 50 * time.Millisecond

// unpaced is more requests a second than the probe makes: it paces itself.
const unpaced = 1000

// requestTime is how long a request may take, tries of Parlour's own library included.
const requestTime = 30 * time.Second

// newLine makes a line. It makes no request yet.
func newLine(c Config) (*line, error) {
	client, err := rest.New(rest.Config{
		Token: c.Token, API: c.API, Patience: requestTime, Pace: unpaced, PerSecond: unpaced,
		Transport: recorder{http.DefaultTransport.(*http.Transport).Clone()},
	})
	return &line{Config: c, rest: client, held: map[string]time.Time{}}, err
}

// recorder notes the answers to requests whose context has an *Answer. It hides the headers of
// limits from the client, because the probe keeps to them by its own clock.
type recorder struct{ to http.RoundTripper }

type answerKey struct{}

// RoundTrip makes a request.
func (r recorder) RoundTrip(q *http.Request) (*http.Response, error) {
	got, err := r.to.RoundTrip(q)
	if err != nil {
		return nil, err
	}
	at, ok := q.Context().Value(answerKey{}).(*answer)
	if !ok {
		return got, nil
	}
	text, err := io.ReadAll(io.LimitReader(got.Body, 4<<20))
	_ = got.Body.Close()
	if err != nil {
		return nil, err
	}
	*at = answer{got.StatusCode, got.Header.Clone(), text}
	got.Body = io.NopCloser(bytes.NewReader(text))
	maps.DeleteFunc(got.Header, func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Ratelimit-") })
	return got, nil
}

// request is one request.
type request struct {
	Method, Path string // the path is below the API's root
	Kind         string // of the content, default JSON
	Body         []byte
	Limits       bool // the caller asks for a 429: it is no reason to wait
}

// Ask makes a request, and again after a limit that the rule did not ask for.
func (p *line) Ask(ctx context.Context, r request) (answer, error) {
	key := routeOf(r)
	for n := 1; ; n++ {
		if err := p.turn(ctx, r, key); err != nil {
			return answer{}, err
		}
		got, err := p.once(ctx, r)
		if err != nil {
			return got, err
		}
		d := got.Wait()
		switch {
		case r.Limits && got.Status == http.StatusTooManyRequests:
			return got, nil
		case d > 0:
			p.held[key] = p.Now().Add(d + margin)
		}
		if got.Status != http.StatusTooManyRequests {
			return got, nil
		}
		if n == maxWaits || d > maxWait {
			return got, errors.New("a limit of Discord's was in the way")
		}
	}
}

// turn waits until a request may be made.
func (p *line) turn(ctx context.Context, r request, key string) error {
	if r.answers() {
		return ctx.Err()
	}
	until := p.last.Add(pace)
	if p.held[key].After(until) {
		until = p.held[key]
	}
	if d := until.Sub(p.Now()); d > 0 {
		if err := p.Wait(ctx, d); err != nil {
			return err
		}
	}
	p.last = p.Now()
	return ctx.Err()
}

// answers reports whether r answers an interaction.
func (r request) answers() bool {
	return strings.HasPrefix(r.Path, "interactions/") || strings.HasPrefix(r.Path, "webhooks/")
}

// once makes a request once. The error tells of one without an answer. A request that has begun
// ends, so that nobody has to guess what it made.
func (p *line) once(ctx context.Context, r request) (answer, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTime)
	defer cancel()
	var got answer
	p.made++ // a bucket for each request, because the probe keeps to limits by itself
	q := rest.Request{Method: r.Method, Path: r.Path, Type: r.Kind, Body: r.Body, Once: true,
		Bucket: fmt.Sprint("probe ", p.made)}
	if r.answers() {
		q.Priority = rest.Exempt
	}
	err := p.rest.Do(context.WithValue(ctx, answerKey{}, &got), q, nil)
	if got.Status == 0 {
		return got, fmt.Errorf("no answer came: %w", err)
	}
	return got, nil
}

// ids matches what stands for one thing in a path: an id, or a token.
var ids = regexp.MustCompile(`\d{15,}|(interactions|webhooks)/[^/]+/[^/]+`)

// routeOf names the requests that Discord limits together.
func routeOf(r request) string { return r.Method + " " + ids.ReplaceAllString(r.Path, "$1/…") }

// Wait returns how long the answer says that the next such request waits.
func (a answer) Wait() time.Duration {
	var limit struct {
		After float64 `json:"retry_after"`
	}
	if a.Status == http.StatusTooManyRequests {
		_ = json.Unmarshal(a.Body, &limit)
		return max(seconds(limit.After), readSeconds(a.Header.Get("Retry-After")), time.Second)
	}
	if a.Header.Get("X-RateLimit-Remaining") == "0" {
		return readSeconds(a.Header.Get("X-RateLimit-Reset-After"))
	}
	return 0
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// readSeconds reads a number of seconds, 0 if text is none.
func readSeconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return seconds(n)
}

// OK reports whether Discord did what it was asked to.
func (a answer) OK() bool { return a.Status >= 200 && a.Status < 300 }

// also is a success with a word on what came of it, or else the refusal.
func (a answer) also(what string) string {
	if a.OK() {
		return a.String() + ", " + what
	}
	return a.String()
}

// String words the answer by status, code and flaws: "400, 50035 at content (BASE_TYPE_BAD_LENGTH)".
// It holds no words of Discord's and nothing that somebody wrote.
func (a answer) String() string {
	if a.OK() {
		return strconv.Itoa(a.Status)
	}
	var refusal struct {
		Code   int
		Errors json.RawMessage
	}
	if json.Unmarshal(a.Body, &refusal) != nil {
		return fmt.Sprintf("%d, no JSON", a.Status)
	}
	text := fmt.Sprintf("%d, %d", a.Status, refusal.Code)
	if found := flaws("", refusal.Errors); len(found) > 0 {
		text += " " + strings.Join(found, ", ")
	}
	return text
}

// flaws lists the flaws of a form, each with its path and code.
func flaws(path string, node json.RawMessage) []string {
	var below map[string]json.RawMessage
	if json.Unmarshal(node, &below) != nil {
		return nil
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(below)) {
		if name != "_errors" {
			out = append(out, flaws(strings.TrimPrefix(path+"."+name, "."), below[name])...)
			continue
		}
		var at []struct{ Code string }
		_ = json.Unmarshal(below[name], &at)
		for _, f := range at {
			out = append(out, fmt.Sprintf("at %s (%s)", cmp.Or(path, "all"), f.Code))
		}
	}
	return out
}
