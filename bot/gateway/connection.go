package gateway

import (
	"bytes"
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

	"parlour/bot/rest"
)

// The opcodes of the gateway that this package uses.
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

// keepSession is the close code for a connection whose session is to be resumed. Discord
// ends the session of one that is closed with 1000.
const keepSession = 4000

// goodbye is how long the close handshake of a connection may take.
const goodbye = time.Second

// The reasons that Discord gives, other than a close code, to end a connection.
var (
	errReconnect = errors.New("asked to reconnect")
	errNoSession = errors.New("the session is unknown to Discord")
)

// maxKept is how many bytes the buffer of a packet may have that is used again.
const maxKept = 64 << 10

// connection is one WebSocket to the gateway. One goroutine reads, and after Hello
// [connection.beat] writes in another.
type connection struct {
	g       *gateway
	ws      *websocket.Conn
	frame   bytes.Buffer  // the newest packet; what is decoded of it shares no memory with it
	allowed time.Duration // from its beginning, or from Identify, until it opens
	every   time.Duration // between two heartbeats
	beatNow chan struct{} // asks for a heartbeat out of turn
	turn    *turn         // to begin a session; nil for a connection that resumes one
	seq     atomic.Int64
	since   time.Time       // when the connection opened; zero until then
	ready   <-chan struct{} // what Config.Opening returned
}

// packet is one message of the gateway's protocol.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// serve opens the connection and handles what arrives until it ends. It returns the
// reason, never nil.
func (c *connection) serve(ctx context.Context, address string) error {
	until := time.Now().Add(c.allowed)
	if err := c.dial(ctx, address); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, c.leave)()
	err := c.talk(until)
	switch {
	case ctx.Err() != nil: // leave has said goodbye, and Discord hangs up last
		_ = c.ws.SetReadDeadline(time.Now().Add(goodbye))
		_, _ = io.Copy(io.Discard, c.ws.NetConn())
		_ = c.ws.Close()
		return err
	case errors.Is(err, errNoSession):
		c.close(websocket.CloseNormalClosure)
	default:
		c.close(keepSession)
	}
	if !c.since.IsZero() {
		c.g.session.seq = c.seq.Load()
		c.g.Set.Closed(c.g.shard)
		c.g.Changed(c.g.shard, false)
	}
	return err
}

// leave begins the close handshake, and closes the connection if Discord does not answer
// within [goodbye].
func (c *connection) leave() {
	c.sayClose(websocket.CloseNormalClosure)
	time.AfterFunc(goodbye, func() { _ = c.ws.Close() })
}

// close closes the connection with a code.
func (c *connection) close(code int) {
	c.sayClose(code)
	_ = c.ws.Close()
}

// sayClose sends a close frame.
func (c *connection) sayClose(code int) {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(goodbye))
}

// dial opens the WebSocket, and gives up when the context is done.
func (c *connection) dial(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("the address of the gateway cannot be read: %w", err)
	}
	u.Path = "/" + u.Path[min(1, len(u.Path)):]
	u.RawQuery = url.Values{"v": {discordgo.APIVersion}, "encoding": {"json"}}.Encode()
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: c.allowed}
	stop := func() bool { return true }
	d.NetDialContext = func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := c.g.dial(dialing, network, address)
		if err == nil {
			stop = context.AfterFunc(ctx, func() { conn.Close() })
		}
		return conn, err
	}
	c.ws, _, err = d.DialContext(ctx, u.String(), nil)
	stop()
	if err == nil {
		c.ws.SetReadLimit(rest.MaxFrame)
	}
	return err
}

// talk greets Discord, starts the heartbeats and handles packets until the connection
// ends. The deadline is for opening; once the connection is open only an acknowledged
// heartbeat extends it.
func (c *connection) talk(until time.Time) error {
	if err := c.ws.SetReadDeadline(until); err != nil {
		return err
	}
	if err := c.greet(); err != nil {
		return err
	}
	ended := make(chan struct{})
	defer close(ended)
	go c.beat(ended)
	for {
		p, err := c.read()
		if err != nil {
			return err
		}
		if err := c.handle(p); err != nil {
			return err
		}
	}
}

