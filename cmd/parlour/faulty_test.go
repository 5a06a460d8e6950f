package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"parlour/bot/sandbox/fault"
	"parlour/commands/world"
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
	seed  uint64
	drawn [3]atomic.Uint64 // by what fails

	*world.Judge // counts faults by kind, and all that could fail
}

// What fails in a proxy.
const (
	aRequest = iota
	aConnection
	aPacket
)

// What a proxy calls all that could fail, beside the kinds of faults.
const (
	someRequests    = "requests"
	someConnections = "connections"
	somePackets     = "packets"
)

// startProxy starts a proxy on loopback, in front of the sandbox at an address such as
// "http://127.0.0.1:8080". It serves until [faultyProxy.Close].
func startProxy(sandbox string, seed uint64) (*faultyProxy, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &faultyProxy{
		to: strings.TrimPrefix(sandbox, "http://"), at: ln.Addr().String(), seed: seed, Judge: world.NewJudge(nil),
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
func (p *faultyProxy) dice(what int) world.Chance {
	return world.NewChance(p.seed, uint64(what)<<48|p.drawn[what].Add(1))
}

// A mishap is what happens to one request. The zero mishap is none.
type mishap struct {
	fault.Fault
	kind string
	torn bool // the connection is cut in the middle of the answer
}

// drawMishap draws what happens to a request: in three cases of four nothing.
func drawMishap(chance world.Chance) mishap {
	if chance.IntN(4) > 0 {
		return mishap{}
	}
	m := mishap{kind: chance.Weigh("5xx before 40, 5xx after 40, cut before 30, cut after 30, cut in the answer 10, " +
		"late 15, answered late 15, 429 18, 429 as a web page 2")}
	m.After = m.kind == "cut in the answer" || strings.Contains(m.kind, "after") || m.kind == "answered late"
	switch m.kind {
	case "5xx before", "5xx after":
		m.Status = world.OneOf(chance, serverErrors...)
	case "cut before", "cut after":
		m.Cut = true
	case "cut in the answer":
		m.torn = true
	case "late", "answered late":
		m.Wait = lateness(chance)
	case "429":
		m.Status, m.Wait = http.StatusTooManyRequests, lateness(chance)/3
	default:
		m.Status, m.Wait, m.HTML = http.StatusTooManyRequests, time.Second, true
	}
	m.Fill()
	return m
}

var serverErrors = []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// lateness draws how late something comes.
func lateness(chance world.Chance) time.Duration {
	return 50*time.Millisecond + chance.UpTo(1500*time.Millisecond)
}

// ServeHTTP passes a request on, or has it fail.
func (p *faultyProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/gateway") {
		p.relay(w, r)
		return
	}
	var m mishap
	if !p.calm.Load() {
		p.Happened(someRequests)
		if m = drawMishap(p.dice(aRequest)); m.kind != "" {
			p.Happened(m.kind)
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
	case m.Delay() > 0 && !world.Rests(r.Context(), m.Delay()), m.Cut: // nobody is left to answer, or nobody gets an answer
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

// The operations of the gateway that a proxy knows.
const (
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// The faults of a connection and of a packet, with how likely each is. A
// session is seldom over, because the bot must then wait for seconds.
const (
	onConnecting = "refused upgrade 1, no Hello 1, cut before Hello 2"
	onHello      = "closed with 4000 1, cut 1, cut after an event 1, op 7 1, late event 1"
	onReady      = "closed with 4000 2, cut 2, cut after an event 2, op 7 2, op 9 to be resumed 2, late event 2, op 9 as the session is over 1"
	onEvent      = "closed with 4000 4, cut 4, cut after an event 2, op 7 4, op 9 to be resumed 2, event twice 6, late event 6, events swapped 4, op 9 as the session is over 1"
	onAck        = "heartbeat not acknowledged 1"
)

// gatewayFault draws one of some faults for a connection or a packet, and in five cases of six none.
func (p *faultyProxy) gatewayFault(what int, of string) (kind string, chance world.Chance) {
	if p.calm.Load() {
		return "", chance
	}
	p.Happened([]string{aConnection: someConnections, aPacket: somePackets}[what])
	chance = p.dice(what)
	if chance.IntN(6) > 0 {
		return "", chance
	}
	kind = chance.Weigh(of)
	p.Happened(kind)
	return kind, chance
}

// A relay is one connection of the bot to the gateway, and its other half.
type relay struct {
	proxy        *faultyProxy
	bot, discord *websocket.Conn
	ended        chan struct{} // closed when the bot has ended it
	open         bool          // READY or RESUMED has passed
	held         []byte        // a packet that waits for the next one
}

// How long a relay that says nothing more waits for the bot to leave, and a packet for the next one.
const (
	silentFor = 10 * time.Second
	heldFor   = 300 * time.Millisecond
)

// relay serves one connection to the gateway.
func (p *faultyProxy) relay(w http.ResponseWriter, r *http.Request) {
	kind, _ := p.gatewayFault(aConnection, onConnecting)
	if kind == "refused upgrade" {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	bot, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer bot.Close()
	if kind == "cut before Hello" {
		return
	}
	discord, _, err := websocket.DefaultDialer.DialContext(r.Context(), "ws://"+p.to+r.URL.RequestURI(), nil)
	if err != nil {
		return
	}
	defer discord.Close()
	l := &relay{proxy: p, bot: bot, discord: discord, ended: make(chan struct{})}
	go l.upwards()
	if kind == "no Hello" {
		l.awaitEnd()
		return
	}
	l.downwards()
}

// upwards passes on what the bot sends, and its close code, until the connection ends.
func (l *relay) upwards() {
	defer close(l.ended)
	defer l.discord.Close()
	for {
		_, text, err := l.bot.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
			sayClose(l.discord, closed.Code, closed.Text)
			return
		}
		if err != nil || l.discord.WriteMessage(websocket.TextMessage, text) != nil {
			return
		}
	}
}

// sayClose sends a close frame.
func sayClose(to *websocket.Conn, code int, text string) {
	_ = to.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, text), time.Now().Add(time.Second))
}

// awaitEnd waits until the bot leaves.
func (l *relay) awaitEnd() {
	select {
	case <-l.ended:
	case <-time.After(silentFor):
	}
}

// downwards passes on what the gateway sends, with faults, until the connection ends.
func (l *relay) downwards() {
	packets := make(chan []byte)
	go func() {
		defer close(packets)
		for {
			_, text, err := l.discord.ReadMessage()
			var closed *websocket.CloseError
			if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
				sayClose(l.bot, closed.Code, closed.Text)
			}
			if err != nil {
				return
			}
			select {
			case packets <- text:
			case <-l.ended:
				return
			}
		}
	}()
	for {
		var due <-chan time.Time
		if l.held != nil {
			due = time.After(heldFor)
		}
		select {
		case text, more := <-packets:
			if !more || !l.down(text) {
				return
			}
		case <-due:
			l.send(nil)
		}
	}
}

// down passes one packet on, or has it fail. It returns false if the connection ends with that.
func (l *relay) down(text []byte) (goesOn bool) {
	var packet struct {
		Op   int     `json:"op"`
		Type *string `json:"t"`
	}
	if json.Unmarshal(text, &packet) != nil {
		return false
	}
	of, opens := onEvent, packet.Type != nil && (*packet.Type == "READY" || *packet.Type == "RESUMED")
	switch {
	case packet.Op == opHello:
		of = onHello
	case packet.Op == opAck:
		of = onAck
	case !l.open:
		of = onReady
	}
	if opens {
		text, l.open = l.proxy.readdress(text), true
	}
	kind, chance := l.proxy.gatewayFault(aPacket, of)
	return l.fail(kind, text, chance)
}

// fail has a fault strike a packet; "" is none. It returns false if the connection ends with that.
func (l *relay) fail(kind string, text []byte, chance world.Chance) (goesOn bool) {
	switch kind {
	case "heartbeat not acknowledged":
		return true
	case "closed with 4000":
		sayClose(l.bot, 4000, "Unknown error.")
		return false
	case "cut":
		return false
	case "cut after an event":
		l.send(text)
		return false
	case "op 7":
		return l.part(opReconnect, "null")
	case "op 9 to be resumed":
		return l.part(opInvalid, "true")
	case "op 9 as the session is over":
		sayClose(l.discord, websocket.CloseNormalClosure, "") // which ends the session there too
		return l.part(opInvalid, "false")
	case "event twice":
		if !l.send(text) {
			return false
		}
	case "late event":
		time.Sleep(lateness(chance))
	case "events swapped":
		if l.held == nil {
			l.held = text
			return true
		}
	}
	return l.send(text)
}

// send sends a packet, unless it is nil, and after it the one that was held.
func (l *relay) send(text []byte) bool {
	for _, one := range [][]byte{text, l.held} {
		if one != nil && l.bot.WriteMessage(websocket.TextMessage, one) != nil {
			return false
		}
	}
	l.held = nil
	return true
}

// part has the bot leave, and waits for that. What came is left to the next connection.
func (l *relay) part(op int, data string) bool {
	raw, _ := json.Marshal(map[string]any{"op": op, "d": json.RawMessage(data)})
	if l.bot.WriteMessage(websocket.TextMessage, raw) == nil {
		l.awaitEnd()
	}
	return false
}

// The same seed has the same faults, of every kind, and as many as are wanted.
func TestFaultsAreDrawn(t *testing.T) {
	draw := func(seed uint64) (all []string) {
		p := &faultyProxy{seed: seed, Judge: world.NewJudge(nil)}
		for range 4000 {
			m := drawMishap(p.dice(aRequest))
			kind, _ := p.gatewayFault(aPacket, onEvent)
			all = append(all, m.kind, kind)
		}
		return all
	}
	first := draw(1)
	if !reflect.DeepEqual(first, draw(1)) || reflect.DeepEqual(first, draw(2)) {
		t.Error("one seed draws different faults, or two draw the same")
	}
	kinds, failed := map[string]bool{}, [2]int{}
	for n, kind := range first {
		if kind != "" {
			kinds[kind] = true
			failed[n%2]++
		}
	}
	if len(kinds) != 18 {
		t.Errorf("these faults are drawn: %v, want 18 kinds", slices.Sorted(maps.Keys(kinds)))
	}
	if failed[0] < 900 || failed[0] > 1100 || failed[1] < 580 || failed[1] > 760 {
		t.Errorf("of 4000 requests %d fail and of as many packets %d, want a quarter and a sixth", failed[0], failed[1])
	}
}
