package rest

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// network forwards what two sides send, until it silently drops what goes over the
// connections that it has.
type network struct {
	net.Listener
	to      string
	made    atomic.Int64 // how many connections there were
	dropped atomic.Int64 // connections up to this one are dead
}

// serve accepts connections until the listener closes.
func (n *network) serve() {
	for i := int64(1); ; i++ {
		near, err := n.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", n.to)
		if err != nil {
			near.Close()
			continue
		}
		n.made.Store(i)
		for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
			go func() {
				defer way[1].Close()
				for some := make([]byte, 1<<15); ; {
					k, err := way[0].Read(some)
					if err != nil {
						return
					}
					if i > n.dropped.Load() {
						_, _ = way[1].Write(some[:k])
					}
				}
			}()
		}
	}
}

// newNetwork starts a server that knows HTTP/2 and says which protocol it was asked by, and returns
// the network before it.
func newNetwork(t *testing.T) *network {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, strconv.Quote(r.Proto)) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	n := &network{Listener: listener, to: server.Listener.Addr().String()}
	go n.serve()
	return n
}

// Requests of a burst share no connection of HTTP/1.1, and the next burst takes those of the last one.
func TestABurstKeepsItsConnections(t *testing.T) {
	t.Parallel()
	const many = 16
	var made atomic.Int64
	var came sync.WaitGroup
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { came.Done(); came.Wait() }))
	server.Config.ConnState = func(_ net.Conn, is http.ConnState) {
		if is == http.StateNew {
			made.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	transport := newTransport(pingAfter)
	for range 3 {
		came.Add(many)
		var burst errgroup.Group
		for range many {
			burst.Go(func() error {
				answer, err := (&http.Client{Transport: transport, Timeout: time.Minute}).Get(server.URL)
				if err == nil {
					err = answer.Body.Close()
				}
				return err
			})
		}
		if err := burst.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	// A busy machine may dial one that turns out not to be needed. Without what is tested they are near three times as many.
	if made.Load() < many || made.Load() >= 2*many {
		t.Errorf("three bursts of %d requests made %d connections", many, made.Load())
	}
}

// A connection that dies silently is noticed and replaced, so that later requests are not
// all lost in it.
func TestDeadHTTPConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	transport := newTransport(100 * time.Millisecond)
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	get := func(ctx context.Context) (string, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+n.Addr().String(), nil)
		if err != nil {
			return "", err
		}
		answer, err := (&http.Client{Transport: transport}).Do(r)
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()
		said, err := io.ReadAll(answer.Body)
		return string(said), err
	}
	said, err := get(ctx)
	for err != nil && ctx.Err() == nil { // a slow connection passes for dead
		said, err = get(ctx)
	}
	if said != `"HTTP/2.0"` {
		t.Fatalf("the first request = %q, %v", said, err)
	}
	n.dropped.Store(n.made.Load())
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, time.Second)
		_, err := get(try)
		if cancel(); err == nil {
			return
		}
	}
	t.Error("requests are still sent over the dead connection")
}

// A try that a hanging connection swallows is followed by one over a connection of its own, long
// before a ping finds that out.
func TestATryAfterAHangHasItsOwnConnection(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	by := [...]*http.Transport{shared: newTransport(time.Hour), alone: newSpare()}
	for _, one := range by {
		one.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	c, err := New(Config{Token: "token", Patience: time.Minute, Pace: 20})
	if err != nil {
		t.Fatal(err)
	}
	c.discord.Client.Transport = transport{to: &url.URL{Scheme: "https", Host: n.Addr().String()}, by: [...]http.RoundTripper{by[shared], by[alone]}}
	get := func(brief time.Duration) (said string) {
		t.Helper()
		if err := c.Do(t.Context(), Request{Method: http.MethodGet, Path: "x", Brief: brief}, &said); err != nil {
			t.Fatal(err)
		}
		return said
	}
	if said := get(0); said != "HTTP/2.0" {
		t.Fatalf("the first request goes by %s", said)
	}
	n.dropped.Store(n.made.Load())
	if said := get(100 * time.Millisecond); said != "HTTP/1.1" {
		t.Errorf("the second try goes by %s", said)
	}
}
