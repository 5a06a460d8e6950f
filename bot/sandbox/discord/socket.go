package discord

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

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
func (s *Sockets) Upgrade(w http.ResponseWriter, r *http.Request, origin func(*http.Request) bool) (*websocket.Conn, error) {
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
