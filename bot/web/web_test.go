package web

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// webScripts are what happens to a server over time: whether Discord answers a probe, and what passes. What follows
// from that stands behind the arrow: openings are prepared for, the server is open or closed, and interactions are
// handled.
var webScripts = map[string]string{
	"it is closed once Discord's API fails twice running, and open again as soon as it answers": `
		start => opening opened
		pass 61s =>
		fail no answer
		pass 5s =>
		mend
		pass 5s =>
		fail no answer
		pass 5s =>
		pass 5s => closed
		pass 1m =>
		mend
		pass 5s => opening opened
		end => <nil>`,
	"a bot whose own requests are answered asks for nothing more": `
		busy
		fail no answer
		start => opening opened
		pass 1h =>
		end => <nil>`,
	"an opening that hangs, as the note of an outage does while the store is away, does not hold up the end": `
		prepare 1000h
		start => opening
		pass 1m =>
		end => <nil>`,
	"a token that was taken back ends it": `
		fail unauthorized
		start => opening opened
		pass 1m => closed
		end => Discord refuses the token`,
	"an interaction in an outage is handled after what an opening needs: the player gets that time back first": `
		prepare 1s
		start => opening
		pass 2s => opened
		fail no answer
		pass 10s => closed
		interaction
		pass 2s => opening interaction
		end => <nil>`,
}

// errRefused is what a probe ends with when the token was taken back.
var errRefused = rest.ErrTokenRefused

// Over HTTP the server is open while Discord's API answers.
func TestItIsOpenWhileDiscordAnswers(t *testing.T) {
	t.Parallel()
	for what, script := range webScripts {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			var notes []string
			var fails error // what a probe ends with
			note := func(what string) {
				mu.Lock()
				defer mu.Unlock()
				notes = append(notes, what)
			}
			s, c, prepares, busy := &Server{log: slog.New(slog.DiscardHandler)}, (&bench{}).config(nil), time.Duration(0), false
			c.Every = 5 * time.Second
			c.Answered = func() bool { return busy }
			c.Probe = func(context.Context) error {
				mu.Lock()
				defer mu.Unlock()
				return fails
			}
			c.Opening = func(match.Shard) <-chan struct{} {
				note("opening")
				ready := make(chan struct{})
				time.AfterFunc(prepares, func() { close(ready) })
				return ready
			}
			c.Changed = func(_ match.Shard, open bool) { note(map[bool]string{true: "opened", false: "closed"}[open]) }
			c.Interaction = func(json.RawMessage) { note("interaction") }
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error, 1)
			for line := range strings.Lines(strings.TrimSpace(script)) {
				does, want, _ := strings.Cut(strings.TrimSpace(line), " =>")
				word, rest, _ := strings.Cut(does, " ")
				d, err := time.ParseDuration(rest)
				if (word == "pass" || word == "prepare") != (err == nil) {
					t.Fatalf("%s: %s: %v", what, line, err)
				}
				switch word {
				case "fail", "mend":
					mu.Lock()
					if fails = nil; word == "fail" {
						fails = errors.New(rest)
					}
					if rest == "unauthorized" {
						fails = errRefused
					}
					mu.Unlock()
				case "busy":
					busy = true
				case "prepare":
					prepares = d
				case "start":
					go func() { ended <- s.Run(ctx, c) }()
				case "pass":
					time.Sleep(d)
				case "interaction":
					answer := httptest.NewRecorder()
					if s.inbox.Load().accept(answer, nil); answer.Code != 202 {
						t.Errorf("%s: the answer is %d", what, answer.Code)
					}
				case "end":
					cancel()
					synctest.Wait()
					note(fmt.Sprint(<-ended))
					if s.inbox.Load() != nil {
						t.Error("after the end of Run, interactions are taken")
					}
				default:
					t.Fatalf("%s: no line begins with %q", what, word)
				}
				if synctest.Wait(); !strings.Contains(line, "=>") {
					continue
				}
				mu.Lock()
				if got := strings.Join(notes, " "); got != strings.TrimSpace(want) {
					t.Errorf("%s: after %s this happened: %s, want %s", what, does, got, want)
				}
				notes = nil
				mu.Unlock()
			}
		})
	}
}

