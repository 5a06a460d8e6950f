package pgtest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// A Proxy stands before a server. It counts round trips, and cuts a connection at one of them.
type Proxy struct {
	server   *Server
	dir      string
	requests atomic.Int64

	mu  sync.Mutex
	cut *Cut
}

// A Cut is the cut of one connection.
type Cut struct {
	Request int    // which request, from 0 on
	How     How    // what becomes of the request
	Then    func() // called once the connection is cut; nil for nothing
	done    bool
}

// A How says what becomes of a request whose connection is cut.
type How string

const (
	Before    How = "before"    // the server does not get it
	After     How = "after"     // the server has carried it out, and its answer is lost
	Meanwhile How = "meanwhile" // the server gets it, and the client does not wait for its answer
)

// Proxy starts a proxy, which ends with the test.
func (s *Server) Proxy(t testing.TB) *Proxy {
	t.Helper()
	p := &Proxy{server: s}
	p.dir = listen(t, p.serve)
	return p
}

// listen serves clients until the test ends, at a socket in the folder that it returns.
func listen(t testing.TB, serve func(client net.Conn)) (dir string) {
	t.Helper()
	dir = t.TempDir()
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	t.Cleanup(func() { l.Close(); all.Wait() })
	all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go serve(client)
		}
	})
	return dir
}

// Address returns an address of the server that leads through the proxy.
func (p *Proxy) Address(address string) string { return p.server.moved(address, p.dir) }

// Requests returns the number of round trips so far, without those that open a connection.
func (p *Proxy) Requests() int { return int(p.requests.Load()) }

// Cut cuts a connection at one of the next requests. The returned function calls the cut off, and
// reports whether it was made.
func (p *Proxy) Cut(c Cut) (made func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = &c
	return func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.cut == &c {
			p.cut = nil
		}
		return c.done
	}
}

// next counts a request, and returns the cut that is to be made there, if any.
func (p *Proxy) next() *Cut {
	p.requests.Add(1)
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.cut
	if c == nil || c.Request > 0 {
		if c != nil {
			c.Request--
		}
		return nil
	}
	p.cut, c.done = nil, true
	return c
}

// dial opens a connection to the server.
func (s *Server) dial() (net.Conn, error) {
	return net.Dial("unix", filepath.Join(s.dir, ".s.PGSQL.5432"))
}

// serve passes on what a client and the server say.
func (p *Proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := p.server.dial()
	if err != nil {
		return
	}
	defer server.Close()
	from, to := bufio.NewReader(client), bufio.NewReader(server)
	start, err := message(from, false)
	if err != nil || len(start) == cancelLen && binary.BigEndian.Uint32(start[4:]) == cancelCode ||
		passOn(server, start) != nil {
		return
	}
	w := &way{client: client, server: server, cut: make(chan *Cut, 1), answered: make(chan struct{})}
	go w.answer(to)
	var request []byte
	for {
		m, err := message(from, true)
		if err != nil {
			return
		}
		request = append(request, m...)
		switch m[0] {
		case 'P', 'B', 'D', 'E', 'C': // parts of a request that ends with a Sync
			continue
		case 'S', 'Q':
			if c := p.next(); c != nil {
				w.make(c, request)
				return
			}
		}
		if passOn(server, request) != nil {
			return
		}
		request = nil
	}
}

// A way is a connection of a client to the proxy, and the one from there to the server.
type way struct {
	client, server net.Conn
	cut            chan *Cut     // has room for the one that is made
	answered       chan struct{} // closed when nothing is passed on to the client any more
}

// make cuts a connection at a request.
func (w *way) make(c *Cut, request []byte) {
	then := func() {
		if c.Then != nil {
			c.Then()
		}
		w.client.Close()
	}
	if c.How == Before {
		then()
		return
	}
	if c.How == Meanwhile {
		then()
	}
	w.cut <- c
	if passOn(w.server, request) == nil {
		<-w.answered
	}
	if c.How == After {
		then()
	}
}

// answer passes on what the server says. From a cut on it only waits for the end of the answer.
func (w *way) answer(from *bufio.Reader) {
	defer close(w.answered)
	cut := false
	for {
		m, err := message(from, true)
		if err != nil {
			break
		}
		select {
		case <-w.cut:
			cut = true
		default:
		}
		if !cut && passOn(w.client, m) != nil || cut && m[0] == 'Z' { // it is ready for the next request
			return
		}
	}
	if !cut {
		w.client.Close()
	}
}

// A client that has lost a connection asks in another one to have its request cancelled. That is not passed
// on: where a network fails, both connections are lost.
const cancelLen, cancelCode = 16, 80877102

// message reads a message. The first one of a client has no type.
func message(r *bufio.Reader, typed bool) ([]byte, error) {
	head := make([]byte, 4, 5)
	if typed {
		head = head[:5]
	}
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	m := make([]byte, len(head)-4+int(binary.BigEndian.Uint32(head[len(head)-4:])))
	copy(m, head)
	_, err := io.ReadFull(r, m[len(head):])
	return m, err
}

func passOn(to net.Conn, m []byte) error {
	_, err := to.Write(m)
	return err
}
