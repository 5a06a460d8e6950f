package sandbox

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

// httpBot is a bot that takes interactions over HTTP alone.
type httpBot struct {
	*bot
	url    string
	trusts atomic.Bool                                    // it does not look at signatures
	mute   atomic.Bool                                    // it does not know what a PING is
	on     func(w http.ResponseWriter, i asked)           // answers an interaction
	signed func(r *http.Request, body []byte, right bool) // sees every request; may be nil
}

// newHTTPBot starts a sandbox and a bot of an HTTP address, which has commands but no gateway.
func newHTTPBot(t *testing.T, c Config, on func(w http.ResponseWriter, i asked)) (*Server, *httpBot) {
	t.Helper()
	s := start(t, c)
	b := &httpBot{bot: &bot{t: t, s: s}, on: on}
	served := httptest.NewServer(http.HandlerFunc(b.serveHTTP))
	t.Cleanup(served.Close)
	t.Cleanup(b.wantDone)
	b.url = served.URL
	b.ok("PUT", "/applications/"+world.AppID+"/commands", testCommands, nil)
	return s, b
}

func (b *httpBot) serveHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Error(err)
	}
	key, err := hex.DecodeString(b.s.PublicKey())
	if err != nil || len(key) != ed25519.PublicKeySize {
		b.t.Errorf("the public key is %q", b.s.PublicKey())
		return
	}
	sig, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	right := ed25519.Verify(key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), sig)
	if b.signed != nil {
		b.signed(r, body, right)
	}
	i := asked{raw: body, bot: b.bot}
	if err := json.Unmarshal(body, &i); err != nil {
		b.t.Error(err)
	}
	switch {
	case !right && !b.trusts.Load():
		http.Error(w, "wrong signature", http.StatusUnauthorized)
	case i.Type == 1 && !b.mute.Load():
		inBody(w, `{"type":1}`)
	case right:
		b.on(w, i)
	}
}

// inBody answers with JSON.
func inBody(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(payload(v))
}

// over has the sandbox send interactions to the bot, and waits until it does.
func (b *httpBot) over() {
	b.t.Helper()
	b.s.SendTo(b.url)
	if err := b.s.AwaitBot(within(b.t)); err != nil {
		b.t.Fatal(err)
	}
}

// posts are the exchanges with the bot's address.
func (b *httpBot) posts(path string) (all []discord.Exchange) {
	for _, x := range b.s.Traffic() {
		if x.Method == discord.EndpointMethod && x.Path == path {
			all = append(all, x)
		}
	}
	return all
}

// A bot answers in the body, or with 202 and by REST. The gateway hears nothing of either.
func TestInteractionsOverHTTP(t *testing.T) {
	s, b := newHTTPBot(t, Config{}, func(w http.ResponseWriter, i asked) {
		switch {
		case i.Type == 4:
			inBody(w, `{"type":8,"data":{"choices":[{"name":"A","value":"a"}]}}`)
		case i.Data.Name == "go":
			inBody(w, `{"type":4,"data":{"content":"gone"}}`)
		default:
			w.WriteHeader(http.StatusAccepted)
			i.bot.busy.Go(func() { i.answer(4, `{"content":"by REST"}`) })
		}
	})
	var back atomic.Bool // to the gateway
	watch := &bot{t: t, s: s, events: make(chan event, 100), on: func(i asked) {
		if !back.Load() {
			t.Errorf("the gateway brought %s", i.raw)
		}
		i.answer(4, `{"content":"by the gateway"}`)
	}}
	t.Cleanup(watch.wantDone)
	watch.connect()
	b.over()
	ann := s.User("ann")
	for line, want := range map[string]string{"/go": "gone", "/server": "by REST"} {
		if m := b.slash("ann", games, line); m.Content != want {
			t.Errorf("%s is answered with %v", line, m)
		}
	}
	if c, err := ann.Complete(within(t), games, "/move move:x"); err != nil || len(c) != 1 || c[0].Value != "a" {
		t.Errorf("the completions are %v, %v", c, err)
	}
	if v := s.Violations(); len(v) > 0 {
		t.Errorf("%+v broke rules", v)
	}
	var app struct {
		Key string `json:"verify_key"`
		URL string `json:"interactions_endpoint_url"`
	}
	if b.ok("GET", "/applications/@me", nil, &app); app.Key != s.PublicKey() || app.URL != b.url {
		t.Errorf("the application is %+v", app)
	}
	if code := b.call("PATCH", "/applications/@me", `{"interactions_endpoint_url":null}`, &app); code != 0 {
		t.Errorf("back to the gateway: %d", code)
	}
	back.Store(true)
	if m := b.slash("ann", games, "/go"); m.Content != "by the gateway" {
		t.Errorf("after that, /go is answered with %v", m)
	}
}