// pipes is a listener in memory.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// A crowd is a server whose connections are in memory, and whoever comes to it.
type crowd struct {
	*bench
	*inbox
	server *Server
	at     pipes
}

// newCrowd makes a crowd, in a bubble with a clock of its own.
func newCrowd(t *testing.T) *crowd {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, key: private, took: make(chan string, 100), refused: map[string]int{}}
	c := &crowd{bench: b, inbox: newInbox(b.config(public)), at: make(pipes)}
	c.open.Store(true)
	c.server = Serve(c.at, slog.New(slog.DiscardHandler), nil)
	c.server.inbox.Store(c.inbox)
	return c
}

// goes closes the server, and waits until everybody has noticed.
func (c *crowd) goes() {
	c.server.Close()
	time.Sleep(2 * time.Second)
}

// comes opens a connection.
func (c *crowd) comes() net.Conn {
	near, far := net.Pipe()
	c.at <- far
	return near
}

// strays sends something, then a byte a second if it drips, and reads the answer. It tells how long the connection
// was open.
func (c *crowd) strays(drips bool, parts ...string) (open <-chan time.Duration) {
	conn, began, lasted := c.comes(), time.Now(), make(chan time.Duration, 1)
	go func() {
		for _, part := range parts {
			_, _ = io.WriteString(conn, part)
		}
		for err := error(nil); drips && err == nil; time.Sleep(time.Second) {
			_, err = io.WriteString(conn, "x")
		}
	}()
	go func() {
		for few, err := make([]byte, 64), error(nil); err == nil; {
			_, err = conn.Read(few)
		}
		conn.Close()
		lasted <- time.Since(began)
	}()
	return lasted
}

// headed returns the head of a request with a body, and headers as Discord's. Nobody but Discord knows what to put
// into seal.
func headed(length int, seal []byte) string {
	return fmt.Sprintf("POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nX-Signature-Ed25519: %x\r\nX-Signature-Timestamp: %s\r\n\r\n",
		length, seal, seconds(0))
}

// presses has a person press something, in an interaction of a length, and returns the status of the answer.
func (c *crowd) presses(id, length int) (status int, took time.Duration) {
	c.t.Helper()
	began, conn := time.Now(), c.comes()
	defer conn.Close()
	body := ask(id)
	body += strings.Repeat(" ", max(0, length-len(body)))
	go io.WriteString(conn, headed(len(body), ed25519.Sign(c.key, []byte(seconds(0)+body)))+body)
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if got.StatusCode == http.StatusAccepted {
		<-c.took
	}
	return got.StatusCode, time.Since(began)
}

// Strangers who send bodies without a signature, heads that do not end, and bodies with good headers that come a byte a
// second take less than 100 MB and soon have to go, and a person is answered within a second beside them.
//
//test:unwatched
func TestAStrangerDecidesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t)
		defer c.goes()
		before, most := inUse(), uint64(0)
		var heads, drips []<-chan time.Duration
		body := strings.Repeat("x", 100_000)
		for range 1_000 {
			c.strays(false, "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n", body)
		}
		for range 1_500 {
			heads = append(heads, c.strays(false, "POST /interactions HTTP/1.1\r\nHost: "+body[:2_000]))
		}
		for second := range 8 {
			for range 200 {
				drips = append(drips, c.strays(true, headed(200_000, make([]byte, ed25519.SignatureSize))))
			}
			synctest.Wait()
			most = max(most, inUse()-before)
			if status, took := c.presses(second, 0); status != http.StatusAccepted || took > time.Second {
				t.Errorf("a person is answered with %d after %v", status, took)
			}
			time.Sleep(time.Second)
		}
		if most > 100<<20 {
			t.Errorf("they take %d MB", most>>20)
		}
		for _, open := range heads {
			if lasted := receive(t, open, "the end of a head"); lasted > headWithin {
				t.Fatalf("a head may take %v", lasted)
			}
		}
		for _, open := range drips {
			if lasted := receive(t, open, "the end of a body"); lasted > bodyWithin+time.Second { // it notices at its next byte
				t.Fatalf("a body may take %v", lasted)
			}
		}
	})
}

