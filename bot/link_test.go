package bot

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// realTimes are those of whole bots before the tests shortened them.
var realTimes = times{
	open: 30 * time.Second, first: 500 * time.Millisecond, longest: 2 * time.Minute, settled: time.Minute,
	spacing: 5 * time.Second, invalid: time.Second,
}

// heartbeat is the interval that the gateway of these tests names; not Discord's own, to
// see that it is heard.
const heartbeat = 40 * time.Second

// Where the gateway of these tests is, and where it wants sessions to be resumed.
const (
	generalAddress = "127.0.0.1:1"
	resumeAddress  = "127.0.0.1:2"
)

// A stage is a gateway in memory, within a bubble of its own time, and a bot's side of
// it. What each connection does, from the first on, the test says.
type stage struct {
	*gateway
	t     *testing.T
	act   func(n int, p *peer)
	conns chan net.Conn
	done  chan struct{}
	peers []*peer
	told  chan string // the events that were handled
	noted chan struct{}
}

// A peer is Discord's side of a connection.
type peer struct {
	*stage
	address string
	dialed  time.Time
	conn    *websocket.Conn
	hello   packet    // how the bot began
	over    time.Time // when the bot's side was gone
	code    int       // with which it closed
	beats   []time.Time
}

// onStage runs a gateway in a bubble for a while, and returns how it ended.
func onStage(t *testing.T, act func(n int, p *peer), play func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, act: act, conns: make(chan net.Conn), done: make(chan struct{}), told: make(chan string, 100), noted: make(chan struct{})}
		close(s.noted)
		var n int
		s.gateway = &gateway{
			token: "token", times: realTimes, jitter: func() float64 { return 0.5 },
			where: func(context.Context) (whereabouts, error) { return whereabouts{URL: "ws://" + generalAddress}, nil },
			dial: func(_ context.Context, _, address string) (net.Conn, error) {
				n++
				near, far := net.Pipe()
				s.peers = append(s.peers, &peer{stage: s, address: address, dialed: time.Now()})
				s.conns <- far
				return near, nil
			},
			alive: func(bool) {}, note: func() { <-s.noted },
			event: func(raw json.RawMessage) { s.told <- string(raw) },
			log:   slog.New(slog.DiscardHandler),
		}
		server := &http.Server{Handler: http.HandlerFunc(s.serve)}
		go server.Serve(s)
		play(s)
		close(s.done)
		server.Close()
		for _, p := range s.peers {
			if p.conn != nil {
				p.conn.Close()
			}
		}
	})
}

// Accept, Close and Addr make the stage what a server listens on.
func (s *stage) Accept() (net.Conn, error) {
	select {
	case c := <-s.conns:
		return c, nil
	case <-s.done:
		return nil, io.EOF
	}
}
func (s *stage) Close() error   { return nil }
func (s *stage) Addr() net.Addr { return &net.TCPAddr{} }

// serve plays Discord's side of a connection.
func (s *stage) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("v") != "9" || r.URL.Query().Get("encoding") != "json" {
		s.t.Errorf("the bot asks for %s", r.URL)
	}
	p := s.peers[len(s.peers)-1]
	var err error
	if p.conn, err = (&websocket.Upgrader{}).Upgrade(w, r, nil); err != nil {
		s.t.Error(err)
		return
	}
	defer p.conn.Close()
	s.act(len(s.peers), p)
	p.listen(func() bool { return true })
}

// listen hears heartbeats, and acknowledges them as long as it should, until the bot's
// side is gone.
func (p *peer) listen(ack func() bool) {
	for {
		in, err := p.read()
		if err != nil {
			return
		}
		if in.Op != opHeartbeat {
			p.t.Errorf("the bot says op %d with %s", in.Op, in.Data)
		}
		p.beats = append(p.beats, time.Now())
		if ack() {
			p.send(`{"op":11,"d":null}`)
		}
	}
}

func (p *peer) read() (in packet, err error) {
	err = p.conn.ReadJSON(&in)
	if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) {
		p.code = closed.Code
	}
	if err != nil && p.over.IsZero() {
		p.over = time.Now()
	}
	return in, err
}

func (p *peer) send(text string) { _ = p.conn.WriteMessage(websocket.TextMessage, []byte(text)) }

// greet says Hello and hears how the bot begins.
func (p *peer) greet() {
	p.send(`{"op":10,"d":{"heartbeat_interval":40000}}`)
	for p.hello.Op != opIdentify && p.hello.Op != opResume {
		var err error
		if p.hello, err = p.read(); err != nil {
			return
		}
	}
}

