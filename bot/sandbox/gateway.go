package sandbox

import (
	"encoding/json"
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

// intentGuilds asks for GUILD_CREATE.
const intentGuilds = 1 << 0

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

// link is one connection. Only its writer writes to the socket.
type link struct {
	conn    *websocket.Conn
	version int // of the gateway, as the bot asked for it
	out     chan packet
	bye     chan int // a close code to end with
}

// send queues a packet; a bot that does not read is cut off.
func (l *link) send(p packet) {
	select {
	case l.out <- p:
	default:
		_ = l.conn.Close()
	}
}

// end closes the link with a code, once what was queued is written.
func (l *link) end(code int) {
	select {
	case l.bye <- code:
	default:
	}
}

// write is the writer.
func (l *link) write(done <-chan struct{}) {
	defer l.conn.Close()
	for {
		select {
		case p := <-l.out:
			if writeJSON(l.conn, p) != nil {
				return
			}
		case code := <-l.bye:
			for len(l.out) > 0 {
				if writeJSON(l.conn, <-l.out) != nil {
					return
				}
			}
			end := websocket.FormatCloseMessage(code, closeText[code])
			_ = l.conn.WriteControl(websocket.CloseMessage, end, time.Now().Add(time.Second))
			return
		case <-done:
			return
		}
	}
}

var closeText = map[int]string{
	4001: "Unknown opcode.", 4002: "Error while decoding payload.", 4003: "Not authenticated.",
	4004: "Authentication failed.", 4005: "Already authenticated.",
}

func (s *Server) gatewayURL() string {
	return "ws" + strings.TrimPrefix(s.URL(), "http") + "/gateway"
}

func getGateway(s *Server, _ *call) (any, error) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func getGatewayBot(s *Server, _ *call) (any, error) {
	return map[string]any{"url": s.gatewayURL(), "shards": 1, "session_start_limit": map[string]any{
		"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1,
	}}, nil
}

// serveGateway talks with one connection of a bot until it ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	conn, err := s.sockets.upgrade(w, r, noOrigin)
	if err != nil {
		return
	}
	defer s.sockets.drop(conn)
	l := &link{conn: conn, version: version(r), out: make(chan packet, 256), bye: make(chan int, 1)}
	done := make(chan struct{})
	written := make(chan struct{})
	go func() { l.write(done); close(written) }()
	l.send(pack(opHello, map[string]any{"heartbeat_interval": s.cfg.Heartbeat.Milliseconds()}))
	code := s.listen(l)
	s.mu.Lock()
	if ses := s.world.linked(l); ses != nil {
		s.cut(ses, code)
	}
	s.bump()
	s.mu.Unlock()
	close(done)
	<-written
}

// version is the gateway's version that a bot asks for; 9 if it does not say.
func version(r *http.Request) int {
	n, err := strconv.Atoi(r.URL.Query().Get("v"))
	if err != nil {
		return 9
	}
	return n
}

// noOrigin says whether a request comes from no web page. A bot is none.
func noOrigin(r *http.Request) bool { return r.Header.Get("Origin") == "" }

// listen reads from the bot until the connection ends, and returns the code
// that the bot closed it with.
func (s *Server) listen(l *link) int {
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			if end, ok := err.(*websocket.CloseError); ok {
				return end.Code
			}
			return websocket.CloseAbnormalClosure
		}
		var in packet
		if json.Unmarshal(raw, &in) != nil {
			l.end(4002)
			continue
		}
		s.mu.Lock()
		s.take(l, in)
		s.mu.Unlock()
	}
}

// take handles one packet of the bot.
func (s *Server) take(l *link, in packet) {
	ses := s.world.linked(l)
	switch in.Op {
	case opHeartbeat:
		l.send(packet{Op: opAck})
	case opIdentify:
		if ses != nil {
			l.end(4005)
			return
		}
		s.identify(l, in.Data)
	case opResume:
		s.resume(l, in.Data)
	case opPresence, opVoice, opMembers:
		if ses == nil {
			l.end(4003)
		}
	default:
		l.end(4001)
	}
}

// hello is what a bot says first: an Identify or a Resume.
type hello struct {
	Token   string `json:"token"`
	Intents int    `json:"intents"`
	Session string `json:"session_id"`
	Seq     int    `json:"seq"`
}

// admit reads a hello, and ends the link of one that may not come in.
func (s *Server) admit(l *link, data json.RawMessage) (hello, bool) {
	var in hello
	switch {
	case json.Unmarshal(data, &in) != nil:
		l.end(4002)
	case strings.TrimPrefix(in.Token, "Bot ") != s.cfg.Token:
		l.end(4004)
	default:
		return in, true
	}
	return in, false
}

