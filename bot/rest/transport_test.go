package rest

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
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

// The first two tries of a request that is in a hurry are brief and follow each other at once. The
// next one may take as long as any, so that a slow line gets through.
func TestBriefTries(t *testing.T) {
	t.Parallel()
	const brief = 800 * time.Millisecond
	inPlay(t, Config{}, func(p *play) {
		err := p.Do(p.Context(), Request{Method: http.MethodPost, Path: "x", Idempotent: true, Priority: Exempt, Brief: brief}, nil)
		if want := []time.Duration{brief, brief}; err != nil || !slices.Equal(p.took(), want) {
			p.Errorf("Do = %v after tries %v apart, want %v", err, p.took(), want)
		}
	}, "hang")
}

// A person waits for the first answer to an interaction, so its pauses begin short: after four refusals
// it is given within a second.
func TestBriefPauses(t *testing.T) {
	t.Parallel()
	inPlay(t, Config{}, func(p *play) {
		r := Request{Method: http.MethodPost, Path: "x", Idempotent: true, Priority: Exempt, Brief: 800 * time.Millisecond}
		if err := p.Do(p.Context(), r, nil); err != nil {
			p.Fatal(err)
		}
		p.grow(50*time.Millisecond, time.Second)
		if took := p.at[4].Sub(p.at[0]); took > time.Second {
			p.Errorf("the fifth try came after %v, want a second at most", took)
		}
	}, "503", "503", "503", "503", "204")
}
