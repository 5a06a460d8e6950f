package discord

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// A silent gateway cuts no connection for a missing heartbeat: a link whose deadline
// would be over long ago still reads.
func TestSilenceExpectsNoHeartbeat(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := new(websocket.Upgrader).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		if err := conn.WriteMessage(websocket.TextMessage, []byte("still here")); err != nil {
			t.Error(err)
		}
	}))
	defer other.Close()
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(other.URL, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	l := newLink(conn, "9")
	l.hushed = true
	l.expect(-time.Hour)
	if _, text, err := conn.ReadMessage(); err != nil || string(text) != "still here" {
		t.Errorf("a hushed link reads %q, %v, want what the other side said", text, err)
	}
}
