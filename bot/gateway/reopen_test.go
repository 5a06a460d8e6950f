package gateway

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/commands/match"
)

// A connection that was open for a while is replaced at once, and its session is resumed,
// however often that happens.
func TestGoodConnectionIsReplacedAtOnce(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*peer){
		"closed with 1000": func(p *peer) { p.shut(1000) },
		"closed with 4000": func(p *peer) { p.shut(4000) },
		"cut":              func(p *peer) { p.shut(websocket.CloseAbnormalClosure) },
		"op 7":             func(p *peer) { p.send(`{"op":7,"d":null}`) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, life := range []time.Duration{UsualTimes().Young, 5 * time.Second} {
				onStage(t, func(n int, p *peer) {
					p.begin()
					time.AfterFunc(life, func() { end(p) })
				}, func(s *stage) {
					s.runFor(20*life + life/2)
					if len(s.peers) != 21 {
						t.Fatalf("there were %d connections in 20 lives of %v, want 21", len(s.peers), life)
					}
					for n, p := range s.peers[1:] {
						if p.hello.Op != opResume || p.dialed.Sub(s.peers[n].dialed) != life {
							t.Errorf("connection %d began with op %d, %v after the one before; want a resume after %v", n+2, p.hello.Op, p.dialed.Sub(s.peers[n].dialed), life)
						}
					}
				})
			}
		})
	}
}

// Connections that end right after they opened are replaced after growing waits, so that a
// gateway that closes them all is left alone. One that stays open resets the wait.
func TestYoungEndsAreReplacedMoreAndMoreSlowly(t *testing.T) {
	t.Parallel()
	const lives = 12
	onStage(t, func(n int, p *peer) {
		p.begin()
		var life time.Duration
		if n == lives {
			life = UsualTimes().Young
		}
		p.shutAfter(life, 4000)
	}, func(s *stage) {
		s.runFor(20 * time.Minute)
		for n := 1; n < len(s.peers); n++ {
			got, young := s.peers[n].dialed.Sub(s.peers[n-1].dialed), n
			if n >= lives {
				young = n - lives
			}
			if n == lives {
				got -= UsualTimes().Young
			}
			if s.young = young; got != s.backoff(errReconnect) {
				t.Errorf("connection %d came %v after the last one was lost, want %v", n+1, got, s.backoff(errReconnect))
			}
		}
		if len(s.peers) < lives+3 {
			t.Errorf("there were %d connections in 20 minutes", len(s.peers))
		}
	})
}

// READY and RESUMED make starts that did not open forgotten, even if their connection ends
// soon.
func TestOpeningForgetsBadStarts(t *testing.T) {
	t.Parallel()
	const opens = 5
	onStage(t, func(n int, p *peer) {
		if n > 1 && n < opens {
			p.greet()
			p.send(`{"op":7,"d":null}`)
			return
		}
		p.begin()
		if n <= opens {
			p.shutAfter(UsualTimes().Young-time.Millisecond, 4000)
		}
	}, func(s *stage) {
		s.runFor(time.Minute)
		if len(s.peers) != opens+1 {
			t.Fatalf("there were %d connections, want %d", len(s.peers), opens+1)
		}
		if got := s.peers[opens].dialed.Sub(s.peers[opens-1].dialed); got > 2*time.Second {
			t.Errorf("after bad starts and a short opening the next connection came after %v", got)
		}
	})
}

var errRefused = errors.New("connection refused")

// fail has the dialler of a stage refuse the connections from the second on, so many times.
func (s *stage) fail(times int) {
	dial, n := s.dial, 0
	s.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if n++; n > 1 && n <= 1+times {
			return nil, errRefused
		}
		return dial(ctx, network, address)
	}
}

