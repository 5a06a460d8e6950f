package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// heartbeat is the interval that the gateway of these tests names in Hello. It is not
// Discord's own, so that a test notices if Hello is ignored.
const heartbeat = 40 * time.Second

const (
	generalAddress = "127.0.0.1:1" // where sessions of these tests begin
	resumeAddress  = "127.0.0.1:2" // where READY says to resume them
)

// packets are what Discord says.
var packets = map[string]string{
	"hello":     `{"op":10,"d":{"heartbeat_interval":40000}}`,
	"ready":     `{"op":0,"s":1,"t":"READY","d":{"session_id":"the session","resume_gateway_url":"ws://` + resumeAddress + `"}}`,
	"resumed":   `{"op":0,"s":7,"t":"RESUMED","d":{}}`,
	"op7":       `{"op":7,"d":null}`,
	"op9 true":  `{"op":9,"d":true}`,
	"op9 false": `{"op":9,"d":false}`,
	"beat":      `{"op":1,"d":null}`,
	"typing":    `{"op":0,"s":2,"t":"TYPING_START","d":{}}`,
	"large":     `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"` + strings.Repeat("x", rest.MaxFrame) + `"}`,
	"deep":      `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`,
}

// stage is both sides of the gateway in memory, in a bubble with a clock of its own: the
// [gateway] under test, and Discord, which plays each connection by a script.
type stage struct {
	*gateway
	t       *testing.T
	script  []string // one a connection, as [peer.act] reads it; the last one repeats
	began   time.Time
	conns   chan net.Conn
	done    chan struct{}
	peers   []*peer
	handled chan string   // the interactions
	ready   chan struct{} // what Config.Opening returns
	open    bool          // as Config.Changed was told last
	said    bytes.Buffer  // the warnings in the log
}

// peer is Discord's side of a connection.
type peer struct {
	saying sync.Mutex
	*stage
	address string
	dialed  time.Time
	hailed  time.Time // when it said Hello
	conn    *websocket.Conn
	hello   packet    // the bot's Identify or Resume
	over    time.Time // when the bot's side was closed
	code    int       // its close code
	beats   []time.Time
	shuts   bool // it is Discord that closes the connection
}

// onStage makes a stage in a bubble and has a test play on it. The scripts of the connections are
// separated by strokes, and "3x" begins one of three. One that says "refuse" is of a dial that nobody takes, "refuse until 1m" of all
// dials until then, and one that says "void" is never spoken over.
func onStage(t *testing.T, script string, play func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, began: time.Now(), conns: make(chan net.Conn),
			done: make(chan struct{}), handled: make(chan string, 100), ready: make(chan struct{})}
		for does := range strings.SplitSeq(script, " / ") {
			times, again, _ := strings.Cut(does, "x ")
			n, err := strconv.Atoi(times)
			if err != nil {
				n, again = 1, does
			}
			s.script = append(s.script, slices.Repeat([]string{again}, n)...)
		}
		close(s.ready)
		s.gateway = newGateway(Config{
			Token: "token", Times: UsualTimes(), Set: &match.ShardSet{},
			Log:     slog.New(slog.NewTextHandler(&s.said, &slog.HandlerOptions{Level: slog.LevelWarn})),
			Where:   func(context.Context) (Endpoint, error) { return Endpoint{URL: "ws://" + generalAddress}, nil },
			Opening: func(match.Shard) <-chan struct{} { return s.ready },
			Changed: func(_ match.Shard, is bool) {
				if is == s.open {
					t.Errorf("a connection is said to be open, %t, twice", is)
				}
				s.open = is
			},
			Interaction: func(data json.RawMessage) { s.handled <- string(data) },
		}, match.WholeShard, &starts{})
		s.jitter = func() float64 { return 0.5 }
		s.dial = s.take
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

// take takes a dial, as the script has it.
func (s *stage) take(_ context.Context, _, address string) (net.Conn, error) {
	does := s.script[0]
	until, outage := strings.CutPrefix(does, "refuse until ")
	if outage {
		d, err := time.ParseDuration(until)
		if err != nil {
			s.t.Error(err)
		}
		if time.Since(s.began) < d {
			return nil, errors.New("the network is unreachable")
		}
		s.script = s.script[1:]
	}
	if does == "refuse" {
		s.next()
		return nil, errors.New("connection refused")
	}
	near, far := net.Pipe()
	s.peers = append(s.peers, &peer{stage: s, address: address, dialed: time.Now()})
	if does == "void" {
		s.next()
		go io.Copy(io.Discard, far)
		return near, nil
	}
	s.conns <- far
	return near, nil
}

