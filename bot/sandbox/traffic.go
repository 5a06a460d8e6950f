package sandbox

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"time"
)

// Exchange is one request of the bot and its answer, or one event that the
// gateway sent (Method "GATEWAY", Path its name, Answer its data). No header
// is kept, so no token of the bot either.
type Exchange struct {
	Time    time.Time       `json:"time"`
	Method  string          `json:"method"`
	Path    string          `json:"path"` // with its query
	Status  int             `json:"status"`
	Request json.RawMessage `json:"request,omitempty"` // payload_json of a multipart body
	Answer  json.RawMessage `json:"answer,omitempty"`
}

// maxTraffic is how many exchanges are remembered.
const maxTraffic = 1000

// traffic is a ring of exchanges.
type traffic struct {
	ring []Exchange
	next int
}

func (t *traffic) add(e Exchange) {
	if len(t.ring) < maxTraffic {
		t.ring = append(t.ring, e)
		return
	}
	t.ring[t.next] = e
	t.next = (t.next + 1) % maxTraffic
}

// Traffic is what went between the bot and the sandbox, oldest first, as far
// back as is remembered.
func (s *Server) Traffic() []Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Concat(s.traffic.ring[s.traffic.next:], s.traffic.ring[:s.traffic.next])
}

// record keeps one exchange. The lock is held.
func (s *Server) record(method string, c *call, status int, answer []byte) {
	e := Exchange{Time: s.cfg.Now(), Method: method, Path: c.path, Status: status}
	if json.Valid(c.body) {
		e.Request = c.body
	}
	if json.Valid(answer) {
		e.Answer = answer
	}
	s.traffic.add(e)
}

// recorder holds an interceptor's answer back until it is recorded.
type recorder struct {
	http.ResponseWriter
	status int
	body   []byte
	taken  bool // the interceptor has the connection
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.body = append(r.body, p...)
	return len(p), nil
}

// flush writes what was held back.
func (r *recorder) flush() {
	if r.taken {
		return
	}
	r.ResponseWriter.WriteHeader(r.status)
	_, _ = r.ResponseWriter.Write(r.body)
}

// Hijack hands the connection to the interceptor, which then has answered.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.status, r.taken = -1, true
	return http.NewResponseController(r.ResponseWriter).Hijack()
}