// However many connections say nothing or wait for another request, the oldest of them are closed, and a person is
// answered at once.
func TestOfTooManyThatWaitTheOldestGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t)
		defer c.goes()
		const above = 50
		for does, parts := range map[string][]string{
			"says nothing": nil, "waits for another request": {"GET / HTTP/1.1\r\nHost: x\r\n\r\n"},
		} {
			var all []<-chan time.Duration
			for range mostWaiting + above {
				all = append(all, c.strays(false, parts...))
				synctest.Wait()
			}
			for i, open := range all {
				select {
				case <-open:
					if i >= above {
						t.Fatalf("of %d connections of which each %s, number %d is closed", len(all), does, i)
					}
				default:
					if i < above {
						t.Fatalf("of %d connections of which each %s, number %d stays open", len(all), does, i)
					}
				}
			}
			if status, took := c.presses(len(does), 0); status != http.StatusAccepted || took > 0 {
				t.Errorf("beside them a person is answered with %d after %v", status, took)
			}
		}
	})
}

// inUse returns the bytes that are in use.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// Of large bodies that are under way the bytes that have come are bounded, not those that were announced, nor their
// number. Small ones are read all the same, and large ones again when the others are gone.
func TestLargeBodiesAreBoundedInAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t)
		defer c.goes()
		seal, much := make([]byte, ed25519.SignatureSize), strings.Repeat("x", rest.MaxEvent)
		wants := func(when string, length, want int) {
			t.Helper()
			synctest.Wait()
			if status, _ := c.presses(int(time.Now().UnixNano()), length); status != want {
				t.Errorf("%s a body of %d bytes is answered with %d, want %d", when, length, status, want)
			}
			time.Sleep(time.Millisecond)
		}
		for range 500 {
			c.strays(false, headed(rest.MaxEvent-100, seal), much[:maxSmall])
		}
		wants("beside 500 that have announced much", 40_000, 202)
		time.Sleep(bodyWithin)
		full := maxLarge / (rest.MaxEvent - 200 - maxSmall)
		for range full {
			c.strays(false, headed(rest.MaxEvent-100, seal), much[:rest.MaxEvent-200])
		}
		wants("beside many that are large", maxSmall/2, 202)
		wants("beside many that are large", rest.MaxEvent/2, 503)
		time.Sleep(bodyWithin)
		wants("when they are gone", rest.MaxEvent/2, 202)
		if n := c.large.Load(); n != 0 {
			t.Errorf("%d bytes are counted, and none are under way", n)
		}
	})
}

// A connection that has had no request for minutes still takes one, because what is in front may send it just then. One
// whose body does not come is given up soon.
func TestConnectionsWithoutARequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t)
		defer c.goes()
		near := c.comes()
		defer near.Close()
		r := bufio.NewReader(near)
		for _, body := range []string{"{}", "{}", "{"} { // the last is cut short
			time.Sleep(4 * time.Minute)
			began := time.Now()
			if _, err := io.WriteString(near, headed(2, make([]byte, ed25519.SignatureSize))+body); err != nil {
				t.Fatalf("after four minutes without a request: %v", err)
			}
			got, err := http.ReadResponse(r, nil)
			if err != nil {
				t.Fatalf("after four minutes without a request: %v", err)
			}
			_, _ = io.Copy(io.Discard, got.Body)
			if want, took := map[bool]int{true: 401, false: 413}[body == "{}"], time.Since(began); got.StatusCode != want || took > bodyWithin {
				t.Errorf("the body %s is answered with %d after %v, want %d", body, got.StatusCode, took, want)
			}
		}
	})
}
