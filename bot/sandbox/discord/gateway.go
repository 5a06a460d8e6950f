package discord

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
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
	shard   shard
	seq     int
	log     []packet  // the newest events, as they were sent
	link    *link     // nil when not connected
	lost    time.Time // when it was last cut, while it is not connected
}

// Gateway is the websocket side of Discord: it greets bots, keeps their sessions and
// sends them events.
type Gateway struct {
	*Discord
	sessions []*session
	links    map[*link]bool // its connections
	Silent   bool           // it says nothing; see [Faults.Silence]
	late     []lateEvent    // events that wait for the next one; see [Faults.SwapEvents]
	budget   budget         // of sessions

	identified map[int]instant // the last Identify of each key, of which max_concurrency says how many there are
	away       map[int]bool    // the numbers of shards that no bot reaches; see [Faults.ShardAway]
}

func newGateway(d *Discord) *Gateway {
	return &Gateway{Discord: d, links: map[*link]bool{}, identified: map[int]instant{}, away: map[int]bool{}}
}

// packet is a message of the gateway, either way.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type *string         `json:"t"`
}

// URL is the address of the gateway.
func (g *Gateway) URL() string { return "ws" + strings.TrimPrefix(g.Base, "http") + "/gateway" }

// Serve talks with one connection of a bot until it ends.
func (g *Gateway) Serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	compress := q.Get("compress")
	if cmp.Or(q.Get("encoding"), "json") != "json" || compress != "" && compress != "zlib-stream" {
		http.Error(w, "The sandbox's gateway speaks JSON, plain or as zlib-stream; ask with ?encoding=json.", http.StatusBadRequest)
		return
	}
	conn, err := g.Sockets.Upgrade(w, r, noOrigin)
	if err != nil {
		return
	}
	defer g.Sockets.Drop(conn)
	l := newLink(conn, cmp.Or(q.Get("v"), "9"))
	if compress != "" {
		l.zipped = &zipped{}
		l.zipped.zip = zlib.NewWriter(&l.zipped.out)
	}
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
func (g *Gateway) greet(l *link) {
	g.Lock()
	defer g.Unlock()
	g.links[l] = true
	if l.version != "9" && l.version != "10" {
		l.end(4012)
		return
	}
	l.hushed = g.Silent
	l.expect(g.Config.Heartbeat)
	l.send(pack(opHello, map[string]any{"heartbeat_interval": g.Config.Heartbeat.Milliseconds()}))
}

// leave forgets a connection that ended with a code. It returns true if the gateway
// itself ends it, with a close code that is still to be written.
func (g *Gateway) leave(l *link, code int) bool {
	g.Lock()
	defer g.Unlock()
	delete(g.links, l)
	if ses := g.linked(l); ses != nil {
		g.cut(ses, code)
	}
	g.Bump()
	return l.ended
}

// listen reads from the bot until the connection ends, and returns its close code.
func (g *Gateway) listen(l *link) int {
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			return g.parting(l, err)
		}
		g.Lock()
		if !l.ended {
			g.take(l, raw)
		}
		g.Unlock()
	}
}

// parting returns the close code of a connection: the bot's, or 4009 of the gateway
// for heartbeats that stayed out.
func (g *Gateway) parting(l *link, err error) int {
	var end *websocket.CloseError
	var late net.Error
	switch {
	case errors.As(err, &end):
		return end.Code
	case errors.As(err, &late) && late.Timeout():
		g.Lock()
		defer g.Unlock()
		l.end(4009)
		return 4009
	}
	return websocket.CloseAbnormalClosure
}

// take handles one packet of the bot.
func (g *Gateway) take(l *link, raw []byte) {
	var in packet
	err := json.Unmarshal(raw, &in)
	linked := g.linked(l) != nil
	switch {
	case l.floods(g.Now()):
		l.end(4008)
	case err != nil:
		l.end(4002)
	case !slices.Contains(botOps, in.Op):
		l.end(4001)
	case !in.fits():
		l.end(4002)
	case in.Op == opHeartbeat:
		l.expect(g.Config.Heartbeat)
		l.send(packet{Op: opAck})
	case linked && (in.Op == opIdentify || in.Op == opResume):
		l.end(4005)
	case in.Op == opIdentify:
		g.identify(l, in.Data)
	case in.Op == opResume:
		g.resume(l, in.Data)
	case !linked:
		l.end(4003)
	case in.Op == opMembers:
		g.members(g.linked(l), in.Data)
	}
}

// maxMembers is how many members one request may name, and how many it finds by a name.
const maxMembers = 100