// Wrong signatures come first, and now and then, each time in another way. A bot that takes one breaks a rule.
func TestWrongSignaturesAreSent(t *testing.T) {
	s, b := newHTTPBot(t, Config{}, func(w http.ResponseWriter, _ asked) { inBody(w, `{"type":4,"data":{"content":"gone"}}`) })
	var bad atomic.Int64
	b.signed = func(_ *http.Request, _ []byte, right bool) {
		if !right {
			bad.Add(1)
		}
	}
	b.over()
	pings := bad.Load()
	for range 61 {
		b.slash("ann", games, "/go")
	}
	if n := bad.Load() - pings; n != 4 || pings == 0 {
		t.Errorf("%d PINGs and %d of 61 interactions had a wrong signature, want some and 4", pings, n)
	}
	for _, x := range b.posts("INTERACTION_CREATE, wrongly signed") {
		if x.Status != http.StatusUnauthorized || x.Wrong != "" {
			t.Errorf("one was answered with %d: %s", x.Status, x.Wrong)
		}
	}
	b.trusts.Store(true)
	for range 20 {
		_, _ = s.User("ann").Slash(within(t), games, "/go")
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0].Wrong, "refused with 401, not with 200") {
		t.Errorf("the violations are %+v", v)
	}
}

// An address is verified before it is kept: it refuses a wrong signature and answers a PING.
func TestAnAddressIsVerified(t *testing.T) {
	s, b := newHTTPBot(t, Config{}, func(w http.ResponseWriter, _ asked) { w.WriteHeader(http.StatusTeapot) })
	set := func() int { return b.call("PATCH", "/applications/@me", obj{"interactions_endpoint_url": b.url}, nil) }
	b.trusts.Store(true)
	wantCode(t, "an address that takes wrong signatures", set(), 50035)
	b.trusts.Store(false)
	b.mute.Store(true)
	wantCode(t, "an address that knows no PING", set(), 50035)
	b.mute.Store(false)
	wantCode(t, "a right one", set(), 0)
	wantCode(t, "another field", b.call("PATCH", "/applications/@me", `{"tags":["x"]}`, nil), 999999)
	words := []string{"refused with 401, not with 200", `A PING is answered with 200, {"type": 1}`, "does not imitate"}
	var told []string
	for _, x := range s.Violations() {
		told = append(told, x.Wrong)
	}
	for _, want := range words {
		if !strings.Contains(strings.Join(told, "\n"), want) {
			t.Errorf("no violation says %q: %q", want, told)
		}
	}
}

// Anything but 202 without a body, and 200 with an answer in JSON, is refused: the person reads that nobody answered,
// and all but a failure of the bot's is a violation.
func TestAnswersOverHTTP(t *testing.T) {
	var answer atomic.Value
	s, b := newHTTPBot(t, Config{}, func(w http.ResponseWriter, _ asked) { answer.Load().(func(http.ResponseWriter))(w) })
	b.over()
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		want   string // in the violation; "" for none
	}{
		"204":          {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) }, "not with 204"},
		"401":          {func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }, "not with 401"},
		"a redirect":   {func(w http.ResponseWriter) { w.Header().Set("Location", "/"); w.WriteHeader(http.StatusFound) }, "not with 302"},
		"202, a body":  {func(w http.ResponseWriter) { w.WriteHeader(http.StatusAccepted); _, _ = io.WriteString(w, "{}") }, "202 has no body"},
		"200, no body": {func(w http.ResponseWriter) {}, "has a body of JSON"},
		"200, text":    {func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"type":4,"data":{"content":"x"}}`) }, "Content-Type application/json"},
		"a PONG":       {func(w http.ResponseWriter) { inBody(w, `{"type":1}`) }, "type"},
		"choices":      {func(w http.ResponseWriter) { inBody(w, `{"type":8,"data":{"choices":[]}}`) }, "cannot be answered with type 8"},
		"too long": {func(w http.ResponseWriter) {
			inBody(w, obj{"type": 4, "data": obj{"content": strings.Repeat("x", 2001)}})
		}, "2000 or fewer"},
		"503":   {func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }, ""},
		"a cut": {func(w http.ResponseWriter) { panic(http.ErrAbortHandler) }, ""},
	} {
		before := len(s.Violations())
		answer.Store(c.answer)
		if m, err := s.User("ann").Slash(within(t), games, "/go"); !errors.Is(err, discord.ErrNoAnswer) {
			t.Errorf("%s: the person reads %v, %v", name, m, err)
		}
		v := s.Violations()[before:]
		if c.want == "" && len(v) > 0 || c.want != "" && (len(v) != 1 || !strings.Contains(v[0].Wrong, c.want)) {
			t.Errorf("%s: the violations are %+v, want %q", name, v, c.want)
		}
	}
}

// The bot has three seconds, over HTTP too.
func TestTooLateOverHTTP(t *testing.T) {
	release := make(chan struct{})
	s, b := newHTTPBot(t, Config{AnswerWithin: 50 * time.Millisecond}, func(w http.ResponseWriter, i asked) {
		<-release
		inBody(w, `{"type":4,"data":{"content":"late"}}`)
	})
	b.over()
	if _, err := s.User("ann").Slash(within(t), games, "/go"); !errors.Is(err, discord.ErrNoAnswer) {
		t.Errorf("the person reads %v", err)
	}
	close(release)
}
