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
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// webScripts are what happens to a server over time: whether Discord answers a probe, and what passes. What follows from
// that stands behind the arrow: openings are prepared for, the server is open or closed, and interactions are handled.
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

// A connection that has had no request for minutes still takes one, because what is in front may send it just then. One
// whose body does not come is given up soon.
func TestConnectionsWithoutARequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := make(pipes)
		s := Serve(l, slog.New(slog.DiscardHandler), nil)
		defer s.Close()
		in := newInbox((&bench{refused: map[string]int{}}).config(make([]byte, ed25519.PublicKeySize)))
		s.inbox.Store(in)
		near, far := net.Pipe()
		defer near.Close()
		l <- far
		r := bufio.NewReader(near)
		for _, body := range []string{"{}", "{}", "{"} { // the last is cut short
			time.Sleep(4 * time.Minute)
			began := time.Now()
			if _, err := fmt.Fprintf(near, "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n%s", body); err != nil {
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