// ready begins a session, or resumes it.
func (p *peer) ready() {
	p.greet()
	if p.hello.Op == opResume {
		p.send(`{"op":0,"s":7,"t":"RESUMED","d":{}}`)
		return
	}
	p.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"the session","resume_gateway_url":"ws://` + resumeAddress + `"}}`)
}

// shut closes the connection with a code; with 1006 it only cuts it.
func (p *peer) shut(code int) {
	if code != websocket.CloseAbnormalClosure {
		_ = p.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	}
	_ = p.conn.Close()
}

// runFor runs the gateway for a while and then ends it.
func (s *stage) runFor(d time.Duration) error {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), d)
	defer cancel()
	began := time.Now()
	err := s.run(ctx)
	if late := time.Since(began) - d; late > 0 {
		s.t.Errorf("the gateway ended %v too late", late)
	}
	synctest.Wait()
	return err
}

// A link is given up one and a half heartbeats after the last one that was acknowledged,
// whatever else is said on it.
func TestADeadLinkIsNoticed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		acks int // how many heartbeats are acknowledged
		talk bool
		want time.Duration // after the link opened
	}{
		"silent from the beginning": {0, false, heartbeat * 3 / 2},
		"silent later":              {2, false, heartbeat/2 + heartbeat + heartbeat*3/2},
		"talks and is deaf":         {0, true, heartbeat * 3 / 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(n int, p *peer) {
				p.ready()
				if n > 1 {
					return
				}
				if c.talk {
					go func() {
						for range 10 {
							time.Sleep(10 * time.Second)
							p.send(`{"op":0,"s":2,"t":"TYPING_START","d":{}}`)
						}
					}()
				}
				p.listen(func() bool { return len(p.beats) <= c.acks })
			}, func(s *stage) {
				if err := s.runFor(5 * time.Minute); err != nil {
					t.Error(err)
				}
				if len(s.peers) != 2 {
					t.Fatalf("there were %d links, want 2", len(s.peers))
				}
				dead := s.peers[0]
				if got := dead.over.Sub(dead.dialed); got != c.want || dead.code != keepSession {
					t.Errorf("the link was given up after %v with %d, want %v and %d", got, dead.code, c.want, keepSession)
				}
				for i, at := range dead.beats {
					if got, want := at.Sub(dead.dialed), heartbeat/2+time.Duration(i)*heartbeat; got != want {
						t.Errorf("heartbeat %d came after %v, want %v", i, got, want)
					}
				}
				if s.peers[1].hello.Op != opResume {
					t.Errorf("the next link begins with op %d, want a resume", s.peers[1].hello.Op)
				}
			})
		})
	}
}

// A link that does not open is given up and replaced.
func TestALinkThatDoesNotOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wrong  func(*peer)
		within time.Duration
	}{
		"says nothing":             {func(*peer) {}, 30 * time.Second},
		"says nothing after Hello": {(*peer).greet, 30 * time.Second},
		"op 7 in place of Hello":   {func(p *peer) { p.send(`{"op":7,"d":null}`) }, 0},
		"op 7 in place of READY":   {func(p *peer) { p.greet(); p.send(`{"op":7,"d":null}`) }, 0},
		"op 9 in place of READY":   {func(p *peer) { p.greet(); p.send(`{"op":9,"d":false}`) }, 0},
		"another op than Hello":    {func(p *peer) { p.send(`{"op":11,"d":null}`) }, 0},
		"a Hello of no heartbeat":  {func(p *peer) { p.send(`{"op":10,"d":{}}`) }, 0},
		"no JSON":                  {func(p *peer) { p.send(`<html>`) }, 0},
		"cut":                      {func(p *peer) { p.shut(websocket.CloseAbnormalClosure) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(n int, p *peer) {
				if n == 1 {
					c.wrong(p)
					return
				}
				p.ready()
			}, func(s *stage) {
				s.runFor(2 * time.Minute)
				if len(s.peers) != 2 || s.peers[1].hello.Op != opIdentify {
					t.Fatalf("there were %d links, want a second that identifies", len(s.peers))
				}
				if got := s.peers[0].over.Sub(s.peers[0].dialed); got != c.within && !s.peers[0].over.IsZero() {
					t.Errorf("it was given up after %v, want %v", got, c.within)
				}
			})
		})
	}
}

// A handshake that is not answered is given up too, and does not hold up the end.
func TestAHandshakeWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	onStage(t, func(int, *peer) {}, func(s *stage) {
		var dialed []time.Time
		s.dial = func(context.Context, string, string) (net.Conn, error) {
			dialed = append(dialed, time.Now())
			near, far := net.Pipe()
			go io.Copy(io.Discard, far)
			return near, nil
		}
		s.runFor(40 * time.Second)
		if len(dialed) != 2 || dialed[1].Sub(dialed[0]) > 31*time.Second {
			t.Errorf("the gateway was called at %v, want twice in 31 s", dialed)
		}
	})
}

// What ends a link says whether the session goes on: then the next link resumes it
// where it was told to, and hears what it missed.
func TestResuming(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end     func(*peer)
		resumes bool
	}{
		"op 7":               {func(p *peer) { p.send(`{"op":7,"d":null}`) }, true},
		"op 9, resumable":    {func(p *peer) { p.send(`{"op":9,"d":true}`) }, true},
		"op 9":               {func(p *peer) { p.send(`{"op":9,"d":false}`) }, false},
		"1000":               {func(p *peer) { p.shut(1000) }, true},
		"1001":               {func(p *peer) { p.shut(1001) }, true},
		"a cut":              {func(p *peer) { p.shut(1006) }, true},
		"4000":               {func(p *peer) { p.shut(4000) }, true},
		"4001":               {func(p *peer) { p.shut(4001) }, true},
		"4002":               {func(p *peer) { p.shut(4002) }, true},
		"4003":               {func(p *peer) { p.shut(4003) }, true},
		"4005":               {func(p *peer) { p.shut(4005) }, true},
		"4007":               {func(p *peer) { p.shut(4007) }, false},
		"4008":               {func(p *peer) { p.shut(4008) }, true},
		"4009":               {func(p *peer) { p.shut(4009) }, false},
		"what is not JSON":   {func(p *peer) { p.send(`{`) }, true},
		"what nobody awaits": {func(p *peer) { p.send(`{"op":99,"d":{}}`); p.send(`{"op":7,"d":null}`) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(n int, p *peer) {
				if n > 1 && c.resumes {
					p.greet()
					p.send(`{"op":0,"s":6,"t":"INTERACTION_CREATE","d":"missed"}`)
					p.send(`{"op":0,"s":7,"t":"RESUMED","d":{}}`)
					return
				}
				p.ready()
				p.send(`{"op":0,"s":5,"t":"INTERACTION_CREATE","d":"heard"}`)
				if n == 1 {
					c.end(p)
				}
			}, func(s *stage) {
				s.runFor(30 * time.Second)
				if len(s.peers) != 2 {
					t.Fatalf("there were %d links, want 2", len(s.peers))
				}
				first, next := s.peers[0], s.peers[1]
				wantOp, wantAt := opIdentify, generalAddress
				var begun struct {
					Token   string
					Session string `json:"session_id"`
					Seq     int
				}
				if err := json.Unmarshal(next.hello.Data, &begun); err != nil {
					t.Fatal(err)
				}
				if c.resumes {
					wantOp, wantAt = opResume, resumeAddress
					if begun.Token != "token" || begun.Session != "the session" || begun.Seq != 5 {
						t.Errorf("the bot resumes with %s", next.hello.Data)
					}
					if got := next.dialed.Sub(first.dialed); got > time.Second {
						t.Errorf("the bot resumes after %v, and people wait for 3 s at most", got)
					}
				}
				if next.hello.Op != wantOp || next.address != wantAt {
					t.Errorf("the next link begins with op %d at %s, want %d at %s", next.hello.Op, next.address, wantOp, wantAt)
				}
				if c.resumes && (first.code == 1000 || first.code == 1001) {
					t.Errorf("the bot says goodbye with %d, which ends the session", first.code)
				}
				if len(s.told) != 2 {
					t.Errorf("%d interactions were handled, want 2", len(s.told))
				}
			})
		})
	}
}

// A session that Discord does not know is begun anew after a random while of one to five
// seconds; one that cannot be resumed for another reason is given up in the end.
func TestASessionThatIsNotResumed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer   string
		resumes  int
		jitter   float64
		identify time.Duration // after the last resume was refused
	}{
		{`{"op":9,"d":false}`, 1, 0, 5 * time.Second}, // as the last session was begun just before
		{`{"op":9,"d":false}`, 1, 0.999, 5 * time.Second},
		{`{"op":9,"d":true}`, resumes, 0.5, 0},
		{`{"op":7,"d":null}`, resumes, 0.5, 0},
	} {
		onStage(t, func(n int, p *peer) {
			if n == 1 {
				p.ready()
				p.shut(4000)
				return
			}
			if p.greet(); p.hello.Op == opResume {
				p.send(c.answer)
				return
			}
			p.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"another"}}`)
		}, func(s *stage) {
			s.jitter = func() float64 { return c.jitter }
			s.runFor(2 * time.Minute)
			last := s.peers[len(s.peers)-1]
			if got := len(s.peers) - 2; got != c.resumes || last.hello.Op != opIdentify {
				t.Fatalf("answered %s, the bot resumes %d times and then says op %d; want %d and an identify", c.answer, got, last.hello.Op, c.resumes)
			}
			if s.peers[0].dialed.Add(c.identify).After(last.dialed) {
				t.Errorf("answered %s, the bot identifies %v after it did before", c.answer, last.dialed.Sub(s.peers[0].dialed))
			}
		})
	}
}

