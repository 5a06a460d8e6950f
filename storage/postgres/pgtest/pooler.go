package pgtest

import (
	"bufio"
	"net"
	"testing"
)

// A pooled is a connection of a pooler to the server.
type pooled struct {
	net.Conn
	from *bufio.Reader
}

// Pooler returns an address of a database that leads through a pooler, which gives each transaction the connection
// to the server that was free for the longest, as PgBouncer does. It ends with the test.
func (s *Server) Pooler(t testing.TB, address string) string {
	t.Helper()
	free := make(chan *pooled, 200)
	t.Cleanup(func() {
		for len(free) > 0 {
			(<-free).Close()
		}
	})
	return s.moved(address, listen(t, func(client net.Conn) { s.pool(client, free) }))
}

// pool serves a client. Its start opens a connection to the server, which all clients use from then on.
func (s *Server) pool(client net.Conn, free chan *pooled) {
	defer client.Close()
	c, err := s.dial()
	if err != nil {
		return
	}
	server, from := &pooled{c, bufio.NewReader(c)}, bufio.NewReader(client)
	for asked, err := message(from, false); err == nil; asked, err = request(from) {
		if server == nil {
			server = <-free
		}
		state, err := server.answer(asked, client)
		if err != nil {
			break
		}
		if state == 'I' { // no transaction is under way
			free <- server
			server = nil
		}
	}
	if server != nil {
		server.Close()
	}
}

// request reads messages up to one that the server answers.
func request(r *bufio.Reader) (all []byte, err error) {
	for {
		m, err := message(r, true)
		if err != nil {
			return nil, err
		}
		if all = append(all, m...); m[0] == 'S' || m[0] == 'Q' {
			return all, nil
		}
	}
}

// answer passes on a request and its answer, and returns the state in which the server is then.
func (p *pooled) answer(asked []byte, client net.Conn) (state byte, err error) {
	if err := passOn(p, asked); err != nil {
		return 0, err
	}
	for {
		m, err := message(p.from, true)
		if err == nil {
			err = passOn(client, m)
		}
		if err != nil {
			return 0, err
		}
		if m[0] == 'Z' { // it is ready for the next request
			return m[5], nil
		}
	}
}
