package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

// The operations of the gateway that rules use.
const (
	opEvent    = 0
	opIdentify = 2
	opInvalid  = 9
	opHello    = 10
)

// spacing is the time between two Identifies, as Discord requires.
const spacing = 5500 * time.Millisecond

// hearIn is how long a packet is waited for.
const hearIn = 10 * time.Second

// link is a connection to the gateway, in which each packet is the rule's own. Package gateway
// keeps to the protocol, so it cannot break a rule.
type link struct {
	t    *try
	conn *websocket.Conn // nil if it did not open
	end  string          // how it ended, "close 4003"
}

// packet is a message of the gateway.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int             `json:"s"`
	Type string          `json:"t"`
}

// dial connects to the gateway, with another query if one is given.
func (t *try) dial(query string) *link {
	l := &link{t: t}
	var at struct{ URL string }
	t.need("GET", "gateway/bot", nil, &at)
	if t.err != nil {
		return l
	}
	if query == "" {
		query = "v=9&encoding=json"
	}
	conn, got, err := (&websocket.Dialer{HandshakeTimeout: hearIn,
		Proxy: http.ProxyFromEnvironment}).DialContext(t.ctx, at.URL+"/?"+query, nil)
	switch {
	case err == nil:
		l.conn = conn
		t.later(func(*try) { _ = conn.Close() })
	case got != nil:
		l.end = fmt.Sprintf("HTTP %d", got.StatusCode)
	default:
		t.fail("the gateway cannot be reached")
	}
	return l
}

// next reads a packet. ok is false once the connection has ended.
func (l *link) next() (p packet, ok bool) {
	if l.conn == nil || l.end != "" || l.t.err != nil {
		return p, false
	}
	_ = l.conn.SetReadDeadline(time.Now().Add(hearIn))
	err := l.conn.ReadJSON(&p)
	var closed *websocket.CloseError
	switch {
	case err == nil:
		return p, true
	case errors.As(err, &closed):
		l.end = fmt.Sprint("close ", closed.Code)
	default:
		l.end = "nothing"
	}
	return p, false
}

// until reads packets until one has the operation, and returns it. ok is false if the connection
// ended before.
func (l *link) until(op int) (packet, bool) {
	for {
		p, ok := l.next()
		if !ok || p.Op == op {
			return p, ok
		}
	}
}

// say sends a packet.
func (l *link) say(op int, data any) { l.raw(body{"op": op, "d": data}) }

// raw sends anything as JSON, or a text as it is.
func (l *link) raw(v any) {
	text, isText := v.(string)
	b := []byte(text)
	if !isText {
		b, _ = json.Marshal(v) // of bodies, which never fails
	}
	if l.conn != nil && l.end == "" && l.t.err == nil {
		_ = l.conn.WriteMessage(websocket.TextMessage, b) // a connection that has ended is seen by next
	}
}

// hangUpIn is how long the gateway may take to hang up after a close code.
const hangUpIn = time.Second

// bye closes the connection with a code, and waits until the gateway has hung up: only then it
// surely knows the code.
func (l *link) bye(code int) {
	if l.conn == nil || l.t.err != nil {
		return
	}
	_ = l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(hearIn))
	for {
		if _, ok := l.next(); !ok {
			break
		}
	}
	_ = l.conn.SetReadDeadline(time.Now().Add(hangUpIn))
	_, _ = io.Copy(io.Discard, l.conn.NetConn())
	_ = l.conn.Close()
}

// identify is the data of an Identify.
func (t *try) identify(intents int, token string) body {
	return body{"token": token, "intents": intents, "properties": body{"os": "linux", "browser": "parlour", "device": "parlour"}}
}

// greeted connects and reads Hello.
func (t *try) greeted() *link {
	l := t.dial("")
	l.until(opHello)
	return l
}

// session is what a resume needs.
type session struct {
	ID  string `json:"session_id"`
	URL string `json:"resume_gateway_url"`
	seq int
}

// ready begins a session, as long after the last Identify as Discord requires.
func (t *try) ready() (*link, session) {
	if !t.identified.IsZero() {
		t.wait(max(0, t.identified.Add(spacing).Sub(t.Now())))
	}
	l := t.greeted()
	l.say(opIdentify, t.identify(0, t.Token))
	t.identified = t.Now()
	var s session
	p, ok := l.until(opEvent)
	if !ok && t.err == nil {
		t.fail("no session begins: " + l.end)
	}
	_ = json.Unmarshal(p.Data, &s)
	s.seq = p.Seq
	return l, s
}

// gateways are the rules about the gateway beside those of rules.txt, of which four begin a session,
// of the thousand a day.
var gateways = []rule{
	tried("READY names the address at which to resume.", "yes", func(t *try) string {
		_, s := t.ready()
		return yes(s.ID != "" && s.URL != "")
	}),
}

// outcome reads on until the connection ends, or an event, op 9 or a packet of the operation comes,
// and says which; "*" is any operation.
func (l *link) outcome(op string) string {
	for {
		p, ok := l.next()
		switch is := strconv.Itoa(p.Op); {
		case !ok:
			return l.end
		case is == op || op == "*":
			return "op " + is
		case p.Op == opEvent:
			return p.Type
		case p.Op == opInvalid:
			return fmt.Sprintf("op 9, %s", p.Data)
		}
	}
}
