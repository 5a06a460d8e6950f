package sandbox

import (
	"net/http"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// patience is how long a test waits for anything.
const patience = time.Minute

// client makes the requests of tests, and gives up on one without an answer. It goes where it is told alone.
var client = &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// next receives from a channel, and says what it waited for if nothing comes. It may be
// called from any goroutine.
func next[T any](t *testing.T, ch <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-ch:
	case <-time.After(patience):
		t.Errorf("waited %v for %s", patience, what)
	}
	return v
}

// await waits until ok accepts the state, which it reads with the lock held.
func await(t *testing.T, s *Server, what string, ok func() bool) {
	t.Helper()
	if err := s.d.Await(within(t), ok); err != nil {
		t.Fatalf("waiting for %s: %v", what, err)
	}
}

// open opens a websocket whose every read fails after [patience].
func open(t *testing.T, url string, header http.Header) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.DialContext(within(t), url, header)
	if err != nil {
		t.Fatalf("opening %s: %v", url, err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
