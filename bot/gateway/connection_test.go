package gateway

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

	"parlour/bot/rest"
)

// A connection ends one and a half heartbeats after the last acknowledged one, whatever
// else arrives over it.
func TestDeadConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		acks int           // how many heartbeats are acknowledged
		talk bool          // whether other packets arrive
		want time.Duration // from dialling to its end
	}{
		"silent from the beginning": {0, false, heartbeat * 3 / 2},
		"silent later":              {2, false, heartbeat/2 + heartbeat + heartbeat*3/2},
		"talks and is deaf":         {0, true, heartbeat * 3 / 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(n int, p *peer) {
				p.begin()
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
				s.Log = slog.New(slog.NewTextHandler(&log, nil))
				if err := s.runFor(5 * time.Minute); err != nil {
					t.Error(err)
				}
				if want := fmt.Sprintf("no heartbeat was acknowledged for %v", heartbeat*3/2); !strings.Contains(log.String(), want) {
					t.Errorf("the log is %q, want %q in it", &log, want)
				}
				if len(s.peers) != 2 {
					t.Fatalf("there were %d connections, want 2", len(s.peers))
				}
				s.peers[0].wantEnd(t, c.want)
				if s.peers[1].hello.Op != opResume {
					t.Errorf("the next connection begins with op %d, want a resume", s.peers[1].hello.Op)
				}
			})
		})
	}
}

// wantEnd checks that the bot closed a connection after a while, keeping its session, and
// that its heart beat regularly until then.
func (p *peer) wantEnd(t *testing.T, after time.Duration) {
	t.Helper()
	if got := p.over.Sub(p.dialed); got != after || p.code != keepSession {
		t.Errorf("the connection ended after %v with %d, want %v and %d", got, p.code, after, keepSession)
	}
	for i, at := range p.beats {
		if got, want := at.Sub(p.dialed), heartbeat/2+time.Duration(i)*heartbeat; got != want {
			t.Errorf("heartbeat %d came after %v, want %v", i, got, want)
		}
	}
}

// A connection that does not open is given up and replaced.
func TestConnectionThatDoesNotOpenIsReplaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wrong  func(*peer)
		within time.Duration
	}{
		"says nothing":             {func(*peer) {}, 2500 * time.Millisecond},
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
				p.begin()
			}, func(s *stage) {
				s.runFor(2 * time.Minute)
				if len(s.peers) != 2 || s.peers[1].hello.Op != opIdentify {
					t.Fatalf("there were %d connections, want a second that identifies", len(s.peers))
				}
				if got := s.peers[0].over.Sub(s.peers[0].dialed); got != c.within && !s.peers[0].over.IsZero() {
					t.Errorf("it was given up after %v, want %v", got, c.within)
				}
			})
		})
	}
}

// A WebSocket handshake without an answer is given up too, and does not delay the end.
func TestUnansweredHandshakeIsGivenUp(t *testing.T) {
	t.Parallel()
	onStage(t, func(int, *peer) {}, func(s *stage) {
		var dialed []time.Time
		s.dial = func(context.Context, string, string) (net.Conn, error) {
			dialed = append(dialed, time.Now())
			near, far := net.Pipe()
			go io.Copy(io.Discard, far)
			return near, nil
		}
		s.runFor(5 * time.Second)
		if len(dialed) != 2 || dialed[1].Sub(dialed[0]) > 3*time.Second {
			t.Errorf("the gateway was dialled at %v, want twice in 3 s", dialed)
		}
	})
}

// The way a connection ends decides whether its session goes on. If it does, the next
// connection resumes it at the address from READY and receives what was missed.
func TestResumeKeepsTheSession(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end     func(*peer)
		resumes bool
	}{
		"op 7":            {func(p *peer) { p.send(`{"op":7,"d":null}`) }, true},
		"op 9, resumable": {func(p *peer) { p.send(`{"op":9,"d":true}`) }, true},
		"op 9":            {func(p *peer) { p.send(`{"op":9,"d":false}`) }, false},
		"1000":            {func(p *peer) { p.shut(1000) }, true},
		"1001":            {func(p *peer) { p.shut(1001) }, true},
		"a cut":           {func(p *peer) { p.shut(1006) }, true},
		"4000":            {func(p *peer) { p.shut(4000) }, true},
		"4001":            {func(p *peer) { p.shut(4001) }, true},
		"4002":            {func(p *peer) { p.shut(4002) }, true},
		"4003":            {func(p *peer) { p.shut(4003) }, true},
		"4005":            {func(p *peer) { p.shut(4005) }, true},
		"4007":            {func(p *peer) { p.shut(4007) }, false},
		"4008":            {func(p *peer) { p.shut(4008) }, true},
		"4009":            {func(p *peer) { p.shut(4009) }, false},
		"no JSON":         {func(p *peer) { p.send(`{`) }, true},
		"an unknown op":   {func(p *peer) { p.send(`{"op":99,"d":{}}`); p.send(`{"op":7,"d":null}`) }, true},
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
				p.begin()
				p.send(`{"op":0,"s":5,"t":"INTERACTION_CREATE","d":"received"}`)
				if n == 1 {
					c.end(p)
				}
			}, func(s *stage) {
				s.runFor(30 * time.Second)
				if len(s.peers) != 2 {
					t.Fatalf("there were %d connections, want 2", len(s.peers))
				}
				if first, next := s.peers[0], s.peers[1]; c.resumes {
					wantResume(t, first, next)
				} else if next.hello.Op != opIdentify || next.address != generalAddress {
					t.Errorf("the next connection begins with op %d at %s, want an identify at %s", next.hello.Op, next.address, generalAddress)
				}
				if len(s.handled) != 2 {
					t.Errorf("%d interactions were handled, want 2", len(s.handled))
				}
			})
		})
	}
}

