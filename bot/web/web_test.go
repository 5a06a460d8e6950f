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
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A stage runs a server on a clock of its own, with a Discord that answers or not.
type stage struct {
	*Server
	Config
	t        *testing.T // of the bubble
	mu       sync.Mutex
	fails    error    // what a probe ends with
	busy     bool     // the bot's own requests are answered
	probes   int      // how many there were
	notes    []string // what happened, in order
	prepares time.Duration
}

func onStage(t *testing.T, play func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, Server: &Server{log: slog.New(slog.DiscardHandler)}}
		s.Config = (&bench{}).config(nil)
		s.Every = 5 * time.Second
		s.Answered = func() bool { return s.busy }
		s.Probe = func(context.Context) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.probes++
			return s.fails
		}
		s.Opening = func() <-chan struct{} {
			s.note("opening")
			ready := make(chan struct{})
			time.AfterFunc(s.prepares, func() { close(ready) })
			return ready
		}
		s.Opened = func() { s.note("opened") }
		s.Closed = func() { s.note("closed") }
		s.Interaction = func(json.RawMessage) { s.note("interaction") }
		play(s)
	})
}

// run runs the server in the background while act acts, and then ends it.
func (s *stage) run(act func()) error {
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, s.Config) }()
	synctest.Wait()
	act()
	cancel()
	synctest.Wait()
	if s.inbox.Load() != nil {
		s.t.Error("after the end of Run, interactions are taken")
	}
	return <-ended
}

// note notes what happened.
func (s *stage) note(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes = append(s.notes, what)
}

// fail has every probe from now on end so.
func (s *stage) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = err
}

// pass lets time pass, and waits until all that happens then has happened.
func (s *stage) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (s *stage) want(when string, notes ...string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.notes, notes) {
		s.t.Errorf("%s: what happened is %q, want %q", when, s.notes, notes)
	}
	s.notes = nil
}

// The bot is closed once Discord's API fails twice running, and open again as soon as it answers. Each opening is
// prepared for first.
func TestItIsOpenWhileDiscordAnswers(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		err := s.run(func() {
			s.want("at the start", "opening", "opened")
			s.pass(time.Minute + time.Second) // so that nothing else happens at the moment of a tick
			s.want("after a minute")
			s.fail(errors.New("no answer"))
			s.pass(s.Every)
			s.fail(nil)
			s.pass(s.Every)
			s.fail(errors.New("no answer"))
			s.pass(s.Every)
			s.want("after single failures")
			s.pass(s.Every)
			s.want("after two failures", "closed")
			s.pass(time.Minute)
			s.want("while nothing answers")
			s.fail(nil)
			s.pass(s.Every)
			s.want("when it answers", "opening", "opened")
		})
		if err != nil {
			t.Errorf("Run ended with %v", err)
		}
		s.want("at the end")
	})
}

// A bot whose own requests are answered asks for nothing more.
func TestABusyBotProbesNothing(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.busy, s.fails = true, errors.New("no answer")
		_ = s.run(func() { s.pass(time.Hour) })
		if s.probes > 0 {
			t.Errorf("there were %d probes", s.probes)
		}
		s.want("in an hour", "opening", "opened")
	})
}

// An opening that hangs, as the note of an outage does while the store is away, does not hold up the end.
func TestAnOpeningThatHangsDoesNotHoldUpTheEnd(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.prepares = 1000 * time.Hour
		if err := s.run(func() { s.pass(time.Minute) }); err != nil {
			t.Errorf("Run ended with %v", err)
		}
		s.want("in all", "opening")
	})
}

// A token that was taken back ends Run.
func TestAFinalErrorEndsRun(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.fails = errors.New("unauthorized")
		s.Final = func(err error) error { return err }
		if err := s.run(func() { s.pass(time.Minute) }); !errors.Is(err, s.fails) {
			t.Errorf("Run ended with %v", err)
		}
		s.want("in all", "opening", "opened", "closed")
	})
}

// An interaction that comes while Discord's API does not answer is handled, after what an opening needs: the player gets
// the time of the outage back first.
func TestAnInteractionInAnOutageWaitsForItsNote(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.prepares = time.Second
		_ = s.run(func() {
			s.pass(2 * time.Second)
			s.fail(errors.New("no answer"))
			s.pass(2 * s.Every)
			s.want("in the outage", "opening", "opened", "closed")
			answer := httptest.NewRecorder()
			s.inbox.Load().accept(answer, nil)
			if answer.Code != 202 {
				t.Errorf("the answer is %d", answer.Code)
			}
			s.pass(2 * time.Second)
			s.want("after an interaction", "opening", "interaction")
		})
	})
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