// Three bad starts in a row, of any kind, delay the resume of a session by ten seconds at
// most.
func TestThreeBadStartsCostTenSeconds(t *testing.T) {
	t.Parallel()
	op7 := func(p *peer) { p.greet(); p.send(`{"op":7,"d":null}`) }
	silent := func(*peer) {}
	deaf := (*peer).greet
	cut := func(p *peer) { p.shutAfter(time.Second, websocket.CloseAbnormalClosure) }
	for name, c := range map[string]struct {
		refused int           // dials that nobody takes
		starts  []func(*peer) // and the bad starts after them
	}{
		"op 7 in place of RESUMED":      {0, []func(*peer){op7, op7, op7}},
		"silence":                       {0, []func(*peer){silent, silent, silent}},
		"silence in place of RESUMED":   {0, []func(*peer){deaf, deaf, deaf}},
		"silence that is cut":           {0, []func(*peer){cut, cut, cut}},
		"a dial that is refused":        {3, nil},
		"refused, op 7 and silence":     {1, []func(*peer){op7, silent}},
		"refused, silence that is cut":  {1, []func(*peer){cut, cut}},
		"refused twice and then a mute": {2, []func(*peer){deaf}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(n int, p *peer) {
				if n > 1 && n-2 < len(c.starts) {
					c.starts[n-2](p)
					return
				}
				p.begin()
				if n == 1 {
					p.shutAfter(5*time.Second, 4000)
				}
			}, func(s *stage) {
				var lost, opened time.Time
				s.Changed = func(_ match.Shard, open bool) {
					if opened = time.Now(); !open {
						lost = opened
					}
				}
				s.jitter = func() float64 { return 0.999 }
				s.fail(c.refused)
				s.runFor(50 * time.Second)
				if last := s.peers[len(s.peers)-1]; len(s.peers) != 2+len(c.starts) || last.hello.Op != opResume {
					t.Fatalf("there were %d connections, of which the last begins with op %d; want %d and a resume", len(s.peers), last.hello.Op, 2+len(c.starts))
				}
				if cost := opened.Sub(lost); cost <= 0 || cost > 10*time.Second {
					t.Errorf("the session went on after %v, want 10 s at most", cost)
				}
			})
		})
	}
}

// A gateway that is slow to say Hello is given more time after each start, so that the bot
// gets there in the end.
func TestSlowHelloIsAwaitedInTheEnd(t *testing.T) {
	t.Parallel()
	for _, late := range []time.Duration{2 * time.Second, 8 * time.Second, 25 * time.Second} {
		onStage(t, func(n int, p *peer) {
			time.AfterFunc(late, func() { p.send(`{"op":10,"d":{"heartbeat_interval":40000}}`) })
			if in, err := p.read(); err == nil && in.Op == opIdentify {
				p.hello = in
				p.send(`{"op":0,"s":1,"t":"READY","d":{}}`)
			}
		}, func(s *stage) {
			s.runFor(3 * time.Minute)
			last := s.peers[len(s.peers)-1]
			if last.hello.Op != opIdentify || identifies(s) != 1 {
				t.Errorf("with a Hello after %v there are %d Identifies, the last connection begins with op %d; want one on the last", late, identifies(s), last.hello.Op)
			}
		})
	}
}

// However a gateway lets connections open and ends them, the bot dials it once a second at
// most, and seldom if it ends them at once.
func TestGatewayIsNotHammered(t *testing.T) {
	t.Parallel()
	for life, most := range map[time.Duration]int{
		0:                       30,
		time.Second / 2:         30,
		time.Second - 1:         30,
		UsualTimes().Young:      1201,
		UsualTimes().Young * 10: 121,
	} {
		onStage(t, func(_ int, p *peer) {
			p.begin()
			p.shutAfter(life, 4000)
		}, func(s *stage) {
			s.runFor(20*time.Minute + UsualTimes().Young/2) // ends while no connection is being made
			if len(s.peers) > most || len(s.peers) < 10 {
				t.Errorf("with lives of %v there were %d connections in 20 minutes, want 10 to %d", life, len(s.peers), most)
			}
		})
	}
}

// A network that is out for a minute loses no session: Discord keeps what was pressed meanwhile.
// One that is out for longer than a session may last costs the session.
func TestAnOutageOfTheNetworkKeepsTheSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		out  time.Duration
		want int // the op of the first packet after the outage
	}{{10 * time.Second, opResume}, {time.Minute, opResume}, {time.Hour, opIdentify}} {
		onStage(t, func(n int, p *peer) {
			p.begin()
			if n == 1 {
				p.shutAfter(time.Minute, 4000)
			}
		}, func(s *stage) {
			dial, began := s.dial, time.Now()
			s.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				if since := time.Since(began); since > 30*time.Second && since < time.Minute+c.out {
					return nil, &net.OpError{Op: "dial", Err: errors.New("the network is unreachable")}
				}
				return dial(ctx, network, address)
			}
			s.runFor(c.out + 5*time.Minute)
			if got := s.peers[len(s.peers)-1].hello.Op; len(s.peers) != 2 || got != c.want {
				t.Errorf("after an outage of %v, %d connections were made and the last said op %d, want 2 and op %d", c.out, len(s.peers), got, c.want)
			}
		})
	}
}
