package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway operations.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// maxLog is how many events a session keeps for a resume. resumeLife is how long a
// session that was cut can be resumed.
const (
	maxLog     = 500
	resumeLife = 2 * time.Minute
)

// session is a session of a bot. It outlives its connections.
type session struct {
	id      string
	intents int
	seq     int
	log     []packet  // the newest events, as they were sent
	link    *link     // nil when not connected
	lost    time.Time // when it was last cut, while it is not connected
}

// gateway is the websocket side of Discord: it greets bots, keeps their sessions and
// sends them events.
type gateway struct {
	state    *state
	token    string        // the bot's
	beat     time.Duration // the interval told to the bot
	wire     *wire
	traffic  *traffic
	troubles *troubles
	sockets  *sockets
	base     string // the server's address

	links  map[*link]bool // its connections
	silent bool           // it says nothing; see [Faults.Silence]
	late   []lateEvent    // events that wait for the next one; see [Faults.SwapEvents]
	budget budget         // of sessions

	sessions []*session
}

// packet is a message of the gateway, either way.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type *string         `json:"t"`
}

func newGateway(st *state, w *wire, tr *traffic, t *troubles, so *sockets, base, token string, beat time.Duration) *gateway {
	return &gateway{
		state: st, wire: w, traffic: tr, troubles: t, sockets: so,
		base: base, token: token, beat: beat, links: map[*link]bool{},
	}
}

// url is the address of the gateway.
func (g *gateway) url() string {
	return "ws" + strings.TrimPrefix(g.base, "http") + "/gateway"
}

func getGateway(s *rest, _ *call) (any, error) {
	return map[string]any{"url": s.gateway.url()}, nil
}

func getGatewayBot(s *rest, _ *call) (any, error) {
	left, reset := s.gateway.begins()
	return map[string]any{"url": s.gateway.url(), "shards": 1, "session_start_limit": map[string]any{
		"total": sessionsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": 1,
	}}, nil
}

// serve talks with one connection of a bot until it ends.
func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if cmp.Or(q.Get("encoding"), "json") != "json" || q.Get("compress") != "" {
		http.Error(w, "The sandbox's gateway speaks JSON that is not compressed; ask with ?encoding=json.", http.StatusBadRequest)
		return
	}
	conn, err := g.sockets.upgrade(w, r, noOrigin)
	if err != nil {
		return
	}
	defer g.sockets.drop(conn)
	l := newLink(conn, cmp.Or(q.Get("v"), "9"))
	done := make(chan struct{})
	written := make(chan struct{})
	go func() { l.write(done); close(written) }()
	g.greet(l)
	code := g.listen(l)
	if g.leave(l, code) {
		<-written // its close code
	}
	close(done)
	<-written
}

// greet begins a connection with Hello, or ends it if there is no such version.
func (g *gateway) greet(l *link) {
	g.state.lock()
	defer g.state.unlock()
	g.links[l] = true
	if l.version != "9" && l.version != "10" {
		l.end(4012)
		return
	}
	l.hushed = g.silent
	l.expect(g.beat)
	l.send(pack(opHello, map[string]any{"heartbeat_interval": g.beat.Milliseconds()}))
}

// leave forgets a connection that ended with a code. It returns true if the gateway
// itself ends it, with a close code that is still to be written.
func (g *gateway) leave(l *link, code int) bool {
	g.state.lock()
	defer g.state.unlock()
	delete(g.links, l)
	if ses := g.linked(l); ses != nil {
		g.cut(ses, code)
	}
	g.state.bump()
	return l.ended
}

// noOrigin reports whether a request comes from no web page. A bot is none.
func noOrigin(r *http.Request) bool { return r.Header.Get("Origin") == "" }

// listen reads from the bot until the connection ends, and returns its close code.
func (g *gateway) listen(l *link) int {
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			return g.parting(l, err)
		}
		g.state.lock()
		if !l.ended {
			g.take(l, raw)
		}
		g.state.unlock()
	}
}

// parting returns the close code of a connection: the bot's, or 4009 of the gateway
// for heartbeats that stayed out.
func (g *gateway) parting(l *link, err error) int {
	var end *websocket.CloseError
	var late net.Error
	switch {
	case errors.As(err, &end):
		return end.Code
	case errors.As(err, &late) && late.Timeout():
		g.state.lock()
		defer g.state.unlock()
		l.end(4009)
		return 4009
	}
	return websocket.CloseAbnormalClosure
}

