package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/sandbox/fault"
)

// fakeClient returns a client of a Discord that is a function.
func fakeClient(t *testing.T, c Config, discord func(*http.Request) (*http.Response, error)) *Client {
	t.Helper()
	c.Transport = transportFunc(discord)
	if c.Patience == 0 {
		c.Patience = 30 * time.Second
	}
	client, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// transportFunc is a transport that is a function.
type transportFunc func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// emptyAnswer is an answer without a body.
func emptyAnswer(r *http.Request, status int) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody, Request: r}
}

// A play is a Discord that answers by a script, in a bubble with a clock of its own.
type play struct {
	*testing.T
	*Client
	script []string    // one a try, as [play.answer] reads it; the last one repeats
	began  time.Time   // of the play
	at     []time.Time // when each try came
}

// inPlay has a test talk to a Discord that answers by a script, whose parts strokes separate.
func inPlay(t *testing.T, c Config, script string, do func(*play)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &play{T: t, script: strings.Split(script, " / "), began: time.Now()}
		p.Client = fakeClient(t, c, p.answer)
		do(p)
	})
}

// answer answers a try: with a status, and for a failure with Discord's code, the time to wait, and whether it is of
// all requests or a web page. A text in quotes is the body of a success.
func (p *play) answer(r *http.Request) (*http.Response, error) {
	p.at = append(p.at, time.Now())
	words := strings.Split(p.script[0], " ")
	if len(p.script) > 1 {
		p.script = p.script[1:]
	}
	switch words[0] {
	case "cut":
		return nil, errors.New("cut")
	case "never", "hang": // for ever, or for 5 s
		hangs := time.NewTimer(5 * time.Second)
		if words[0] == "never" {
			hangs.Stop()
		}
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-hangs.C:
			words[0] = "204"
		}
	case "short": // cut short
		answer := emptyAnswer(r, http.StatusOK)
		answer.Body = io.NopCloser(iotest.ErrReader(errors.New("cut")))
		return answer, nil
	}
	status, err := strconv.Atoi(words[0])
	if err != nil {
		p.Errorf("no answer is %q", words[0])
	}
	answer := emptyAnswer(r, status)
	if status < http.StatusBadRequest {
		answer.Body = io.NopCloser(strings.NewReader(strings.Join(words[1:], " ")))
		return answer, nil
	}
	f := fault.Fault{Status: status}
	for _, word := range words[1:] {
		code, noCode := strconv.Atoi(word)
		wait, noWait := time.ParseDuration(word)
		switch {
		case noCode == nil:
			f.Code = code
		case noWait == nil:
			f.Wait = wait
		case word == "global":
			f.Global = true
		case word == "html":
			f.HTML = true
		default:
			p.Errorf("no answer has %q", word)
		}
	}
	header, body := f.Answer("POST /x", time.Now())
	answer.Header, answer.Body = header, io.NopCloser(strings.NewReader(string(body)))
	return answer, nil
}

// took returns how long each try came after the one before.
func (p *play) took() (pauses []time.Duration) {
	for i := 1; i < len(p.at); i++ {
		pauses = append(pauses, p.at[i].Sub(p.at[i-1]))
	}
	return pauses
}

// grow checks that pauses begin at one and double up to a bound, each drawn from its upper half.
func (p *play) grow(want, most time.Duration) {
	p.Helper()
	for i, pause := range p.took() {
		if pause < want/2 || pause > want {
			p.Errorf("pause %d is %v, want %v to %v", i+1, pause, want/2, want)
		}
		want = min(2*want, most)
	}
}

// refusal returns the status of Discord's that an error is, 0 for any other error.
func refusalOf(err error) int {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Status
	}
	return 0
}