// identify begins a session.
func (s *Server) identify(l *link, data json.RawMessage) {
	in, ok := s.admit(l, data)
	if !ok {
		return
	}
	s.forgetSessions()
	ses := &session{id: "session-" + s.world.id(s.cfg.Now()), intents: in.Intents, link: l}
	s.world.sessions = append(s.world.sessions, ses)
	s.event(ses, "READY", map[string]any{
		"v": l.version, "user": userJSON(s.world.user(botID)), "session_id": ses.id, "resume_gateway_url": s.gatewayURL(),
		"guilds": s.unavailable(), "private_channels": []any{},
		"application": map[string]any{"id": appID, "flags": 0}, "shard": []int{0, 1},
	})
	if ses.intents&intentGuilds != 0 {
		for _, g := range s.world.guilds {
			if g.bot {
				s.event(ses, "GUILD_CREATE", s.guildCreate(g))
			}
		}
	}
	s.bump()
}

// unavailable lists the bot's servers as they are named before each is told of.
func (s *Server) unavailable() []any {
	out := []any{}
	for _, g := range s.world.guilds {
		if g.bot {
			out = append(out, map[string]any{"id": g.id, "unavailable": true})
		}
	}
	return out
}

// resume goes on with a session: it sends again what was missed, or says that
// there is no such session.
func (s *Server) resume(l *link, data json.RawMessage) {
	in, ok := s.admit(l, data)
	if !ok {
		return
	}
	s.forgetSessions()
	i := slices.IndexFunc(s.world.sessions, func(o *session) bool { return o.id == in.Session })
	if i < 0 || in.Seq > s.world.sessions[i].seq || s.world.sessions[i].forgot(in.Seq) {
		l.send(pack(opInvalidSession, false))
		return
	}
	ses := s.world.sessions[i]
	if ses.link != nil && ses.link != l {
		_ = ses.link.conn.Close()
	}
	ses.link = l
	for _, p := range ses.log {
		if *p.Seq > in.Seq {
			l.send(p)
		}
	}
	s.event(ses, "RESUMED", map[string]any{})
	s.bump()
}

// forgot says whether events after seq are no longer remembered.
func (ses *session) forgot(seq int) bool {
	return len(ses.log) > 0 && *ses.log[0].Seq > seq+1
}

// dispatch sends an event to every session whose intents have one of these
// bits; 0 is for events that need no intent. A session that is cut gets it when
// it resumes.
func (s *Server) dispatch(name string, data any, intents int) {
	for _, ses := range s.world.sessions {
		if intents == 0 || ses.intents&intents != 0 {
			s.event(ses, name, data)
		}
	}
	raw, _ := json.Marshal(data)
	s.traffic.add(Exchange{Time: s.cfg.Now(), Method: gatewayMethod, Path: name, Answer: raw})
}

// event sends one event to one session, and remembers it for a resume.
func (s *Server) event(ses *session, name string, data any) {
	ses.seq++
	p := pack(opDispatch, data)
	seq := ses.seq
	p.Seq, p.Type = &seq, &name
	ses.log = append(ses.log, p)
	if len(ses.log) > maxLog {
		ses.log = slices.Delete(ses.log, 0, len(ses.log)-maxLog)
	}
	if ses.link != nil {
		ses.link.send(p)
	}
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

// final says whether a close code ends the session too: a goodbye, a refused
// token, or a connection that was asked for wrongly.
func final(code int) bool {
	return code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway ||
		code == 4004 || code >= 4010 && code <= 4014
}

// forgetSessions drops the sessions that were cut too long ago to resume.
func (s *Server) forgetSessions() {
	s.world.sessions = slices.DeleteFunc(s.world.sessions, func(o *session) bool {
		return o.link == nil && s.cfg.Now().Sub(o.lost) > resumeLife
	})
}

// Disconnect closes every connection of a bot with a code, as Discord does now
// and then: 4000 asks for a resume, 4004 is final. 1006 only cuts.
func (s *Server) Disconnect(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range slices.Clone(s.world.sessions) {
		if ses.link == nil {
			continue
		}
		if code == websocket.CloseAbnormalClosure {
			_ = ses.link.conn.Close()
		} else {
			ses.link.end(code)
		}
		s.cut(ses, code)
	}
	s.bump()
}

// AskToReconnect sends op 7 to every connected bot, as Discord does before it
// restarts a gateway.
func (s *Server) AskToReconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.world.sessions {
		if ses.link != nil {
			ses.link.send(packet{Op: opReconnect})
		}
	}
}
