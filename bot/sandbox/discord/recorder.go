package discord

import (
	"bufio"
	"net"
	"net/http"
)

// recorder holds the answer of an interceptor back until it is recorded.
type recorder struct {
	http.ResponseWriter
	status int
	body   []byte
	taken  bool // the interceptor has the connection
}

// WriteHeader keeps the first status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write keeps a part of the body.
func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.body = append(r.body, p...)
	return len(p), nil
}

// flush writes the answer.
func (r *recorder) flush() {
	if r.taken {
		return
	}
	r.ResponseWriter.WriteHeader(r.status)
	_, _ = r.ResponseWriter.Write(r.body)
}

// Hijack hands the connection to the interceptor, which has answered with that.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.status, r.taken = -1, true
	return http.NewResponseController(r.ResponseWriter).Hijack()
}
