package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"parlour/commands/match"
)

// heartbeat is the interval that the gateway of these tests names in Hello. It is not
// Discord's own, so that a test notices if Hello is ignored.
const heartbeat = 40 * time.Second

const (
	generalAddress = "127.0.0.1:1" // where sessions of these tests begin
	resumeAddress  = "127.0.0.1:2" // where READY says to resume them
)

// stage is both sides of the gateway in memory, in a bubble with a clock of its own: the
// [gateway] under test, and Discord, of which [stage.act] plays each connection.
type stage struct {
	*gateway
	t       *testing.T
	act     func(n int, p *peer) // plays connection n, counted from 1
	conns   chan net.Conn
	done    chan struct{}
	peers   []*peer
	handled chan string   // the interactions
	ready   chan struct{} // what Config.Opening returns
}

// peer is Discord's side of a connection.
type peer struct {
	saying sync.Mutex
	*stage
	address string
	dialed  time.Time
	conn    *websocket.Conn
	hello   packet    // the bot's Identify or Resume
	over    time.Time // when the bot's side was closed
	code    int       // its close code
	beats   []time.Time
}

// onStage makes a stage in a bubble and has a test play on it.
func onStage(t *testing.T, act func(n int, p *peer), play func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, act: act, conns: make(chan net.Conn), done: make(chan struct{}), handled: make(chan string, 100), ready: make(chan struct{})}
		close(s.ready)
		var n int
		s.gateway = newGateway(Config{
			Token: "token", Times: UsualTimes(), Log: slog.New(slog.DiscardHandler), Set: &match.ShardSet{},
			Where:       func(context.Context) (Endpoint, error) { return Endpoint{URL: "ws://" + generalAddress}, nil },
			Opening:     func(match.Shard) <-chan struct{} { return s.ready },
			Changed:     func(match.Shard, bool) {},
			Interaction: func(data json.RawMessage) { s.handled <- string(data) },
		}, match.WholeShard, &starts{})
		s.jitter = func() float64 { return 0.5 }
		s.dial = func(_ context.Context, _, address string) (net.Conn, error) {
			n++
			near, far := net.Pipe()
			s.peers = append(s.peers, &peer{stage: s, address: address, dialed: time.Now()})
			s.conns <- far
			return near, nil
		}
		server := &http.Server{Handler: http.HandlerFunc(s.serve)}
		go server.Serve(s)
		defer func() { // also after FailNow
			close(s.done)
			server.Close()
			for _, p := range s.peers {
				if p.conn != nil {
					p.conn.Close()
				}
			}
		}()
		play(s)
	})
}

// Accept, Close and Addr make the stage a [net.Listener].
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

// serve is Discord's side of a connection.
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

// listen notes heartbeats until the bot's side is closed. It acknowledges those for which
// ack returns true.
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

// send sends a packet. Timers call it too, so it takes a lock.
func (p *peer) send(text string) {
	p.saying.Lock()
	defer p.saying.Unlock()
	_ = p.conn.WriteMessage(websocket.TextMessage, []byte(text))
}

// greet sends Hello and reads until the bot identifies or resumes.
func (p *peer) greet() {
	p.send(`{"op":10,"d":{"heartbeat_interval":40000}}`)
	for p.hello.Op != opIdentify && p.hello.Op != opResume {
		var err error
		if p.hello, err = p.read(); err != nil {
			return
		}
	}
}

// begin greets the bot, and begins a session or resumes it as the bot asks.
func (p *peer) begin() {
	p.greet()
	if p.hello.Op == opResume {
		p.send(`{"op":0,"s":7,"t":"RESUMED","d":{}}`)
		return
	}
	p.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"the session","resume_gateway_url":"ws://` + resumeAddress + `"}}`)
}

// shut closes the connection with a code. 1006 cuts it without a close frame.
func (p *peer) shut(code int) {
	if code != websocket.CloseAbnormalClosure {
		_ = p.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	}
	_ = p.conn.Close()
}

// shutAfter calls [peer.shut] after a while.
func (p *peer) shutAfter(life time.Duration, code int) {
	time.AfterFunc(life, func() { p.shut(code) })
}

// runFor runs the gateway for a while, then ends it, and returns what it returns.
func (s *stage) runFor(d time.Duration) error {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	time.AfterFunc(d, cancel)
	began := time.Now()
	err := s.run(ctx)
	if late := time.Since(began) - d; late > 2*goodbye {
		s.t.Errorf("the gateway ended %v too late", late)
	}
	synctest.Wait()
	return err
}
