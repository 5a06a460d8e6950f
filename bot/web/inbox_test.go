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
	"parlour/commands/match"
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
	c.Changed = func(_ match.Shard, open bool) {
		if open {
			close(opened)
		}
	}
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
		Near:        func(at time.Time, by time.Duration) bool { return discordNow.Sub(at).Abs() <= by },
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
		Changed:  func(match.Shard, bool) {},
		Set:      &match.ShardSet{},
		Answered: func() bool { return true },
		Probe:    func(context.Context) error { return nil },
	}
}

// opened is an opening that needs no time.
func opened(match.Shard) <-chan struct{} {
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

// ask is an interaction with an id.
func ask(id int) string { return fmt.Sprintf(`{"id":"%d","type":2,"token":"t"}`, id) }

// joined is an event that is handed on.
const joined = `{"version":1,"type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"guild":{"id":"1"}}}}`

// seconds is a time at Discord, as it stands in a header.
func seconds(ago time.Duration) string {
	return strconv.FormatInt(discordNow.Add(-ago).Unix(), 10)
}

// posts are what comes to the server: the status of the answer, what is said, and what is wrong with it, or "taken"
// for what is handled.
const posts = `
401 interaction 1 by another
401 interaction 1 signed {}
401 interaction 1 about 1s
401 interaction 1 bare
401 say {"type":1} by another
401 interaction 1 at 1h
401 interaction 1 at -2m
401 interaction 1 soon
400 say hello
400 deep
400 say {}
413 huge
202 interaction 3 at -30s taken
202 interaction 4 long taken
200 say {"id":"1","type":1}
200 say {"id":"1","type":1}
202 interaction 1 taken
202 interaction 2 at 30s taken
401 interaction 1
401 interaction 1 at 1s
401 event by another
401 event bare
401 event at 1h
400 event as hello
400 event as {}
204 event as {"type":1,"event":{"type":"ENTITLEMENT_CREATE","data":{}}}
204 event as {"version":1,"type":0}
204 event taken
204 event taken
`

// Only what Discord has signed lately is taken, and an interaction only once. What is refused leaves no trace: the
// same interaction is taken when it comes with a right signature. A PING is answered, each time, and not handled. Of
// the events the one that says that the bot was added is handed on, as often as it comes.
func TestOnlyWhatDiscordHasSignedIsTaken(t *testing.T) {
	t.Parallel()
	b := newBench(t, true)
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{"200": `application/json {"type":1}`, "202": " ", "204": "application/json "} // all else is a sentence
	for line := range strings.Lines(strings.TrimSpace(posts)) {
		var p post
		words, want := strings.Fields(line), ""
		for i := 1; i < len(words); i++ {
			value := func() string { i++; return words[i] }
			ago := func() time.Duration {
				d, err := time.ParseDuration(value())
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				return d
			}
			switch words[i] {
			case "interaction":
				n, err := strconv.Atoi(value())
				if p.body = ask(n); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			case "say", "as":
				p.body = value()
			case "deep":
				p.body = strings.Repeat(`[`, 10_000)
			case "huge":
				p.body = strings.Repeat(" ", rest.MaxEvent) + ask(1)
			case "long":
				p.body += strings.Repeat(" ", rest.MaxEvent-len(p.body)-len(seconds(0)))
			case "event":
				p.to, p.body = "/events", joined
			case "by":
				if p.key = other; value() != "another" {
					t.Fatalf("%s: nobody else signs", line)
				}
			case "signed":
				p.signed = value()
			case "bare":
				p.bare = true
			case "about":
				p.about = seconds(ago())
			case "at":
				p.at = seconds(ago())
			case "soon":
				p.at = "soon"
			case "taken":
				if want = p.body; p.to != "" {
					want = `{"guild":{"id":"1"}}`
				}
			default:
				t.Fatalf("%s: no post is %q", line, words[i])
			}
		}
		status, kind, body := b.sends(p)
		took := ""
		if want != "" {
			took = receive(t, b.took, line)
		}
		if says, known := answers[words[0]]; fmt.Sprint(status) != words[0] || took != want || known && kind+" "+body != says || !known && body == "" {
			t.Errorf("%s: the answer is %d %s %q, and %q was taken, want %q", line, status, kind, body, took, want)
		}
	}
	if len(b.took) > 0 {
		t.Errorf("%s was taken too", <-b.took)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if got, want := fmt.Sprint(b.refused), fmt.Sprint(map[string]int{signature: 7, old: 4, replay: 2, form: 5, large: 1}); got != want {
		t.Errorf("there are counted as refused %s, want %s", got, want)
	}
}

// Pages are served beside the interactions.
func TestPagesAreServed(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
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

// 202 waits for nothing that the bot does.
func Test202WaitsForNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t, true)
	b.took = make(chan string) // which nobody reads before the answer is there
	if status, _, body := b.sends(post{body: ask(1)}); status != 202 || body != "" {
		t.Errorf("the answer is %d %q", status, body)
	}
	receive(t, b.took, "the interaction")
}

// A bot that takes no interactions and events, or begins nothing any more, says so, in place of an answer that nothing
// follows. Discord sends an event again.
func TestABotThatEndsSays503(t *testing.T) {
	t.Parallel()
	for _, running := range []bool{false, true} {
		b := newBench(t, running)
		b.ending = true
		for _, p := range []post{{body: ask(1)}, {to: "/events", body: joined}} {
			if status, _, _ := b.sends(p); status != 503 || len(b.took) > 0 {
				t.Errorf("at the end of a bot that runs, %t, the answer to %s is %d, and %d were handled", running, p.body, status, len(b.took))
			}
		}
	}
}

// An id is remembered for as long as its request could be taken, also one whose stamp is ahead, and then forgotten.
func TestIDsAreForgotten(t *testing.T) {
	t.Parallel()
	past := func(at time.Time, by time.Duration) bool { return time.Since(at) > by }
	synctest.Test(t, func(t *testing.T) {
		for wait, want := range map[time.Duration]bool{0: true, stale: true, 2 * stale: true, 5 * stale: false} {
			for from := 0; from < 240; from += 7 { // seconds, because it depends on when the others came
				s := seen{past: past}
				s.again("first", time.Now())
				time.Sleep(time.Duration(from) * time.Second)
				s.again("x", time.Now().Add(stale))
				for passed := time.Duration(0); passed < wait; passed += time.Second {
					time.Sleep(time.Second)
					s.again("another", time.Now())
				}
				if got := s.again("x", time.Now()); got != want {
					t.Errorf("after %v, and %d s in all, an id is known: %t, want %t", wait, from, got, want)
				}
			}
		}
		s := seen{past: past}
		for n := range 100_000 {
			s.again(fmt.Sprint(n), time.Now())
			time.Sleep(time.Second)
		}
		if n := len(s.ids); n > 300 {
			t.Errorf("%d ids are remembered, of one a second", n)
		}
	})
}
