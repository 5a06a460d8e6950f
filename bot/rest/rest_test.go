package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
)

// postRoute is the route for which these tests plan faults.
const postRoute = "POST /channels/{channel}/messages"

// desk is a sandbox and a client of it.
type desk struct {
	t       *testing.T
	ctx     context.Context
	discord *sandbox.Server
	client  *Client
	channel string // the id of #games
}

// newDesk starts a sandbox, and makes a client whose configuration is adjusted unless
// adjust is nil.
func newDesk(t *testing.T, adjust func(*Config)) *desk {
	t.Helper()
	d := &desk{t: t}
	var err error
	if d.discord, err = sandbox.Start(sandbox.Config{OpenAPI: os.Getenv("DISCORD_OPENAPI"), AnswerWithin: time.Minute, Haste: 1e9}); err != nil {
		t.Fatal(err)
	}
	var cancel context.CancelFunc
	d.ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(func() {
		cancel()
		d.discord.Close()
		for _, x := range d.discord.Violations() {
			t.Errorf("%s %s breaks Discord's rules: %s%s", x.Method, x.Path, x.Wrong, x.WrongAnswer)
		}
	})
	c := Config{Token: d.discord.Token(), API: d.discord.URL(), Patience: 30 * time.Second, Pace: 20}
	if adjust != nil {
		adjust(&c)
	}
	if d.client, err = New(c); err != nil {
		t.Fatal(err)
	}
	d.channel = d.discord.Channel("games")
	return d
}

// message returns the request for a message.
func (d *desk) message(nonce, bucket string, p Priority) Request {
	body := fmt.Sprintf(`{"content":"x","nonce":%q,"enforce_nonce":true,"allowed_mentions":{"parse":[]}}`, nonce)
	return Request{
		Method: http.MethodPost, Path: "channels/" + d.channel + "/messages", Body: []byte(body),
		Bucket: bucket, Priority: p, Idempotent: true,
	}
}

// post posts a message in the bucket "post".
func (d *desk) post(ctx context.Context, nonce string, p Priority) error {
	return d.client.Do(ctx, d.message(nonce, "post", p), nil)
}

// sent returns how many requests of a method went to paths with an ending.
func (d *desk) sent(method, end string) (n int) {
	for _, x := range d.discord.Traffic() {
		if x.Method == method && strings.HasSuffix(x.Path, end) {
			n++
		}
	}
	return n
}

// fail plans a fault of [postRoute].
func (d *desk) fail(f fault.Fault) {
	d.t.Helper()
	f.Route = postRoute
	if _, err := d.discord.Faults().Fail(f); err != nil {
		d.t.Fatal(err)
	}
}

// transportFunc is a transport that is a function.
type transportFunc func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// fakeClient returns a client of a Discord that is a function.
func fakeClient(t *testing.T, c Config, discord transportFunc) *Client {
	t.Helper()
	c.Transport = discord
	if c.Patience == 0 {
		c.Patience = 30 * time.Second
	}
	client, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// emptyAnswer is an answer without a body.
func emptyAnswer(r *http.Request, status int) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody, Request: r}
}

// A play is a Discord that answers by a script, in a bubble with a clock of its own.
type play struct {
	*testing.T
	*Client
	script []string    // one a try: a status, with the seconds to wait or a body after it, or "cut" or "hang"; the last one repeats
	at     []time.Time // when each try came
}

// inPlay has a test talk to a Discord that answers by a script.
func inPlay(t *testing.T, c Config, do func(*play), script ...string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &play{T: t, script: script}
		p.Client = fakeClient(t, c, p.answer)
		do(p)
	})
}

// answer answers a try.
func (p *play) answer(r *http.Request) (*http.Response, error) {
	p.at = append(p.at, time.Now())
	said, after, _ := strings.Cut(p.script[0], " ")
	if len(p.script) > 1 {
		p.script = p.script[1:]
	}
	switch said {
	case "cut":
		return nil, errors.New("cut")
	case "hang":
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(5 * time.Second):
			said = "204"
		}
	}
	status, _ := strconv.Atoi(said)
	answer := emptyAnswer(r, status)
	if _, err := strconv.ParseFloat(after, 64); err == nil {
		answer.Header.Set("Retry-After", after)
		after = `{"retry_after":` + after + `}`
	}
	if after != "" {
		answer.Body = io.NopCloser(strings.NewReader(after))
	}
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

// A context that ends ends every wait: for an answer that hangs, for a limit, and between
// two tries.
func TestContextEndsEveryWait(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		fault   fault.Fault
		backoff time.Duration
	}{
		{"an answer that hangs", fault.Fault{Wait: 24 * time.Hour}, 0},
		{"a limit", fault.Fault{Status: 429, Wait: 24 * time.Hour}, 0},
		{"between two tries", fault.Fault{Status: 500}, 24 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, func(config *Config) { config.Patience, config.Backoff = 1000*time.Hour, c.backoff })
			d.fail(c.fault)
			ctx, end := context.WithCancel(context.Background())
			defer end()
			result := make(chan error, 1)
			go func() { result <- d.post(ctx, "n", Normal) }()
			if err := d.discord.Faults().Await(d.ctx); err != nil {
				t.Fatal(err)
			}
			end()
			select {
			case err := <-result:
				if err == nil {
					t.Error("the post went well")
				}
			case <-d.ctx.Done():
				t.Error("the post goes on after its context has ended")
			}
		})
	}
}