// members answers a request for members of a server by GUILD_MEMBERS_CHUNK. Like Discord it leaves one for all members
// unanswered if the session lacks [IntentMembers]; that is noted as a mistake of the bot.
func (g *Gateway) members(ses *session, data json.RawMessage) {
	var in struct {
		Guild     string          `json:"guild_id"`
		Query     *string         `json:"query"`
		Limit     int             `json:"limit"`
		Users     json.RawMessage `json:"user_ids"` // one, or a list
		Presences bool            `json:"presences"`
		Nonce     string          `json:"nonce"`
	}
	var ids []string
	err := json.Unmarshal(data, &in)
	if json.Unmarshal(in.Users, &ids) != nil {
		ids = make([]string, 1)
		if json.Unmarshal(in.Users, &ids[0]) != nil {
			ids = nil
		}
	}
	n := slices.IndexFunc(g.Guilds, func(o *world.Guild) bool { return o.ID == in.Guild && o.Bot })
	whole := ids == nil && in.Query != nil && *in.Query == "" && in.Limit == 0
	wrong := ""
	switch {
	case err != nil || (in.Query == nil) == (ids == nil):
		wrong = "A request for members needs a query with a limit, or user_ids."
	case n < 0:
		wrong = "The bot is in no server " + rule.Clip(in.Guild) + "."
	case whole && ses.intents&IntentMembers == 0:
		wrong = "Only a bot with the intent GuildMembers can ask for all members."
	case in.Presences && ses.intents&intentPresences == 0:
		wrong = "Only a bot with the intent GuildPresences can ask for presences."
	case len(ids) > maxMembers:
		wrong = "A request for members names 100 at most."
	}
	if wrong != "" {
		g.Traffic.Add(Exchange{Method: GatewayMethod, Path: "REQUEST_GUILD_MEMBERS", Request: data, Wrong: wrong})
		return
	}
	chunk := map[string]any{"guild_id": in.Guild, "chunk_index": 0, "chunk_count": 1}
	found, missing := []any{}, []string{}
	switch {
	case whole:
		found = g.Search(g.Guilds[n], "", 0)
	case ids == nil:
		found = g.Search(g.Guilds[n], *in.Query, min(cmp.Or(in.Limit, maxMembers), maxMembers))
	}
	for _, id := range ids {
		if u := g.User(id); u != nil && g.Guilds[n].Has(u) {
			found = append(found, g.MemberJSON(u, g.Guilds[n]))
		} else {
			missing = append(missing, id)
		}
	}
	if chunk["members"] = found; len(missing) > 0 {
		chunk["not_found"] = missing
	}
	if in.Presences {
		chunk["presences"] = []any{} // nobody is said to be online
	}
	if len(in.Nonce) > 0 && len(in.Nonce) <= 32 {
		chunk["nonce"] = in.Nonce
	}
	raw, _ := json.Marshal(chunk)
	g.Traffic.Add(Exchange{Method: GatewayMethod, Path: "GUILD_MEMBERS_CHUNK", Answer: raw})
	g.event(ses, "GUILD_MEMBERS_CHUNK", chunk)
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

// Dispatch sends an event of a server, or of direct messages for an empty id, to every session on
// whose shard that is and whose intents have one of these bits; with 0 whatever its intents. A session
// that is cut gets the event when it resumes.
func (g *Gateway) Dispatch(guild, name string, data any, intents int) {
	g.dispatch(name, data, func(s *session) bool {
		return s.shard.has(guild) && (intents == 0 || s.intents&intents != 0)
	})
}

// dispatch sends an event to every session that wants it, twice or after the next one if a fault
// says so.
func (g *Gateway) dispatch(name string, data any, wants func(*session) bool) {
	var to []lateEvent
	for _, ses := range g.sessions {
		if !wants(ses) {
			continue
		}
		if p := ses.remember(name, data); ses.link != nil {
			to = append(to, lateEvent{ses.link, p})
		}
	}
	raw, _ := json.Marshal(data)
	g.Traffic.Add(Exchange{Method: GatewayMethod, Path: name, Answer: raw})
	strikes := func(fate fault.Fate) bool {
		return g.Plan.Strike(func(p *fault.Pending) bool { return p.Event == fate }) != nil
	}
	if len(to) == 0 {
		return
	}
	if strikes(fault.Repeated) {
		to = slices.Concat(to, to)
	}
	if len(g.late) == 0 && strikes(fault.Swapped) {
		g.late = to
		return
	}
	g.late = append(to, g.late...)
	g.catchUp()
}

// lateEvent is an event to one connection. It may wait until the next one is sent.
type lateEvent struct {
	link *link
	packet
}

// catchUp sends the events that wait for the next one.
func (g *Gateway) catchUp() {
	for _, e := range g.late {
		e.link.send(e.packet)
	}
	g.late = nil
}

// hush begins or ends the silence.
func (g *Gateway) hush(on bool) {
	g.Silent = on
	for l := range g.links {
		l.hush(on, g.Config.Heartbeat)
	}
}

// event sends an event to one session, which is connected.
func (g *Gateway) event(ses *session, name string, data any) {
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

// connected lists the sessions that are connected.
func (g *Gateway) connected() (all []*session) {
	for _, s := range g.sessions {
		if s.link != nil {
			all = append(all, s)
		}
	}
	return all
}

// linked finds the session of a link, or nil.
func (g *Gateway) linked(l *link) *session {
	for _, s := range g.sessions {
		if s.link == l {
			return s
		}
	}
	return nil
}

// cut notes that the connection of a session ended. After a final code the session is
// over.
func (g *Gateway) cut(ses *session, code int) {
	ses.link, ses.lost = nil, g.Now()
	if final(code) {
		g.sessions = slices.DeleteFunc(g.sessions, func(o *session) bool { return o == ses })
	}
}

// Held returns how many sessions are kept: they are connected, or could resume when the
// last ones were forgotten. The lock is held.
func (g *Gateway) Held() int { return len(g.sessions) }

// Joined tells the bot that somebody joined a thread or left it. A session hears of the bot itself
// with [IntentGuilds], and of people with [IntentMembers].
func (g *Gateway) Joined(c *world.Channel, u *world.User, in bool) {
	told := IntentMembers
	if u.ID == world.BotID {
		told = IntentGuilds
		if in {
			g.Announce("CREATE", c)
		}
	}
	if slices.ContainsFunc(g.sessions, func(s *session) bool { return s.intents&told != 0 }) {
		g.Dispatch(c.Guild.ID, "THREAD_MEMBERS_UPDATE", world.MembersUpdate(c, u, in), told)
	}
}

// Announce tells the bot that a channel or thread was made, changed or deleted:
// "CREATE", "UPDATE" or "DELETE".
func (g *Gateway) Announce(what string, c *world.Channel) {
	of := "CHANNEL_"
	if c.Thread() {
		of = "THREAD_"
	}
	if c.Guild != nil && !c.Away() && (!c.Thread() || g.BotMay(c).Has(world.ViewChannel)) {
		g.Dispatch(c.Guild.ID, of+what, g.ChannelJSON(c), IntentGuilds)
	}
}

// Intents for messages. Without the last one, which is privileged, a bot gets no content that
// is not meant for it.
const (
	IntentMessages = 1 << 9
	IntentDirects  = 1 << 12
	IntentContent  = 1 << 15
)

// Tell tells the bots of a message that was made, changed or deleted: "CREATE", "UPDATE" or
// "DELETE". A bot hears only of messages that it sees.
func (g *Gateway) Tell(what string, m *world.Message) {
	c, wanted := m.Channel, IntentMessages
	if c.Guild == nil {
		wanted = IntentDirects
	}
	if m.Only != nil || c.Away() || !g.BotMay(c).Has(world.ViewChannel) {
		return
	}
	for _, content := range []bool{true, false} {
		in := func(s *session) bool {
			return s.shard.has(c.GuildID()) && s.intents&wanted != 0 && (s.intents&IntentContent != 0) == content
		}
		if slices.ContainsFunc(g.sessions, in) {
			g.dispatch("MESSAGE_"+what, g.messageEvent(what, m, content), in)
		}
	}
}

// messageEvent is the data of an event about m, with its content or without it. A bot gets the
// content of its own messages, of direct messages, and of those that mention it.
func (g *Gateway) messageEvent(what string, m *world.Message, content bool) map[string]any {
	j := map[string]any{"id": m.ID, "channel_id": m.Channel.ID}
	if what != "DELETE" {
		j = g.MessageJSON(m)
		self := g.User(world.BotID)
		if !content && m.Author != self && m.Channel.Guild != nil && !slices.Contains(m.Mentions, self) {
			j["content"], j["embeds"], j["attachments"], j["components"] = "", []any{}, []any{}, []any{}
		}
	}
	if m.Channel.Guild == nil {
		return j
	}
	j["guild_id"] = m.Channel.Guild.ID
	if what != "DELETE" && m.By == nil {
		j["member"] = g.AuthorJSON(m.Author, m.Channel.Guild)
	}
	return j
}
