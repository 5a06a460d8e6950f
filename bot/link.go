package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// The gateway's operations that matter here.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// keepSession is the code that closes a link of which the session is to go on: after
// 1000 it would be over.
const keepSession = 4000

// goodbye is how long the last words of a link may take.
const goodbye = time.Second

// Why a link ends that the other side has not closed.
var (
	errReconnect = errors.New("asked to reconnect")
	errNoSession = errors.New("told that there is no such session")
)

// A session is what is left of a link when it ends, for the next one to resume.
type session struct {
	id     string
	url    string // where to resume it; empty when there is none
	seq    int64  // the number of the last event that came
	failed int    // how many links in a row did not open, or not for long
}

// A link is one connection to the gateway. One goroutine reads, and from Hello on
// another writes.
type link struct {
	g     *gateway
	conn  *websocket.Conn
	every time.Duration // between two heartbeats
	now   chan struct{} // asks for a heartbeat out of turn
	seq   atomic.Int64
	since time.Time       // when it was open; zero until then
	noted <-chan struct{} // closed when it was noted that it is open
}

// A packet is what goes over a link.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// serve opens the link at an address and handles what comes, until it ends. It returns
// why, never nil.
func (l *link) serve(ctx context.Context, address string) error {
	if err := l.dial(ctx, address); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, l.leave)()
	err := l.talk()
	switch {
	case ctx.Err() != nil: // it was alive to the end; the other side hangs up last
		_ = l.conn.SetReadDeadline(time.Now().Add(goodbye))
		_, _ = io.Copy(io.Discard, l.conn.NetConn())
		_ = l.conn.Close()
		return err
	case errors.Is(err, errNoSession):
		l.close(websocket.CloseNormalClosure)
	default:
		l.close(keepSession)
	}
	if !l.since.IsZero() {
		l.g.session.seq = l.seq.Load()
		l.g.alive(false)
	}
	return err
}

// leave says goodbye, and does not wait long for an answer.
func (l *link) leave() {
	_ = l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(goodbye))
	time.AfterFunc(goodbye, func() { _ = l.conn.Close() })
}

// dial makes the connection, and gives up when the context is done.
func (l *link) dial(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("the address of the gateway cannot be read: %w", err)
	}
	u.Path = "/" + u.Path[min(1, len(u.Path)):]
	u.RawQuery = url.Values{"v": {discordgo.APIVersion}, "encoding": {"json"}}.Encode()
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: l.g.times.open}
	stop := func() bool { return true }
	d.NetDialContext = func(dialing context.Context, network, address string) (net.Conn, error) {
		c, err := l.g.dial(dialing, network, address)
		if err == nil {
			stop = context.AfterFunc(ctx, func() { c.Close() })
		}
		return c, err
	}
	l.conn, _, err = d.DialContext(ctx, u.String(), nil)
	stop()
	return err
}

// close closes the link with a code, once.
func (l *link) close(code int) {
	_ = l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(goodbye))
	_ = l.conn.Close()
}

// talk greets, keeps the heart beating and handles what comes. All until the link is
// open has to come within one time; from then on only a heartbeat that is acknowledged
// gives time for the next one, so a link that is dead, silent or deaf ends one and a
// half heartbeats after its last sign of life.
func (l *link) talk() error {
	if err := l.conn.SetReadDeadline(time.Now().Add(l.g.times.open)); err != nil {
		return err
	}
	if err := l.greet(); err != nil {
		return err
	}
	ended := make(chan struct{})
	defer close(ended)
	go l.beat(ended)
	for {
		p, err := l.read()
		if err != nil {
			return err
		}
		if err := l.take(p); err != nil {
			return err
		}
	}
}

// read reads a packet.
func (l *link) read() (p packet, err error) {
	_, raw, err := l.conn.ReadMessage()
	var late net.Error
	switch {
	case errors.As(err, &late) && late.Timeout() && l.since.IsZero():
		return p, fmt.Errorf("no answer in %v", l.g.times.open)
	case errors.As(err, &late) && late.Timeout():
		return p, fmt.Errorf("no heartbeat was acknowledged for %v", l.patience())
	case err != nil:
		return p, err
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("a packet cannot be read: %w", err)
	}
	return p, nil
}

