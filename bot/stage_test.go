package bot

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
	saying sync.Mutex
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
			alive: func(bool) {}, note: func() <-chan struct{} { return s.noted },
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

// send says something; timers do that too.
func (p *peer) send(text string) {
	p.saying.Lock()
	defer p.saying.Unlock()
	_ = p.conn.WriteMessage(websocket.TextMessage, []byte(text))
}

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

// shutAfter closes the connection after a while.
func (p *peer) shutAfter(life time.Duration, code int) {
	time.AfterFunc(life, func() { p.shut(code) })
}

// runFor runs the gateway for a while and then ends it.
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
