package bottest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
)

// A request whose sender gives it up half-way is not sent on.
func TestProxyDropsHalfARequest(t *testing.T) {
	var got atomic.Int32
	discord := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { got.Add(1) }))
	defer discord.Close()
	c := bot.Config{API: discord.URL}
	NewProxy(t, &c, (*Proxy).Pass)
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.API, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "POST /messages HTTP/1.1\r\nHost: discord\r\nContent-Length: 10\r\n\r\n{")
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Fatalf("the proxy does not end the connection: %v", err)
	}
	if n := got.Load(); n != 0 {
		t.Errorf("Discord got %d requests, want none", n)
	}
}
