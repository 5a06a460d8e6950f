package main

import (
	"bytes"
	"context"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour/bot/sandbox/fault"
)

// faultyProxy passes on what a bot asks of a sandbox, and what the gateway tells the bot. A quarter of the
// requests fail in it, and a sixth of the gateway's connections and packets. The n-th request has the
// same fault each time that the seed is the same; so have the n-th connection and the n-th packet.
type faultyProxy struct {
	to    string // host and port of the sandbox
	at    string // its own
	front *http.Server
	back  *http.Transport
	calm  atomic.Bool // nothing fails any more

	mu    sync.Mutex
	seed  uint64
	drawn [3]uint64      // by what fails
	count map[string]int // of faults by kind, and of all that could fail
}

// What fails in a proxy.
const (
	aRequest = iota
	aConnection
	aPacket
)

// What [faultyProxy.Counts] calls all that could fail, beside the kinds of faults.
const (
	someRequests    = "requests"
	someConnections = "connections"
	somePackets     = "packets"
)

// Start starts a proxy on loopback, in front of the sandbox at an address such as
// "http://127.0.0.1:8080". It serves until [faultyProxy.Close].
func startProxy(sandbox string, seed uint64) (*faultyProxy, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &faultyProxy{
		to: strings.TrimPrefix(sandbox, "http://"), at: ln.Addr().String(), seed: seed, count: map[string]int{},
		back: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64},
	}
	p.front = &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = p.front.Serve(ln) }()
	return p, nil
}

// URL is the address that the bot takes for Discord's.
func (p *faultyProxy) URL() string { return "http://" + p.at }

// Calm ends all faults.
func (p *faultyProxy) Calm() { p.calm.Store(true) }

// Close stops serving. The gateway's connections end with the bot or the sandbox.
func (p *faultyProxy) Close() error {
	p.back.CloseIdleConnections()
	return p.front.Close()
}

// dice returns the source of chance for the next of what can fail.
func (p *faultyProxy) dice(what int) *rand.Rand {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawn[what]++
	return rand.New(rand.NewPCG(p.seed, uint64(what)<<48|p.drawn[what]))
}

// struck notes a fault of a kind, or that something could have failed.
func (p *faultyProxy) struck(kind string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count[kind]++
}

// Counts returns how often each kind of fault struck, and how much could have failed.
func (p *faultyProxy) Counts() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.count)
}

// A mishap is what happens to one request. The zero mishap is none.
type mishap struct {
	fault.Fault
	kind string
	torn bool // the connection is cut in the middle of the answer
}

// drawMishap draws what happens to a request: in three cases of four nothing.
func drawMishap(chance *rand.Rand) mishap {
	if chance.IntN(4) > 0 {
		return mishap{}
	}
	var m mishap
	switch n := chance.IntN(200); {
	case n < 40:
		m.kind, m.Status = "5xx before", serverErrors[chance.IntN(len(serverErrors))]
	case n < 80:
		m.kind, m.Status, m.After = "5xx after", serverErrors[chance.IntN(len(serverErrors))], true
	case n < 110:
		m.kind, m.Cut = "cut before", true
	case n < 140:
		m.kind, m.Cut, m.After = "cut after", true, true
	case n < 150:
		m.kind, m.torn, m.After = "cut in the answer", true, true
	case n < 165:
		m.kind, m.Wait = "late", lateness(chance)
	case n < 180:
		m.kind, m.Wait, m.After = "answered late", lateness(chance), true
	case n < 198:
		m.kind, m.Status, m.Wait = "429", http.StatusTooManyRequests, lateness(chance)/3
	default:
		m.kind, m.Status, m.Wait, m.HTML = "429 as a web page", http.StatusTooManyRequests, time.Second, true
	}
	m.Fill()
	return m
}

var serverErrors = []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// lateness draws how late something comes.
func lateness(chance *rand.Rand) time.Duration {
	return 50*time.Millisecond + time.Duration(chance.Int64N(int64(1500*time.Millisecond)))
}

// ServeHTTP passes a request on, or has it fail.
func (p *faultyProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/gateway") {
		p.relay(w, r)
		return
	}
	var m mishap
	if !p.calm.Load() {
		p.struck(someRequests)
		if m = drawMishap(p.dice(aRequest)); m.kind != "" {
			p.struck(m.kind)
		}
	}
	if !m.After && m.strikes(w, r) {
		return
	}
	answer, body, err := p.pass(r)
	if err != nil || m.torn && len(body) == 0 {
		cutOff(w)
		return
	}
	if m.After && m.strikes(w, r) {
		return
	}
	maps.Copy(w.Header(), answer.Header)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(answer.StatusCode)
	if m.torn {
		_, _ = w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(body)
}

// strikes waits as long as a mishap lasts. It returns true if the request has ended with that.
func (m mishap) strikes(w http.ResponseWriter, r *http.Request) bool {
	switch {
	case !stays(r.Context(), m.Delay()), m.Cut: // nobody is left to answer, or nobody gets an answer
		cutOff(w)
	case m.Fails():
		m.answer(w, r)
	default:
		return false
	}
	return true
}

// pass passes a request on to the sandbox, though its bot may be dead, and returns the answer. It
// gives the gateway the address of the proxy.
func (p *faultyProxy) pass(r *http.Request) (*http.Response, []byte, error) {
	asked, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, nil, err
	}
	out := r.Clone(context.WithoutCancel(r.Context()))
	out.URL.Scheme, out.URL.Host, out.Host, out.RequestURI = "http", p.to, p.to, ""
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(asked)), int64(len(asked))
	answer, err := p.back.RoundTrip(out)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if strings.HasSuffix(r.URL.Path, "/gateway/bot") {
		body = p.readdress(body)
	}
	return answer, body, err
}

// readdress puts the address of the proxy in the place of that of the sandbox.
func (p *faultyProxy) readdress(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("ws://"+p.to), []byte("ws://"+p.at))
}

// answer answers a request that failed.
func (m mishap) answer(w http.ResponseWriter, r *http.Request) {
	header, body := m.Answer(r.Method+" "+r.URL.Path, time.Now())
	maps.Copy(w.Header(), header)
	w.WriteHeader(m.Status)
	_, _ = w.Write(body)
}

// cutOff cuts the connection of a request.
func cutOff(w http.ResponseWriter) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// stays waits, and returns false if nobody is left to answer.
func stays(ctx context.Context, long time.Duration) bool {
	if long == 0 {
		return true
	}
	select {
	case <-time.After(long):
		return true
	case <-ctx.Done():
		return false
	}
}