// next takes the script of one connection from the list.
func (s *stage) next() (does string) {
	if does = s.script[0]; len(s.script) > 1 {
		s.script = s.script[1:]
	}
	return does
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
	p.act(s.next())
	p.listen(1 << 30)
}

// act plays the steps of a script, of which each is a word and what belongs to it.
func (p *peer) act(script string) {
	for step := range strings.SplitSeq(script, "; ") {
		word, rest, _ := strings.Cut(step, " ")
		n, err := strconv.Atoi(rest)
		if err != nil && slices.Contains([]string{"event", "shut", "acknowledge"}, word) {
			p.t.Errorf("%s: %v", step, err)
		}
		switch word {
		case "hello":
			p.hailed = time.Now()
			p.send(packets[word])
		case "greet": // and read until the bot identifies or resumes
			p.act("hello")
			for err := error(nil); err == nil && p.hello.Op != opIdentify && p.hello.Op != opResume; {
				p.hello, err = p.read()
			}
		case "begin": // a session, or resume it, as the bot asks
			if p.act("greet"); p.hello.Op == opResume {
				p.act("resumed")
				continue
			}
			p.send(packets["ready"])
		case "event":
			p.send(fmt.Sprintf(`{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":"it"}`, n))
		case "say":
			p.send(rest)
		case "shut": // with a code; 1006 cuts the connection without a close frame
			p.shuts = true
			if n != websocket.CloseAbnormalClosure {
				_ = p.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(n, ""), time.Now().Add(time.Second))
			}
			_ = p.conn.Close()
		case "acknowledge": // so many heartbeats and no more
			p.listen(n)
		case "in": // what follows happens later
			after, then, _ := strings.Cut(rest, " ")
			d, err := time.ParseDuration(after)
			if err != nil {
				p.t.Errorf("%s: %v", step, err)
			}
			time.AfterFunc(d, func() { p.act(then) })
		case "rude": // it answers no close frame
			p.conn.SetCloseHandler(func(int, string) error { return nil })
		case "blind": // it reads nothing more
			<-p.done
		case "silent":
		default:
			if packets[step] == "" {
				p.t.Errorf("no step is called %q", step)
			}
			p.send(packets[step])
		}
	}
}

// listen notes heartbeats until the bot's side is closed, and acknowledges so many.
func (p *peer) listen(acks int) {
	for {
		in, err := p.read()
		if err != nil {
			return
		}
		if in.Op == opIdentify && p.hello.Op == 0 {
			p.hello = in
			p.send(`{"op":0,"s":1,"t":"READY","d":{}}`)
			continue
		}
		if in.Op != opHeartbeat {
			p.t.Errorf("the bot says op %d with %s", in.Op, in.Data)
		}
		if p.beats = append(p.beats, time.Now()); len(p.beats) <= acks {
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

// story tells of each connection when it was dialled and how it began, and when and with what code the bot
// closed it, unless Discord did, and of heartbeats that come out of turn. It checks what holds for all of them: a
// session begins at the general address, and is resumed where READY says.
func (s *stage) story() string {
	s.t.Helper()
	var all []string
	for i, p := range s.peers {
		one, address := fmt.Sprint(p.dialed.Sub(s.began)), p.address
		switch p.hello.Op {
		case opIdentify:
			one, address = one+" identify", generalAddress
		case opResume:
			var resume struct {
				Token, Session_ID string
				Seq               int
			}
			if err := json.Unmarshal(p.hello.Data, &resume); err != nil || resume.Token != "token" || resume.Session_ID != "the session" {
				s.t.Errorf("the bot resumes with %s (%v)", p.hello.Data, err)
			}
			one, address = fmt.Sprint(one, " resume ", resume.Seq), resumeAddress
		}
		if p.address != address {
			s.t.Errorf("connection %d is dialled at %s, want %s", i+1, p.address, address)
		}
		for n, at := range p.beats {
			if at != p.hailed.Add(heartbeat/2+time.Duration(n)*heartbeat) {
				one += fmt.Sprintf(" beat %v", at.Sub(s.began))
			}
		}
		if p.code > 0 && !p.shuts {
			one += fmt.Sprintf(" closed %v %d", p.over.Sub(s.began), p.code)
		}
		all = append(all, one)
	}
	return strings.Join(all, ", ")
}

// identifies counts the sessions that the bot asked for.
func identifies(s *stage) (n int) {
	for _, p := range s.peers {
		if p.hello.Op == opIdentify {
			n++
		}
	}
	return n
}
