package web

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/rest"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// discordNow is the time at Discord in these tests.
var discordNow = time.Unix(1_800_000_000, 0)

// A post is a request to /interactions or /events.
type post struct {
	body   string
	signed string // the body that the signature is for; empty for the same
	at     string // the timestamp that is sent; empty for now
	about  string // the timestamp that the signature is for; empty for the same
	key    ed25519.PrivateKey
	bare   bool   // without a signature
	to     string // where it goes; empty for /interactions
}

// A bench is a server that takes interactions, and Discord's side of it.
type bench struct {
	t       *testing.T
	key     ed25519.PrivateKey
	url     string
	took    chan string // the interactions
	ending  bool        // the bot begins nothing any more
	mu      sync.Mutex
	refused map[string]int
}

// newBench starts a server whose interactions are taken if run is set.
func newBench(t *testing.T, run bool) *bench {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, key: private, url: "http://" + l.Addr().String(), took: make(chan string, 100), refused: map[string]int{}}
	s := Serve(l, slog.New(slog.DiscardHandler), map[string]http.Handler{
		"GET /healthz": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "well") }),
	})
	t.Cleanup(s.Close)
	if !run {
		return b
	}
	ctx, cancel := context.WithCancel(t.Context())
	opened, ended := make(chan struct{}), make(chan error, 1)
	c := b.config(public)
	c.Opened = func() { close(opened) }
	go func() { ended <- s.Run(ctx, c) }()
	t.Cleanup(func() {
		cancel()
		if err := receive(t, ended, "the end of Run"); err != nil {
			t.Errorf("Run ended with %v", err)
		}
	})
	receive(t, opened, "the opening")
	return b
}

// config returns what a bench takes interactions with. Discord always answers.
func (b *bench) config(key ed25519.PublicKey) Config {
	return Config{
		Key: key, Every: time.Hour,
		Past:        func(at time.Time, by time.Duration) bool { return discordNow.Sub(at) > by },
		Begin:       func() (func(), bool) { return func() {}, !b.ending },
		Interaction: func(raw json.RawMessage) { b.took <- string(raw) },
		Added:       func(raw json.RawMessage) { b.took <- string(raw) },
		Refused: func(why string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.refused[why]++
		},
		Opening:  opened,
		Opened:   func() {},
		Closed:   func() {},
		Answered: func() bool { return true },
		Probe:    func(context.Context) error { return nil },
		Final:    func(error) error { return nil },
	}
}

// opened is an opening that needs no time.
func opened() <-chan struct{} {
	ready := make(chan struct{})
	close(ready)
	return ready
}

func receive[T any](t *testing.T, from <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
	}
	return v
}

// sends sends a post and returns the answer.
func (b *bench) sends(p post) (status int, kind, body string) {
	b.t.Helper()
	at := cmp.Or(p.at, strconv.FormatInt(discordNow.Unix(), 10))
	key := p.key
	if key == nil {
		key = b.key
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+cmp.Or(p.to, "/interactions"), strings.NewReader(p.body))
	if err != nil {
		b.t.Fatal(err)
	}
	if !p.bare {
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, []byte(cmp.Or(p.about, at)+cmp.Or(p.signed, p.body)))))
	}
	r.Header.Set("X-Signature-Timestamp", at)
	got, err := (&http.Client{Timeout: patience}).Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return got.StatusCode, got.Header.Get("Content-Type"), string(text)
}

// wants sends a post and checks the status of the answer.
func (b *bench) wants(what string, want int, p post) {
	b.t.Helper()
	if status, _, body := b.sends(p); status != want {
		b.t.Errorf("%s: the answer is %d %q, want %d", what, status, body, want)
	}
}

// ask is an interaction with an id.
func ask(id int) string { return fmt.Sprintf(`{"id":"%d","type":2,"token":"t"}`, id) }

// seconds is a time at Discord, as it stands in a header.
func seconds(ago time.Duration) string {
	return strconv.FormatInt(discordNow.Add(-ago).Unix(), 10)
}