// wantResume checks that a connection resumes the session of the one before it, after
// event 5, and soon enough.
func wantResume(t *testing.T, first, next *peer) {
	t.Helper()
	if next.hello.Op != opResume || next.address != resumeAddress {
		t.Errorf("the next connection begins with op %d at %s, want a resume at %s", next.hello.Op, next.address, resumeAddress)
	}
	var resume struct {
		Token   string
		Session string `json:"session_id"`
		Seq     int
	}
	if err := json.Unmarshal(next.hello.Data, &resume); err != nil {
		t.Fatal(err)
	}
	if resume.Token != "token" || resume.Session != "the session" || resume.Seq != 5 {
		t.Errorf("the bot resumes with %s", next.hello.Data)
	}
	if got := next.dialed.Sub(first.dialed); got > time.Second {
		t.Errorf("the bot resumes after %v, and people wait for 3 s at most", got)
	}
	if first.code == 1000 || first.code == 1001 {
		t.Errorf("the bot closes with %d, which ends the session", first.code)
	}
}

// A session that Discord does not know is replaced after one to five seconds. One whose
// resumes fail for another reason is given up after [maxFailures] connections.
func TestLostSessionIsReplaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer   string
		resumes  int
		jitter   float64
		identify time.Duration // the least time between the two Identifies
	}{
		{`{"op":9,"d":false}`, 1, 0, 5 * time.Second}, // Times.Spacing, because the last session has just begun
		{`{"op":9,"d":false}`, 1, 0.999, 5 * time.Second},
		{`{"op":9,"d":true}`, maxFailures - 1, 0.5, 0},
		{`{"op":7,"d":null}`, maxFailures - 1, 0.5, 0},
		{`{"op":0,"s":2,"t":"RESUMED","d":{}} no JSON`, maxFailures - 1, 0.5, 0},
	} {
		onStage(t, func(n int, p *peer) {
			if n == 1 {
				p.begin()
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

// At the end the bot closes with 1000, so that Discord shows at once that it is offline.
func TestEndClosesTheSession(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) { p.begin() }, func(s *stage) {
		if err := s.runFor(time.Hour); err != nil || len(s.peers) != 1 {
			t.Fatalf("run = %v after %d connections, want nil and one", err, len(s.peers))
		}
		if p := s.peers[0]; p.code != websocket.CloseNormalClosure || p.over.Sub(p.dialed) != time.Hour {
			t.Errorf("the bot closes after %v with %d, want 1000 after an hour", p.over.Sub(p.dialed), p.code)
		}
	})
}

// A gateway that does not answer the close frame, or does not even read it, does not
// delay the end.
func TestUnansweredCloseDoesNotDelayTheEnd(t *testing.T) {
	t.Parallel()
	for name, reads := range map[string]bool{"it reads": true, "it does not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(_ int, p *peer) {
				p.begin()
				p.conn.SetCloseHandler(func(int, string) error { return nil })
				if reads {
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

// Discord may ask for a heartbeat before the next one is due.
func TestHeartbeatOnRequest(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) {
		p.begin()
		p.send(`{"op":1,"d":null}`)
	}, func(s *stage) {
		s.runFor(time.Second)
		if n := len(s.peers[0].beats); n != 1 {
			t.Errorf("%d heartbeats came in the first second, want 1", n)
		}
	})
}

// Interactions wait for the channel that Opening returns, and heartbeats go on meanwhile.
func TestInteractionsWaitForOpening(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) {
		p.begin()
		p.send(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"a move"}`)
	}, func(s *stage) {
		s.ready = make(chan struct{})
		time.AfterFunc(2*time.Minute, func() {
			if len(s.handled) > 0 {
				t.Error("an interaction was handled before its connection was ready")
			}
			close(s.ready)
		})
		s.runFor(3 * time.Minute)
		if len(s.handled) != 1 || len(s.peers) != 1 {
			t.Errorf("%d interactions were handled on %d connections, want 1 on 1", len(s.handled), len(s.peers))
		}
	})
}

// A packet that is too large, or nested too deeply, ends its connection in a sentence and is
// not decoded. The session goes on in the next one.
func TestPacketBeyondItsBoundEndsTheConnection(t *testing.T) {
	t.Parallel()
	for said, packet := range map[string]string{
		"a packet has more than 16 MiB": `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"` + strings.Repeat("x", rest.MaxFrame) + `"}`,
		"more than 64 deep":             `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`,
	} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(n int, p *peer) {
				p.begin()
				if n == 1 {
					p.send(packet)
				}
			}, func(s *stage) {
				var log bytes.Buffer
				s.Log = slog.New(slog.NewTextHandler(&log, nil))
				if err := s.runFor(time.Minute); err != nil {
					t.Error(err)
				}
				if !strings.Contains(log.String(), said) {
					t.Errorf("the log is %q, want %q in it", &log, said)
				}
				if len(s.peers) != 2 || s.peers[1].hello.Op != opResume || len(s.handled) > 0 {
					t.Errorf("there were %d connections and %d interactions, want a second that resumes, and none", len(s.peers), len(s.handled))
				}
			})
		})
	}
}