// A request is made again after a failure that may pass, unless that could make something twice. What was
// taken by a try whose answer was lost is done; what another has answered before is not. A 429 because direct
// channels are opened too fast is final: to ask again would be one refused request more.
func TestWhatIsMadeAgain(t *testing.T) {
	t.Parallel()
	type requests = []Request
	again := requests{{Method: http.MethodGet}, {Method: http.MethodPatch}, {Method: http.MethodDelete}, {Method: http.MethodPost, Idempotent: true}}
	post, strip := requests{{Method: http.MethodPost}}, requests{{Method: http.MethodPatch, Once: true}}
	for _, c := range []struct {
		script   string
		requests requests
		tries    int
		fails    bool
	}{
		{"500 / 204", again, 2, false}, {"501 / 504 / 204", again, 3, false}, {"503 html / 204", again, 2, false}, {"408 / 204", again, 2, false},
		{"502 / 524 / 204", again, 3, false}, {"short / 204", again, 2, false},
		{"cut / 204", again, 2, false}, {"cut / cut / 204", again, 3, false}, {"429 1ms / 204", again, 2, false}, {"429 html / 204", again, 2, false},
		{"400 / 204", again, 1, true}, {"401 / 204", again, 1, true}, {"403 / 204", again, 1, true}, {"404 / 204", again, 1, true}, {"cut / 404", again, 2, true},
		{"403 40003 / 204", again, 1, true}, {"429 40003 1s / 204", again, 1, true},
		{"500 / 204", post, 1, true}, {"cut / 204", post, 1, true}, {"429 1ms / 204", post, 2, false}, {"429 1ms / 503", post, 2, true},
		{"500 / 204", strip, 1, true}, {"cut / 204", strip, 1, true}, {"429 1ms / 204", strip, 1, true},
		{"cut / 400 40060", again[3:], 2, false}, {"503 / 400 40060", again[3:], 2, false}, {"500 / 429 1ms / 400 40060", again[3:], 3, false},
		{"400 40060", again[3:], 1, true}, {"429 1ms / 400 40060", again[3:], 2, true},
	} {
		for _, r := range c.requests {
			inPlay(t, Config{}, c.script, func(p *play) {
				r.Path = "x"
				if err := p.Do(p.Context(), r, nil); (err != nil) != c.fails || len(p.at) != c.tries {
					p.Errorf("%s %+v after %s = %v after %d tries, want %d", r.Method, r, c.script, err, len(p.at), c.tries)
				}
			})
		}
	}
}

// A request whose answer hangs is made again within the patience. Of one that is in a hurry the first two tries are
// brief and follow each other at once; the next one may take as long as any, so that a slow line gets through.
func TestHangingRequestsAreRetried(t *testing.T) {
	t.Parallel()
	post := Request{Method: http.MethodPost, Path: "x", Idempotent: true}
	inPlay(t, Config{Patience: 3 * time.Second}, "hang / 204", func(p *play) {
		if err := p.Do(p.Context(), post, nil); err != nil || len(p.at) != 2 {
			p.Errorf("Do = %v after %d tries, want the answer to the second", err, len(p.at))
		}
	})
	post.Priority, post.Brief = Exempt, 800*time.Millisecond
	inPlay(t, Config{}, "hang", func(p *play) {
		if err := p.Do(p.Context(), post, nil); err != nil || !slices.Equal(p.took(), []time.Duration{post.Brief, post.Brief}) {
			p.Errorf("Do = %v after tries %v apart, want two that are brief", err, p.took())
		}
	})
}

// Pauses between tries grow up to a bound and are random, and the patience ends. Those of a request that is in a hurry
// begin short: after four refusals it is given within a second.
func TestPausesGrow(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for range 2 {
		inPlay(t, Config{}, "503", func(p *play) {
			if err := p.Do(p.Context(), Request{Method: http.MethodGet, Path: "x", Bucket: "x"}, nil); refusalOf(err) != http.StatusServiceUnavailable {
				p.Errorf("Do = %v, want the last answer", err)
			}
			if took := time.Since(p.began); took > p.Patience || took < p.Patience/2 {
				p.Errorf("a request was tried for %v, want up to %v", took, p.Patience)
			}
			p.grow(p.Backoff, maxBackoff)
			for _, pause := range p.took() {
				seen[pause] = true
			}
		})
	}
	if len(seen) < 10 {
		t.Errorf("the pauses are %v, want no two alike", seen)
	}
	inPlay(t, Config{}, "503 / 503 / 503 / 503 / 204", func(p *play) {
		r := Request{Method: http.MethodPost, Path: "x", Idempotent: true, Priority: Exempt, Brief: 800 * time.Millisecond}
		err := p.Do(p.Context(), r, nil)
		p.grow(50*time.Millisecond, time.Second)
		if took := time.Since(p.began); err != nil || took > time.Second {
			p.Errorf("Do = %v after %v, want a second at most", err, took)
		}
	})
}

// A context that ends ends every wait: for an answer that hangs, for a limit, and between two tries.
func TestContextEndsEveryWait(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"never", "429 24h", "500"} {
		inPlay(t, Config{Patience: 1000 * time.Hour, Backoff: 24 * time.Hour}, script, func(p *play) {
			ctx, end := context.WithCancel(p.Context())
			time.AfterFunc(time.Hour, end)
			err := p.Do(ctx, Request{Method: http.MethodPost, Path: "x", Bucket: "x", Idempotent: true}, nil)
			if took := time.Since(p.began); err == nil || took != time.Hour || len(p.at) != 1 {
				p.Errorf("after %s Do = %v after %v and %d tries, want that it ends with its context", script, err, took, len(p.at))
			}
		})
	}
}