// The waits after op 9 are those that Discord asks for.
func TestBackoff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tries        int
		err          error
		least, below time.Duration
	}{
		{0, errReconnect, 250 * time.Millisecond, 500 * time.Millisecond},
		{1, errReconnect, 500 * time.Millisecond, time.Second},
		{5, errReconnect, 8 * time.Second, 16 * time.Second},
		{8, errReconnect, time.Minute, 2 * time.Minute},
		{1e6, errReconnect, time.Minute, 2 * time.Minute},
		{0, errNoSession, time.Second, 5 * time.Second},
		{8, errNoSession, time.Minute, 2 * time.Minute},
	} {
		for jitter, want := range map[float64]time.Duration{0: c.least, 1: c.below} {
			g := &gateway{times: realTimes, jitter: func() float64 { return jitter }}
			if got := g.backoff(c.tries, c.err); got != want {
				t.Errorf("after %d tries and %v, at %v of the jitter, the wait is %v, want %v", c.tries, c.err, jitter, got, want)
			}
		}
	}
}

// A close code that is final ends it at once, with what to do.
func TestFinalCodes(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		for _, at := range []int{1, 2} {
			onStage(t, func(n int, p *peer) {
				if n == at {
					p.greet()
					p.shut(code)
					return
				}
				p.ready()
				p.shut(4000)
			}, func(s *stage) {
				err := s.runFor(time.Hour)
				if !errors.Is(err, finalCodes[code]) || len(s.peers) != at {
					t.Errorf("closed with %d on link %d the bot ends with %v after %d links", code, at, err, len(s.peers))
				}
			})
		}
	}
}

