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

// maxLog is how many events a session remembers for a resume.
const maxLog = 500

// session is a bot's session: it outlives its connections.
type session struct {
	id      string
	intents int
	seq     int
	log     []packet // the newest events, as they were sent
	link    *link    // nil when not connected
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
	conn *websocket.Conn
	out  chan packet
	bye  chan int // a close code to end with
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
			if l.conn.WriteJSON(p) != nil {
				return
			}
		case code := <-l.bye:
			for len(l.out) > 0 {
				if l.conn.WriteJSON(<-l.out) != nil {
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
	up := websocket.Upgrader{CheckOrigin: func(r *http.Request) bool { return r.Header.Get("Origin") == "" }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	l := &link{conn: conn, out: make(chan packet, 256), bye: make(chan int, 1)}
	done := make(chan struct{})
	written := make(chan struct{})
	go func() { l.write(done); close(written) }()
	s.watch(done, l)
	l.send(pack(opHello, map[string]any{"heartbeat_interval": s.cfg.Heartbeat.Milliseconds()}))
	code := s.listen(l)
	s.mu.Lock()
	s.world.unlink(l, code)
	s.bump()
	s.mu.Unlock()
	close(done)
	<-written
}

// watch ends the link when the server closes.
func (s *Server) watch(done <-chan struct{}, l *link) {
	go func() {
		select {
		case <-s.done:
			_ = l.conn.Close()
		case <-done:
		}
	}()
}

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

// identify begins a session.
func (s *Server) identify(l *link, data json.RawMessage) {
	var in struct {
		Token   string `json:"token"`
		Intents int    `json:"intents"`
	}
	if json.Unmarshal(data, &in) != nil {
		l.end(4002)
		return
	}
	if strings.TrimPrefix(in.Token, "Bot ") != s.cfg.Token {
		l.end(4004)
		return
	}
	ses := &session{id: "session-" + s.world.id(s.cfg.Now()), intents: in.Intents, link: l}
	s.world.sessions = append(s.world.sessions, ses)
	s.event(ses, "READY", map[string]any{
		"v": 9, "user": userJSON(s.world.user(botID)), "session_id": ses.id, "resume_gateway_url": s.gatewayURL(),
		"guilds": []any{map[string]any{"id": guildID, "unavailable": true}}, "private_channels": []any{},
		"application": map[string]any{"id": appID, "flags": 0}, "shard": []int{0, 1},
	})
	if ses.intents&intentGuilds != 0 {
		s.event(ses, "GUILD_CREATE", s.guildCreate())
	}
	s.bump()
}

// resume goes on with a session: it sends again what was missed, or says that
// there is no such session.
func (s *Server) resume(l *link, data json.RawMessage) {
	var in struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(data, &in) != nil {
		l.end(4002)
		return
	}
	if strings.TrimPrefix(in.Token, "Bot ") != s.cfg.Token {
		l.end(4004)
		return
	}
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

// dispatch sends an event to every connected session whose intents have one of
// these bits; 0 is for events that need no intent.
func (s *Server) dispatch(name string, data any, intents int) {
	for _, ses := range s.world.sessions {
		if ses.link != nil && (intents == 0 || ses.intents&intents != 0) {
			s.event(ses, name, data)
		}
	}
	raw, _ := json.Marshal(data)
	s.traffic.add(Exchange{Time: s.cfg.Now(), Method: "GATEWAY", Path: name, Answer: raw})
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
	ses.link.send(p)
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

// unlink notes that a link ended. A bot that said goodbye (1000, 1001) has no
// session to resume.
func (w *world) unlink(l *link, code int) {
	ses := w.linked(l)
	if ses == nil {
		return
	}
	ses.link = nil
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		w.sessions = slices.DeleteFunc(w.sessions, func(o *session) bool { return o == ses })
	}
}

// Disconnect closes every connection of a bot with a code, as Discord does now
// and then: 4000 asks for a resume, 4004 is final. 1006 only cuts.
func (s *Server) Disconnect(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.world.sessions {
		if ses.link == nil {
			continue
		}
		if code == websocket.CloseAbnormalClosure {
			_ = ses.link.conn.Close()
		} else {
			ses.link.end(code)
		}
		ses.link = nil
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