// A request whose answer hangs is made again within the patience.
func TestHangingRequestIsRetried(t *testing.T) {
	t.Parallel()
	inPlay(t, Config{Patience: 3 * time.Second}, func(p *play) {
		if err := p.Do(p.Context(), Request{Method: http.MethodPost, Path: "x", Idempotent: true}, nil); err != nil || len(p.at) != 2 {
			p.Errorf("Do = %v after %d tries, want the answer to the second", err, len(p.at))
		}
	}, "hang", "204")
}

// discordgo keeps no buckets, which it would never free, and the limiter keeps no holds
// that are over, after many requests that each have a bucket of their own.
func TestNoBucketIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := fakeClient(t, Config{}, func(r *http.Request) (*http.Response, error) {
			answer := emptyAnswer(r, http.StatusNoContent)
			answer.Header.Set("X-RateLimit-Limit", "5")
			answer.Header.Set("X-RateLimit-Remaining", "0")
			answer.Header.Set("X-RateLimit-Reset-After", "0.050")
			answer.Header.Set("X-RateLimit-Bucket", r.URL.Path)
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
	})
}

// Pauses between tries grow up to a bound and are random, and the patience ends.
func TestPausesGrow(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for range 2 {
		inPlay(t, Config{}, func(p *play) {
			began := time.Now()
			err := p.Do(p.Context(), Request{Method: http.MethodGet, Path: "x", Bucket: "x"}, nil)
			if refused := (*Error)(nil); !errors.As(err, &refused) || refused.Status != http.StatusServiceUnavailable {
				p.Errorf("Do = %v, want the last answer", err)
			}
			if took := time.Since(began); took > p.Patience || took < p.Patience/2 {
				p.Errorf("a request was tried for %v, want up to %v", took, p.Patience)
			}
			p.grow(p.Backoff, maxBackoff)
			for _, pause := range p.took() {
				seen[pause] = true
			}
		}, "503")
	}
	if len(seen) < 10 {
		t.Errorf("the pauses are %v, want no two alike", seen)
	}
}

// The hooks are told of every try with its status, and of every further try with its
// reason.
func TestHooks(t *testing.T) {
	t.Parallel()
	var statuses []int
	var reasons []string
	inPlay(t, Config{
		Tried:   func(_ Request, status int, _ time.Duration) { statuses = append(statuses, status) },
		Retried: func(reason string) { reasons = append(reasons, reason) },
	}, func(p *play) {
		if err := p.Do(p.Context(), Request{Method: http.MethodGet, Path: "x"}, nil); err == nil {
			p.Error("Do went well")
		}
	}, "cut", "429", "503", "403")
	if got, want := fmt.Sprint(statuses, reasons), "[0 429 503 403] [no answer rate limit server error]"; got != want {
		t.Errorf("the hooks were told %s, want %s", got, want)
	}
}

// A request with FailFast is given up when no connection can be made.
func TestFailFast(t *testing.T) {
	t.Parallel()
	c, err := New(Config{API: "http://127.0.0.1:1", Patience: time.Minute, Pace: 20})
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	c.Tried = func(Request, int, time.Duration) { tries++ }
	if err := c.Do(t.Context(), Request{Method: http.MethodGet, Path: "x", FailFast: true}, nil); err == nil || tries != 1 {
		t.Errorf("Do = %v after %d tries, want an error after one", err, tries)
	}
}

// discordgo does not see the headers about limits, for which it would wait and which may
// be malformed.
func TestHeadersOfLimitsAreRemoved(t *testing.T) {
	t.Parallel()
	c := fakeClient(t, Config{}, func(r *http.Request) (*http.Response, error) {
		answer := emptyAnswer(r, http.StatusNoContent)
		for _, name := range []string{"Global", "Remaining", "Reset-After", "Reset", "Bucket"} {
			answer.Header.Set("X-RateLimit-"+name, "0")
		}
		answer.Header.Set("Date", "?")
		return answer, nil
	})
	if err := c.Do(t.Context(), Request{Method: http.MethodGet, Path: "x"}, nil); err != nil {
		t.Error(err)
	}
}

// A failure without a status, or with one that may pass, is temporary.
func TestTemporary(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{0: true, 200: true, 400: false, 401: false, 403: false, 404: false, 408: true, 429: true, 500: true, 502: true, 524: true} {
		if got := (outcome{status: status}).temporary(); got != want {
			t.Errorf("%d is temporary: %v, want %v", status, got, want)
		}
	}
}