// When the bot ends it says goodbye, so that Discord shows at once that it is gone.
func TestGoodbye(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) { p.ready() }, func(s *stage) {
		if err := s.runFor(time.Hour); err != nil || len(s.peers) != 1 {
			t.Fatalf("run = %v after %d links, want nil and one", err, len(s.peers))
		}
		if p := s.peers[0]; p.code != websocket.CloseNormalClosure || p.over.Sub(p.dialed) != time.Hour {
			t.Errorf("the bot goes after %v with %d, want 1000 after an hour", p.over.Sub(p.dialed), p.code)
		}
	})
}

// Discord may ask for a heartbeat out of turn.
func TestAHeartbeatOutOfTurn(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) {
		p.ready()
		p.send(`{"op":1,"d":null}`)
	}, func(s *stage) {
		s.runFor(time.Second)
		if n := len(s.peers[0].beats); n != 1 {
			t.Errorf("%d heartbeats came in the first second, want 1", n)
		}
	})
}

// What the gateway tells waits until the host has noted that it is at work again, since
// a move may be the first thing; the heart beats meanwhile.
func TestEventsWaitForTheSignOfLife(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) {
		p.ready()
		p.send(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"a move"}`)
	}, func(s *stage) {
		s.noted = make(chan struct{})
		time.AfterFunc(2*time.Minute, func() {
			if len(s.told) > 0 {
				t.Error("an event was handled before the sign of life")
			}
			close(s.noted)
		})
		s.runFor(3 * time.Minute)
		if len(s.told) != 1 || len(s.peers) != 1 {
			t.Errorf("%d events were handled on %d links, want 1 on 1", len(s.told), len(s.peers))
		}
	})
}