// The hooks are told of every try with its status, and of every further try with its reason.
func TestHooks(t *testing.T) {
	t.Parallel()
	var statuses []int
	var reasons []string
	inPlay(t, Config{
		Tried:   func(_ Request, status int, _ time.Duration) { statuses = append(statuses, status) },
		Retried: func(reason string) { reasons = append(reasons, reason) },
	}, "cut / 429 1s / 503 / short / 403", func(p *play) {
		if err := p.Do(p.Context(), Request{Method: http.MethodGet, Path: "x"}, nil); err == nil {
			p.Error("Do went well")
		}
	})
	if got, want := fmt.Sprint(statuses, reasons), "[0 429 503 200 403] [no answer rate limit server error answer cut short]"; got != want {
		t.Errorf("the hooks were told %s, want %s", got, want)
	}
}

// A request with FailFast is given up when no connection can be made.
func TestFailFast(t *testing.T) {
	t.Parallel()
	tries := 0
	c, err := New(Config{API: "http://127.0.0.1:1", Patience: time.Minute, Pace: 20, Tried: func(Request, int, time.Duration) { tries++ }})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Do(t.Context(), Request{Method: http.MethodGet, Path: "x", FailFast: true}, nil); err == nil || tries != 1 {
		t.Errorf("Do = %v after %d tries, want an error after one", err, tries)
	}
}

// After many requests that each have a bucket of their own, discordgo keeps none, which it would never free, and the
// limiter keeps no holds that are over. discordgo does not see the headers about limits, for which it would wait and
// which may be malformed.
func TestNoBucketIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		date := ""
		c := fakeClient(t, Config{}, func(r *http.Request) (*http.Response, error) {
			answer := emptyAnswer(r, http.StatusNoContent)
			for name, value := range map[string]string{"Limit": "5", "Remaining": "0", "Reset-After": "0.050", "Bucket": r.URL.Path} {
				answer.Header.Set("X-RateLimit-"+name, value)
			}
			if date != "" {
				answer.Header.Set("X-RateLimit-Global", "0")
				answer.Header.Set("X-RateLimit-Reset", "0")
			}
			answer.Header.Set("Date", date)
			return answer, nil
		})
		for n := range 5000 {
			id := fmt.Sprint("callback ", n)
			if err := c.Do(t.Context(), Request{Method: http.MethodPost, Path: id, Bucket: id, Priority: Exempt}, nil); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
		if n := len(c.limiter.held); n == 0 || n > 60 {
			t.Errorf("%d buckets are held, want those of the last 50 ms", n)
		}
		buckets := fmt.Sprintf("%+v", c.discord.Ratelimiter)
		if want := fmt.Sprintf("%+v", discordgo.NewRatelimiter()); len(buckets) > len(want)+20 {
			t.Errorf("discordgo keeps %s", buckets)
		}
		if s := c.discord; s.MaxRestRetries != 0 || s.ShouldRetryOnRateLimit || s.Debug || s.LogLevel >= 0 {
			t.Error("discordgo retries or logs by itself")
		}
		date = "?"
		if err := c.Do(t.Context(), Request{Method: http.MethodGet, Path: "x"}, nil); err != nil {
			t.Error(err)
		}
	})
}

// An answer that is too large, or nested too deeply, is an error at once. It is not asked for
// again, as it would be the same.
func TestAnswerBeyondItsBoundIsRefused(t *testing.T) {
	t.Parallel()
	for said, answer := range map[string]string{
		"the answer has more than 8 MiB": `"` + strings.Repeat("x", maxBody) + `"`,
		"more than 64 deep":              strings.Repeat("[", 100) + strings.Repeat("]", 100),
	} {
		inPlay(t, Config{}, "200 "+answer, func(p *play) {
			var out any
			err := p.Do(p.Context(), Request{Method: http.MethodGet, Path: "channels/1", Bucket: "b"}, &out)
			if err == nil || !strings.Contains(err.Error(), said) || len(p.at) != 1 {
				p.Errorf("Do = %.100v after %d tries, want %q after one", err, len(p.at), said)
			}
		})
	}
}

// The class of a request tells neither ids nor tokens.
func TestClassOf(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string]string{
		"POST interactions/12/a-token/callback":        "callback",
		"PATCH webhooks/12/a-token/messages/@original": "answer",
		"POST users/@me/channels":                      "direct",
		"POST channels/12/messages":                    "post",
		"PATCH channels/12/messages/34":                "edit",
		"DELETE channels/12/messages/34":               "delete",
		"GET channels/12/messages?limit=100":           "history",
		"POST channels/12/messages/34/threads":         "thread",
		"GET channels/12":                              "channel",
		"PATCH channels/12":                            "channel",
		"GET guilds/12/members/34":                     "member",
		"PUT applications/12/commands":                 "register",
		"GET gateway/bot":                              "gateway",
		"GET users/@me":                                "other",
		"GET a-token":                                  "other",
	} {
		method, path, _ := strings.Cut(asked, " ")
		if got := (Request{Method: method, Path: path}).Class(); got != want {
			t.Errorf("the class of %s is %s, want %s", asked, got, want)
		}
	}
}
