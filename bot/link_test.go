package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

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
					for i := range time.Duration(10) {
						time.AfterFunc(i*10*time.Second, func() { p.send(`{"op":0,"s":2,"t":"TYPING_START","d":{}}`) })
					}
				}
				p.listen(func() bool { return len(p.beats) <= c.acks })
			}, func(s *stage) {
				var log bytes.Buffer
				s.log = slog.New(slog.NewTextHandler(&log, nil))
				if err := s.runFor(5 * time.Minute); err != nil {
					t.Error(err)
				}
				if want := fmt.Sprintf("no heartbeat was acknowledged for %v", heartbeat*3/2); !strings.Contains(log.String(), want) {
					t.Errorf("the log is %q, want %q in it", &log, want)
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
		{`{"op":9,"d":true}`, mostFailed - 1, 0.5, 0},
		{`{"op":7,"d":null}`, mostFailed - 1, 0.5, 0},
		{`{"op":0,"s":2,"t":"RESUMED","d":{}} no JSON`, mostFailed - 1, 0.5, 0},
	} {
		onStage(t, func(n int, p *peer) {
			if n == 1 {
				p.ready()
				p.shut(4000)
				return
			}
			if p.greet(); p.hello.Op == opResume {
				for _, text := range strings.SplitAfter(c.answer, "}} ") {
					p.send(text)
				}
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

// A gateway that does not answer the goodbye, or hears nothing at all, does not hold up
// the end.
func TestAGoodbyeWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for name, hears := range map[string]bool{"it hears": true, "it does not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(_ int, p *peer) {
				p.ready()
				p.conn.SetCloseHandler(func(int, string) error { return nil })
				if hears {
					p.listen(func() bool { return true })
				}
				<-p.done
			}, func(s *stage) {
				if err := s.runFor(30 * time.Second); err != nil {
					t.Error(err)
				}
			})
		})
	}
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