// take handles one packet of the bot.
func (g *gateway) take(l *link, raw []byte) {
	var in packet
	err := json.Unmarshal(raw, &in)
	linked := g.linked(l) != nil
	switch {
	case l.floods(g.state.now()):
		l.end(4008)
	case err != nil:
		l.end(4002)
	case !slices.Contains(botOps, in.Op):
		l.end(4001)
	case !in.fits():
		l.end(4002)
	case in.Op == opHeartbeat:
		l.expect(g.beat)
		l.send(packet{Op: opAck})
	case linked && (in.Op == opIdentify || in.Op == opResume):
		l.end(4005)
	case in.Op == opIdentify:
		g.identify(l, in.Data)
	case in.Op == opResume:
		g.resume(l, in.Data)
	case !linked:
		l.end(4003)
	}
}

// botOps are the operations that a bot may send.
var botOps = []int{opHeartbeat, opIdentify, opPresence, opVoice, opResume, opMembers}

// fits reports whether a packet of a bot has the data that its operation needs: in a
// heartbeat the last sequence number or null, else an object.
func (p packet) fits() bool {
	if p.Op == opHeartbeat {
		var seq *int
		return json.Unmarshal(p.Data, &seq) == nil
	}
	return bytes.HasPrefix(p.Data, []byte("{"))
}

// dispatch sends an event to every session whose intents have one of these bits; with
// 0 to every session. A session that is cut gets the event when it resumes.
func (g *gateway) dispatch(name string, data any, intents int) {
	var to []lateEvent
	for _, ses := range g.sessions {
		if intents != 0 && ses.intents&intents == 0 {
			continue
		}
		if p := ses.remember(name, data); ses.link != nil {
			to = append(to, lateEvent{ses.link, p})
		}
	}
	g.tell(to)
	raw, _ := json.Marshal(data)
	g.traffic.add(Exchange{Time: g.state.now(), Method: gatewayMethod, Path: name, Answer: raw})
}

// event sends an event to one session, which is connected.
func (g *gateway) event(ses *session, name string, data any) {
	ses.link.send(ses.remember(name, data))
}

// remember numbers an event and keeps it for a resume.
func (ses *session) remember(name string, data any) packet {
	ses.seq++
	p := pack(opDispatch, data)
	seq := ses.seq
	p.Seq, p.Type = &seq, &name
	ses.log = append(ses.log, p)
	if len(ses.log) > maxLog {
		ses.log = slices.Delete(ses.log, 0, len(ses.log)-maxLog)
	}
	return p
}

func pack(op int, data any) packet {
	raw, err := json.Marshal(data)
	if err != nil {
		raw = []byte(strconv.Quote(err.Error()))
	}
	return packet{Op: op, Data: raw}
}

// connected reports whether any bot is connected.
func (g *gateway) connected() bool {
	return slices.ContainsFunc(g.sessions, func(s *session) bool { return s.link != nil })
}

// linked finds the session of a link, or nil.
func (g *gateway) linked(l *link) *session {
	for _, s := range g.sessions {
		if s.link == l {
			return s
		}
	}
	return nil
}

// cut notes that the connection of a session ended. After a final code the session is
// over.
func (g *gateway) cut(ses *session, code int) {
	ses.link, ses.lost = nil, g.state.now()
	if final(code) {
		g.sessions = slices.DeleteFunc(g.sessions, func(o *session) bool { return o == ses })
	}
}

// held returns how many sessions are kept: they are connected, or could resume when the
// last ones were forgotten. The lock is held.
func (g *gateway) held() int { return len(g.sessions) }

// announce tells the bot that a channel or thread was made, changed or deleted:
// "CREATE", "UPDATE" or "DELETE".
func (g *gateway) announce(what string, c *channel) {
	switch {
	case c.guild == nil || c.away():
	case c.kind == PublicThread:
		g.dispatch("THREAD_"+what, g.wire.channelJSON(c), intentGuilds)
	default:
		g.dispatch("CHANNEL_"+what, g.wire.channelJSON(c), intentGuilds)
	}
}