// Only what Discord has signed lately is taken, and only once. What is refused leaves no trace: the same interaction is
// taken when it comes with a right signature.
func TestOnlyWhatDiscordHasSignedIsTaken(t *testing.T) {
	t.Parallel()
	b := newBench(t, true)
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	b.wants("another key", 401, post{body: ask(1), key: other})
	b.wants("a signature for another body", 401, post{body: ask(1), signed: ask(2)})
	b.wants("a signature for another time", 401, post{body: ask(1), about: seconds(time.Second)})
	b.wants("no signature", 401, post{body: ask(1), bare: true})
	b.wants("a PING with another key", 401, post{body: `{"type":1}`, key: other})
	b.wants("an old one", 401, post{body: ask(1), at: seconds(time.Hour)})
	b.wants("one of no time", 401, post{body: ask(1), at: "soon"})
	b.wants("no JSON", 400, post{body: "hello"})
	b.wants("JSON without end", 400, post{body: strings.Repeat(`[`, 10_000)})
	b.wants("no interaction", 400, post{body: `{}`})
	b.wants("a huge body", 413, post{body: strings.Repeat(" ", rest.MaxEvent) + ask(1)})
	if len(b.took) > 0 {
		t.Fatalf("%s was taken", <-b.took)
	}
	b.wants("a right one", 202, post{body: ask(1)})
	b.wants("one that was signed half a minute ago", 202, post{body: ask(2), at: seconds(30 * time.Second)})
	b.wants("the same again", 401, post{body: ask(1)})
	b.wants("the same again, signed anew", 401, post{body: ask(1), at: seconds(time.Second)})
	got := map[string]bool{receive(t, b.took, "an interaction"): true, receive(t, b.took, "an interaction"): true}
	if !got[ask(1)] || !got[ask(2)] || len(b.took) > 0 {
		t.Errorf("%v were taken, and %d more", got, len(b.took))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for why, want := range map[string]int{signature: 5, old: 2, replay: 2, form: 3, large: 1} {
		if b.refused[why] != want {
			t.Errorf("%d are counted as refused for %q, want %d", b.refused[why], why, want)
		}
	}
}

// A PING is answered in the body, each time, and not handled. Pages are served beside it.
func TestAPingIsAnsweredInTheBody(t *testing.T) {
	t.Parallel()
	b := newBench(t, true)
	for range 2 {
		status, kind, body := b.sends(post{body: `{"id":"1","type":1}`})
		if status != 200 || kind != "application/json" || body != `{"type":1}` {
			t.Errorf("the answer is %d %s %s", status, kind, body)
		}
	}
	if len(b.took) > 0 {
		t.Error("a PING was handled")
	}
	for path, want := range map[string]int{"/healthz": 200, "/interactions": 405, "/": 404} {
		got, err := (&http.Client{Timeout: patience}).Get(b.url + path)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != want {
			t.Errorf("GET %s is answered with %d, want %d", path, got.StatusCode, want)
		}
	}
}

// 202 waits for nothing that the bot does, and has no body.
func Test202WaitsForNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t, true)
	b.took = make(chan string) // which nobody reads before the answer is there
	if status, _, body := b.sends(post{body: ask(1)}); status != 202 || body != "" {
		t.Errorf("the answer is %d %q", status, body)
	}
	receive(t, b.took, "the interaction")
}

// A bot that takes no interactions, or begins nothing any more, says so, in place of a 202 that nothing follows.
func TestABotThatEndsSays503(t *testing.T) {
	t.Parallel()
	newBench(t, false).wants("before the start", 503, post{body: ask(1)})
	b := newBench(t, true)
	b.ending = true
	b.wants("at the end", 503, post{body: ask(1)})
	if len(b.took) > 0 {
		t.Error("an interaction was handled")
	}
}

// An id is remembered for as long as a request may be old, and then forgotten.
func TestIDsAreForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for wait, want := range map[time.Duration]bool{0: true, stale: true, 2 * stale: true, 5 * stale: false} {
			for from := 0; from < 240; from += 7 { // seconds, because it depends on when the others came
				var s seen
				s.again("first")
				time.Sleep(time.Duration(from) * time.Second)
				s.again("x")
				for passed := time.Duration(0); passed < wait; passed += time.Second {
					time.Sleep(time.Second)
					s.again("another")
				}
				if got := s.again("x"); got != want {
					t.Errorf("after %v, and %d s in all, an id is known: %t, want %t", wait, from, got, want)
				}
			}
		}
		var s seen
		for n := range 100_000 {
			s.again(fmt.Sprint(n))
			time.Sleep(time.Second)
		}
		if n := len(s.now) + len(s.before); n > 300 {
			t.Errorf("%d ids are remembered, of one a second", n)
		}
	})
}
