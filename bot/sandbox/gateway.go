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

// maxLog is how many events a session remembers for a resume, and resumeLife
// how long it waits for one.
const (
	maxLog     = 500
	resumeLife = 2 * time.Minute
)

// session is a bot's session: it outlives its connections.
type session struct {
	id      string
	intents int
	seq     int
	log     []packet  // the newest events, as they were sent
	link    *link     // nil when not connected
	lost    time.Time // when it was last cut, while it is not connected
}

// packet is what the gateway sends.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type *string         `json:"t"`
}

func (s *Server) gatewayURL() string {
	return "ws" + strings.TrimPrefix(s.URL(), "http") + "/gateway"
}

func getGateway(s *Server, _ *call) (any, error) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func getGatewayBot(s *Server, _ *call) (any, error) {
	left, reset := s.begins()
	return map[string]any{"url": s.gatewayURL(), "shards": 1, "session_start_limit": map[string]any{
		"total": sessionsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": 1,
	}}, nil
}

// serveGateway talks with one connection of a bot until it ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if cmp.Or(q.Get("encoding"), "json") != "json" || q.Get("compress") != "" {
		http.Error(w, "The sandbox's gateway speaks JSON that is not compressed; ask with ?encoding=json.", http.StatusBadRequest)
		return
	}
	conn, err := s.sockets.upgrade(w, r, noOrigin)
	if err != nil {
		return
	}
	defer s.sockets.drop(conn)
	l := newLink(conn, cmp.Or(q.Get("v"), "9"))
	done := make(chan struct{})
	written := make(chan struct{})
	go func() { l.write(done); close(written) }()
	s.greet(l)
	code := s.listen(l)
	if s.leave(l, code) {
		<-written // its close code
	}
	close(done)
	<-written
}

// greet begins a connection with Hello, or ends one of a version that there is not.
func (s *Server) greet(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.links[l] = true
	if l.version != "9" && l.version != "10" {
		l.end(4012)
		return
	}
	l.hushed = s.silent
	l.expect(s.cfg.Heartbeat)
	l.send(pack(opHello, map[string]any{"heartbeat_interval": s.cfg.Heartbeat.Milliseconds()}))
}

// leave forgets a connection that ended with a code, and says whether the gateway
// had one of its own for it.
func (s *Server) leave(l *link, code int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.links, l)
	if ses := s.world.linked(l); ses != nil {
		s.cut(ses, code)
	}
	s.bump()
	return l.ended
}

// noOrigin says whether a request comes from no web page. A bot is none.
func noOrigin(r *http.Request) bool { return r.Header.Get("Origin") == "" }

// listen reads from the bot until the connection ends, and returns the code that it
// was closed with.
func (s *Server) listen(l *link) int {
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			return s.parting(l, err)
		}
		s.mu.Lock()
		if !l.ended {
			s.take(l, raw)
		}
		s.mu.Unlock()
	}
}

// parting is the code that a connection ended with: the bot's, or the gateway's for a
// bot whose heart does not beat.
func (s *Server) parting(l *link, err error) int {
	var end *websocket.CloseError
	var late net.Error
	switch {
	case errors.As(err, &end):
		return end.Code
	case errors.As(err, &late) && late.Timeout():
		s.mu.Lock()
		defer s.mu.Unlock()
		l.end(4009)
		return 4009
	}
	return websocket.CloseAbnormalClosure
}

// take handles one packet of the bot.
func (s *Server) take(l *link, raw []byte) {
	var in packet
	err := json.Unmarshal(raw, &in)
	linked := s.world.linked(l) != nil
	switch {
	case l.floods(s.cfg.Now()):
		l.end(4008)
	case err != nil:
		l.end(4002)
	case !slices.Contains(botOps, in.Op):
		l.end(4001)
	case !in.fits():
		l.end(4002)
	case in.Op == opHeartbeat:
		l.expect(s.cfg.Heartbeat)
		l.send(packet{Op: opAck})
	case linked && (in.Op == opIdentify || in.Op == opResume):
		l.end(4005)
	case in.Op == opIdentify:
		s.identify(l, in.Data)
	case in.Op == opResume:
		s.resume(l, in.Data)
	case !linked:
		l.end(4003)
	}
}

// botOps are the operations of a bot.
var botOps = []int{opHeartbeat, opIdentify, opPresence, opVoice, opResume, opMembers}

// fits says whether a packet of a bot has the data that its operation needs: the last
// sequence number or null in a heartbeat, else an object.
func (p packet) fits() bool {
	if p.Op == opHeartbeat {
		var seq *int
		return json.Unmarshal(p.Data, &seq) == nil
	}
	return bytes.HasPrefix(p.Data, []byte("{"))
}

// dispatch sends an event to every session whose intents have one of these
// bits; 0 is for events that need no intent. A session that is cut gets it when
// it resumes.
func (s *Server) dispatch(name string, data any, intents int) {
	var to []lateEvent
	for _, ses := range s.world.sessions {
		if intents != 0 && ses.intents&intents == 0 {
			continue
		}
		if p := ses.remember(name, data); ses.link != nil {
			to = append(to, lateEvent{ses.link, p})
		}
	}
	s.tell(to)
	raw, _ := json.Marshal(data)
	s.traffic.add(Exchange{Time: s.cfg.Now(), Method: gatewayMethod, Path: name, Answer: raw})
}

// event sends one event to one session that is connected.
func (s *Server) event(ses *session, name string, data any) {
	ses.link.send(ses.remember(name, data))
}

// remember makes an event the session's next, and keeps it for a resume.
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

// connected says whether any bot is.
func (w *world) connected() bool {
	return slices.ContainsFunc(w.sessions, func(s *session) bool { return s.link != nil })
}

// linked finds the session of a link, or nil.
func (w *world) linked(l *link) *session {
	for _, s := range w.sessions {
		if s.link == l {
			return s
		}
	}
	return nil
}

// cut notes that a session's connection ended. A final code leaves nothing to
// resume.
func (s *Server) cut(ses *session, code int) {
	ses.link, ses.lost = nil, s.cfg.Now()
	if final(code) {
		s.world.sessions = slices.DeleteFunc(s.world.sessions, func(o *session) bool { return o == ses })
	}
}
