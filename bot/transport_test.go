package bot

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// A network between two sides forwards what they say, until it drops what goes over the
// connections that there are, without a word.
type network struct {
	net.Listener
	to      string
	made    atomic.Int64 // connections
	dropped atomic.Int64 // those up to this one are dead
}

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

// A connection dies without a word. Requests that follow are not all lost in it: it is
// found out, and another is made.
func TestADeadConnectionIsNoticed(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	n := &network{Listener: listener, to: server.Listener.Addr().String()}
	go n.serve()
	transport := newTransport(100 * time.Millisecond)
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	get := func(ctx context.Context) (string, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+listener.Addr().String(), nil)
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
	for err != nil && ctx.Err() == nil { // one that was slow passes for dead
		said, err = get(ctx)
	}
	if said != "HTTP/2.0" {
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
	t.Error("requests are sent into a connection that is dead")
}

// Discord does not take the commands at the start, for a reason that may pass. They are
// sent again until it does.
func TestCommandsAreSentAgain(t *testing.T) {
	t.Parallel()
	d, _ := hostedDesk(t)
	var tries atomic.Int64
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || tries.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusNotFound) // which is not Discord's own
		return true
	})
	d.b.registerLater(d.ctx)
	if n := tries.Load(); n != 3 {
		t.Errorf("the commands were sent %d times, want 3", n)
	}
}