// An answer that is too large, or nested too deeply, is an error at once. It is not asked for
// again, as it would be the same.
func TestAnswerBeyondItsBoundIsRefused(t *testing.T) {
	t.Parallel()
	for said, answer := range map[string]string{
		"the answer has more than 8 MiB": `"` + strings.Repeat("x", maxBody) + `"`,
		"more than 64 deep":              strings.Repeat("[", 100) + strings.Repeat("]", 100),
	} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			_, _ = io.WriteString(w, answer)
		}))
		defer server.Close()
		client, err := New(Config{Token: "token", API: server.URL, Patience: 30 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		var out any
		err = client.Do(t.Context(), Request{Method: http.MethodGet, Path: "channels/1", Bucket: "b"}, &out)
		if err == nil || !strings.Contains(err.Error(), said) || asked != 1 {
			t.Errorf("Do = %.100v after %d tries, want %q after one", err, asked, said)
		}
	}
}

// A 429 because direct channels are opened too fast is final, and its code is known. To ask again
// would be one refused request more.
func TestDirectTooFastIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusTooManyRequests} {
		d := newDesk(t, nil)
		d.fail(fault.Fault{Status: status, Code: CodeDirectTooFast})
		err := d.post(d.ctx, "n", Normal)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != CodeDirectTooFast || refused.Status != status {
			t.Errorf("a %d with code %d became %v", status, CodeDirectTooFast, err)
		}
		if got := d.sent(http.MethodPost, "/messages"); got != 1 {
			t.Errorf("after a %d the request was made %d times, want once", status, got)
		}
	}
}

// The class of a request tells neither ids nor tokens.
func TestClassOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, path, want string }{
		{"POST", "interactions/12/a-token/callback", "callback"},
		{"PATCH", "webhooks/12/a-token/messages/@original", "answer"},
		{"POST", "users/@me/channels", "direct"},
		{"POST", "channels/12/messages", "post"},
		{"PATCH", "channels/12/messages/34", "edit"},
		{"DELETE", "channels/12/messages/34", "delete"},
		{"GET", "channels/12/messages?limit=100", "history"},
		{"POST", "channels/12/messages/34/threads", "thread"},
		{"GET", "channels/12", "channel"},
		{"PATCH", "channels/12", "channel"},
		{"GET", "guilds/12/members/34", "member"},
		{"PUT", "applications/12/commands", "register"},
		{"GET", "gateway/bot", "gateway"},
		{"GET", "users/@me", "other"},
		{"GET", "a-token", "other"},
	} {
		if got := (Request{Method: c.method, Path: c.path}).Class(); got != c.want {
			t.Errorf("the class of %s %s is %s, want %s", c.method, c.path, got, c.want)
		}
	}
}

// A request is made again after a failure that may pass, unless that could make something twice. What was
// taken by a try whose answer was lost is done; what another has answered before is not.
func TestWhatIsMadeAgain(t *testing.T) {
	t.Parallel()
	const answered = `400 {"code":40060,"message":"Interaction has already been acknowledged."}`
	type requests = []Request
	again := requests{{Method: http.MethodGet}, {Method: http.MethodPatch}, {Method: http.MethodDelete}, {Method: http.MethodPost, Idempotent: true}}
	post, strip := requests{{Method: http.MethodPost}}, requests{{Method: http.MethodPatch, Once: true}}
	for _, c := range []struct {
		script   string
		requests requests
		tries    int
		fails    bool
	}{
		{"500|204", again, 2, false}, {"501|504|204", again, 3, false}, {"503 <html>|204", again, 2, false}, {"408|204", again, 2, false},
		{"cut|204", again, 2, false}, {"cut|cut|204", again, 3, false}, {"429 0.001|204", again, 2, false}, {"429 <html>|204", again, 2, false},
		{"403|204", again, 1, true}, {"404|204", again, 1, true}, {"cut|404", again, 2, true},
		{"500|204", post, 1, true}, {"cut|204", post, 1, true}, {"429 0.001|204", post, 2, false}, {"429 0.001|503", post, 2, true},
		{"500|204", strip, 1, true}, {"cut|204", strip, 1, true}, {"429 0.001|204", strip, 1, true},
		{"cut|" + answered, again[3:], 2, false}, {"503|" + answered, again[3:], 2, false}, {"500|429 0.001|" + answered, again[3:], 3, false},
		{answered, again[3:], 1, true}, {"429 0.001|" + answered, again[3:], 2, true},
	} {
		for _, r := range c.requests {
			inPlay(t, Config{}, func(p *play) {
				r.Path = "x"
				if err := p.Do(p.Context(), r, nil); (err != nil) != c.fails || len(p.at) != c.tries {
					p.Errorf("%s %+v after %s = %v after %d tries, want %d", r.Method, r, c.script, err, len(p.at), c.tries)
				}
			}, strings.Split(c.script, "|")...)
		}
	}
}