// patience is how long the link waits for a heartbeat to be acknowledged after the last
// one was.
func (l *link) patience() time.Duration { return l.every + l.every/2 }

// greet waits for Hello, and resumes the session or begins one.
func (l *link) greet() error {
	p, err := l.read()
	if err != nil {
		return err
	}
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // in milliseconds
	}
	switch {
	case p.Op == opReconnect:
		return errReconnect
	case p.Op != opHello:
		return fmt.Errorf("told op %d in place of Hello", p.Op)
	case json.Unmarshal(p.Data, &hello) != nil || hello.Interval <= 0:
		return errors.New("told no heartbeat by Hello")
	}
	l.every = time.Duration(hello.Interval) * time.Millisecond
	if s := l.g.session; s.url != "" {
		l.seq.Store(s.seq)
		l.g.count.resume()
		return l.write(opResume, map[string]any{"token": l.g.token, "session_id": s.id, "seq": s.seq})
	}
	l.g.identified = time.Now()
	l.g.count.identify()
	return l.write(opIdentify, map[string]any{
		"token": l.g.token, "intents": discordgo.IntentsNone,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "parlour", "device": "parlour"},
	})
}

// write sends a packet.
func (l *link) write(op int, data any) error {
	if err := l.conn.SetWriteDeadline(time.Now().Add(l.every / 2)); err != nil {
		return err
	}
	return l.conn.WriteJSON(map[string]any{"op": op, "d": data})
}

// beat sends heartbeats until the link ends, the first after a random part of the
// interval.
func (l *link) beat(ended <-chan struct{}) {
	for wait := time.Duration(l.g.jitter() * float64(l.every)); ; wait = l.every {
		select {
		case <-ended:
			return
		case <-l.now:
		case <-time.After(wait):
		}
		var last any // null before the first event
		if seq := l.seq.Load(); seq > 0 {
			last = seq
		}
		if l.write(opHeartbeat, last) != nil {
			_ = l.conn.Close() // which the reader sees
			return
		}
	}
}

// take handles a packet. It returns an error when the link is to end.
func (l *link) take(p packet) error {
	switch p.Op {
	case opDispatch:
		l.seq.Store(p.Seq)
		return l.dispatch(p)
	case opHeartbeat:
		select {
		case l.now <- struct{}{}:
		default: // it is asked for already
		}
	case opReconnect:
		return errReconnect
	case opInvalid:
		if string(p.Data) == "true" {
			return errReconnect
		}
		return errNoSession
	case opAck:
		l.g.acked.Store(time.Now().UnixNano())
		if !l.since.IsZero() {
			return l.conn.SetReadDeadline(time.Now().Add(l.patience()))
		}
	}
	return nil
}

// dispatch handles an event. With the first one the link is open: READY of a new
// session, or what comes again of one that is resumed. Each interaction is handled for
// itself, in no order, because it may take long.
func (l *link) dispatch(p packet) error {
	if p.Type == "READY" {
		var ready struct {
			Session string `json:"session_id"`
			URL     string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(p.Data, &ready); err != nil {
			return fmt.Errorf("READY cannot be read: %w", err)
		}
		l.g.session = session{id: ready.Session, url: ready.URL}
	}
	if l.since.IsZero() {
		if err := l.open(); err != nil {
			return err
		}
	}
	if p.Type == "INTERACTION_CREATE" {
		go func() {
			<-l.noted
			l.g.event(p.Data)
		}()
	}
	return nil
}

// open notes that the link is open.
func (l *link) open() error {
	l.since, l.noted = time.Now(), l.g.note()
	l.g.alive(true)
	return l.conn.SetReadDeadline(l.since.Add(l.patience()))
}
