package discord

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// link is one connection of a bot. Only [link.write] writes to the socket. The
// server's lock guards the fields that change.
type link struct {
	conn    *websocket.Conn
	version string  // of the gateway, as the bot asked for it
	zipped  *zipped // nil for plain text; only [link.write] uses it
	out     chan packet
	bye     chan int // a close code to end with
	ended   bool     // a close code is in bye; nothing more is read
	hushed  bool     // the gateway is silent
	held    []packet // packets that wait for the end of the silence
	heard   []time.Time
}

// maxQueue is how many packets wait for a bot that does not read. All events of a
// resume must fit.
const maxQueue = 2 * maxLog

func newLink(conn *websocket.Conn, version string) *link {
	return &link{conn: conn, version: version, out: make(chan packet, maxQueue), bye: make(chan int, 1)}
}

// send queues a packet, and cuts off a bot that does not read.
func (l *link) send(p packet) {
	switch {
	case l.hushed && len(l.held) < maxQueue:
		l.held = append(l.held, p)
		return
	case !l.hushed:
		select {
		case l.out <- p:
			return
		default:
		}
	}
	_ = l.conn.Close()
}

// end closes the link with a code, after the packets in the queue.
func (l *link) end(code int) {
	if !l.ended {
		l.ended = true
		l.bye <- code
	}
}

// hush begins or ends the silence of the link. At its end the link sends what it held
// back.
func (l *link) hush(on bool, heartbeat time.Duration) {
	l.hushed = on
	held := l.held
	l.held = nil
	for _, p := range held {
		l.send(p)
	}
	l.expect(heartbeat)
}

// expect gives the bot time for its next heartbeat: two intervals. A bot to which the
// gateway says nothing has no deadline.
func (l *link) expect(heartbeat time.Duration) {
	var until time.Time
	if !l.hushed {
		until = time.Now().Add(2 * heartbeat)
	}
	_ = l.conn.SetReadDeadline(until)
}

// How much a bot may send.
const (
	maxHeard  = 120
	heardSpan = time.Minute
)

// floods counts a packet of the bot and reports whether it is one too many.
func (l *link) floods(now time.Time) bool {
	l.heard = slices.DeleteFunc(l.heard, func(t time.Time) bool { return now.Sub(t) >= heardSpan })
	l.heard = append(l.heard, now)
	return len(l.heard) > maxHeard
}

// write writes the queue to the socket until the link ends.
func (l *link) write(done <-chan struct{}) {
	defer l.conn.Close()
	for {
		select {
		case p := <-l.out:
			if l.put(p) != nil {
				return
			}
		case code := <-l.bye:
			for len(l.out) > 0 {
				if l.put(<-l.out) != nil {
					return
				}
			}
			end := websocket.FormatCloseMessage(code, CloseText[code])
			_ = l.conn.WriteControl(websocket.CloseMessage, end, time.Now().Add(time.Second))
			return
		case <-done:
			return
		}
	}
}

// CloseText is the reason that the gateway sends with each of its close codes.
var CloseText = map[int]string{
	4000: "Unknown error.", 4001: "Unknown opcode.", 4002: "Error while decoding payload.", 4003: "Not authenticated.",
	4004: "Authentication failed.", 4005: "Already authenticated.", 4007: "Invalid seq.", 4008: "Rate limited.",
	4009: "Session timed out.", 4010: "Invalid shard.", 4011: "Sharding required.", 4012: "Invalid API version.",
	4013: "Invalid intent(s).", 4014: "Disallowed intent(s).",
}

// final reports whether a close code ends the session too: a goodbye, a session that
// is over, a refused token, or a connection that was asked for wrongly.
func final(code int) bool {
	switch code {
	case websocket.CloseNormalClosure, websocket.CloseGoingAway, 4004, 4007, 4009:
		return true
	}
	return code >= 4010 && code <= 4014
}

// zipped is one zlib stream over all packets of a connection. The bytes of each packet end with
// a flush, so that a bot can read it before the next one.
type zipped struct {
	out bytes.Buffer
	zip *zlib.Writer
}

// put writes a packet to the socket.
func (l *link) put(p packet) error {
	if l.zipped == nil {
		return WriteJSON(l.conn, p)
	}
	l.zipped.out.Reset()
	if err := json.NewEncoder(l.zipped.zip).Encode(p); err != nil {
		return err
	}
	if err := l.zipped.zip.Flush(); err != nil {
		return err
	}
	return Write(l.conn, websocket.BinaryMessage, l.zipped.out.Bytes())
}

// noOrigin reports whether a request comes from no web page. A bot is none.
func noOrigin(r *http.Request) bool { return r.Header.Get("Origin") == "" }

// A socket is cut off if its other side does not read for writeWithin, or sends a
// message larger than maxPacket.
const (
	writeWithin = 10 * time.Second
	maxPacket   = 64 << 10
)

// Sockets are the open websockets. The HTTP server forgets a connection that became a
// websocket, so Close must close these itself.
type Sockets struct {
	mu     sync.Mutex
	closed bool
	open   map[*websocket.Conn]bool
	busy   sync.WaitGroup
}

// Upgrade makes a websocket of a request whose origin passes. The caller calls
// [Sockets.Drop] when its goroutines are done.
func (s *Sockets) Upgrade(w http.ResponseWriter, r *http.Request,
	origin func(*http.Request) bool) (*websocket.Conn, error) {
	up := websocket.Upgrader{CheckOrigin: origin}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxPacket)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = conn.Close()
		return nil, http.ErrServerClosed
	}
	if s.open == nil {
		s.open = map[*websocket.Conn]bool{}
	}
	s.open[conn] = true
	s.busy.Add(1)
	return conn, nil
}

// Drop closes a websocket and forgets it.
func (s *Sockets) Drop(conn *websocket.Conn) {
	_ = conn.Close()
	s.mu.Lock()
	delete(s.open, conn)
	s.mu.Unlock()
	s.busy.Done()
}

// Left returns how many websockets are open.
func (s *Sockets) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Close cuts all websockets and waits until each was dropped.
func (s *Sockets) Close() {
	s.mu.Lock()
	s.closed = true
	for conn := range s.open {
		_ = conn.Close()
	}
	s.mu.Unlock()
	s.busy.Wait()
}

// WriteJSON writes v, or fails if the other side does not read.
func WriteJSON(conn *websocket.Conn, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return Write(conn, websocket.TextMessage, data)
}

// Write writes a message of a kind, or fails if the other side does not read.
func Write(conn *websocket.Conn, kind int, data []byte) error {
	if err := conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return conn.WriteMessage(kind, data)
}