// read reads a packet.
func (c *connection) read() (p packet, err error) {
	if c.frame.Reset(); c.frame.Cap() > maxKept {
		c.frame = bytes.Buffer{}
	}
	_, frame, err := c.ws.NextReader()
	if err == nil {
		_, err = c.frame.ReadFrom(frame)
	}
	var late net.Error
	switch {
	case errors.As(err, &late) && late.Timeout() && c.since.IsZero():
		return p, fmt.Errorf("no answer in %v", c.allowed)
	case errors.As(err, &late) && late.Timeout():
		return p, fmt.Errorf("no heartbeat was acknowledged for %v", c.patience())
	case errors.Is(err, websocket.ErrReadLimit):
		return p, fmt.Errorf("a packet has more than %d MiB", rest.MaxFrame>>20)
	case err != nil:
		return p, err
	}
	if err := rest.Decode(c.frame.Bytes(), &p); err != nil {
		return p, fmt.Errorf("a packet cannot be read: %w", err)
	}
	return p, nil
}

// patience returns how long the connection lives after the last acknowledged heartbeat.
func (c *connection) patience() time.Duration { return c.every + c.every/2 }

// greet waits for Hello, and then resumes the session or identifies for a new one.
func (c *connection) greet() error {
	p, err := c.read()
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
		return fmt.Errorf("got op %d in place of Hello", p.Op)
	case json.Unmarshal(p.Data, &hello) != nil || hello.Interval <= 0:
		return errors.New("got a Hello without a heartbeat interval")
	}
	c.every = time.Duration(hello.Interval) * time.Millisecond
	if s := c.g.session; s.url != "" {
		c.seq.Store(s.seq)
		c.g.Resuming()
		return c.write(opResume, map[string]any{"token": c.g.Token, "session_id": s.id, "seq": s.seq})
	}
	c.allowed = c.g.Times.Open
	if err := c.ws.SetReadDeadline(time.Now().Add(c.allowed)); err != nil {
		return err
	}
	c.g.Identifying()
	intents := discordgo.IntentsNone // interactions arrive without any
	if c.g.Event != nil {
		intents = discordgo.IntentsGuilds
	}
	identify := map[string]any{
		"token": c.g.Token, "intents": intents,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "parlour", "device": "parlour"},
	}
	if s := c.g.shard; s.Of > 1 {
		identify["shard"] = [2]int{s.Index, s.Of}
	}
	err = c.write(opIdentify, identify)
	c.turn.identifies()
	return err
}

// write sends a packet.
func (c *connection) write(op int, data any) error {
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.every / 2)); err != nil {
		return err
	}
	return c.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

// beat sends heartbeats until the connection ends, the first one after a random part of
// the interval, as Discord requires.
func (c *connection) beat(ended <-chan struct{}) {
	for wait := time.Duration(c.g.jitter() * float64(c.every)); ; wait = c.every {
		select {
		case <-ended:
			return
		case <-c.beatNow:
		case <-time.After(wait):
		}
		var last any // null before the first event
		if seq := c.seq.Load(); seq > 0 {
			last = seq
		}
		if c.write(opHeartbeat, last) != nil {
			_ = c.ws.Close() // so that the reader ends too
			return
		}
	}
}

// handle handles a packet. An error ends the connection.
func (c *connection) handle(p packet) error {
	switch p.Op {
	case opDispatch:
		c.seq.Store(p.Seq)
		return c.dispatch(p)
	case opHeartbeat:
		select {
		case c.beatNow <- struct{}{}:
		default: // one is asked for already
		}
	case opReconnect:
		return errReconnect
	case opInvalid:
		if string(p.Data) == "true" { // the session can be resumed
			return errReconnect
		}
		return errNoSession
	case opAck:
		c.g.Set.Acknowledged(c.g.shard, time.Now())
		if !c.since.IsZero() {
			return c.ws.SetReadDeadline(time.Now().Add(c.patience()))
		}
	}
	return nil
}

// dispatch handles an event. The first event opens the connection: READY for a new
// session, or the first replayed one after a resume.
func (c *connection) dispatch(p packet) error {
	if p.Type == "READY" {
		var ready struct {
			Session string `json:"session_id"`
			URL     string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(p.Data, &ready); err != nil {
			return fmt.Errorf("READY cannot be read: %w", err)
		}
		c.g.session = session{id: ready.Session, url: ready.URL}
	}
	if c.since.IsZero() {
		if err := c.open(); err != nil {
			return err
		}
	}
	switch {
	case p.Type == "INTERACTION_CREATE":
		go func() {
			<-c.ready
			c.g.Interaction(p.Data)
		}()
	case c.g.Event != nil:
		c.g.Event(p.Type, p.Data)
	}
	return nil
}

// open notes that the connection is open.
func (c *connection) open() error {
	c.g.Set.Opening(c.g.shard)
	c.since, c.ready = time.Now(), c.g.Opening(c.g.shard)
	c.g.Set.Opened(c.g.shard)
	c.g.Log.Info("the gateway is open")
	c.g.Changed(c.g.shard, true)
	return c.ws.SetReadDeadline(c.since.Add(c.patience()))
}
