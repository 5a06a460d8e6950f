package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

// hello is the first packet of a bot: an Identify or a Resume.
type hello struct {
	Token   string `json:"token"`
	Intents *int   `json:"intents"`
	Session string `json:"session_id"`
	Seq     *int   `json:"seq"`
	Shard   []int  `json:"shard"` // its number, and how many there are
}

// IntentGuilds asks for GUILD_CREATE.
const IntentGuilds = 1 << 0

// IntentMembers asks for the members of servers and threads. It is privileged.
const IntentMembers = 1 << 1

// intentPresences lets a bot see who is online. Discord must allow it.
const intentPresences = 1 << 8

// allIntents are the intents that exist. privilegedIntents are those that an application has
// only if Discord gives them to it.
const (
	allIntents        = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	privilegedIntents = IntentMembers | intentPresences | IntentContent
)

// sessionsADay is how many sessions a bot may begin in a day.
const sessionsADay = 1000

// budget is how many sessions a bot may still begin until a time.
type budget struct {
	left  int
	until time.Time
}

// begins returns how many sessions may be begun now, and the time until it is a full
// day's number again.
func (g *Gateway) begins() (left int, reset time.Duration) {
	now := g.Now()
	if !g.budget.until.After(now) {
		return sessionsADay, 0
	}
	return g.budget.left, g.budget.until.Sub(now)
}

// spend takes one session from the day's budget and reports whether one was left. A
// day runs from its first session.
func (g *Gateway) spend() bool {
	left, reset := g.begins()
	if reset == 0 {
		g.budget.until = g.Now().Add(24 * time.Hour)
	}
	g.budget.left = max(left-1, 0)
	return left > 0
}

// admit reads a hello, and closes the connection if it is malformed or has the wrong
// token.
func (g *Gateway) admit(l *link, data json.RawMessage) (hello, bool) {
	var in hello
	switch {
	case json.Unmarshal(data, &in) != nil:
		l.end(4002)
	case strings.TrimPrefix(in.Token, "Bot ") != g.Config.Token:
		l.end(4004)
	default:
		return in, true
	}
	return in, false
}

// identify begins a session.
func (g *Gateway) identify(l *link, data json.RawMessage) {
	in, ok := g.admit(l, data)
	of, fits := shardOf(in.Shard)
	switch {
	case !ok:
		return
	case !fits:
		g.blame(in.Shard, "a shard is its number, from 0, and how many there are, such as [3, 16]")
		l.end(4010)
		return
	case in.Intents == nil || *in.Intents&^allIntents != 0:
		l.end(4013)
		return
	case *in.Intents&privilegedIntents&^g.Privileged != 0:
		l.end(4014)
		return
	case g.away[of.number]:
		l.end(4000)
		return
	case g.hasty(of):
		l.send(pack(opInvalidSession, false))
		return
	case !g.spend():
		l.end(4004)
		return
	case g.rebuffs(l):
		return
	}
	g.forgetSessions()
	ses := &session{id: "session-" + g.NewID(), intents: *in.Intents, shard: of, link: l}
	g.sessions = append(g.sessions, ses)
	g.event(ses, "READY", map[string]any{
		"v": json.Number(l.version), "user": world.UserJSON(g.User(world.BotID)), "session_id": ses.id, "resume_gateway_url": g.URL(),
		"guilds": world.List(g.served(of), unavailable), "private_channels": []any{},
		"application": map[string]any{"id": world.AppID, "flags": 0}, "shard": []int{of.number, of.count},
	})
	for _, in := range g.served(of) {
		if ses.intents&IntentGuilds != 0 {
			g.event(ses, "GUILD_CREATE", g.GuildCreate(in))
		}
	}
	g.Bump()
}

// unavailable is a server in READY, before GUILD_CREATE describes it.
func unavailable(g *world.Guild) any { return map[string]any{"id": g.ID, "unavailable": true} }

// resume goes on with a session and sends the events that were missed, or refuses it.
func (g *Gateway) resume(l *link, data json.RawMessage) {
	in, ok := g.admit(l, data)
	switch {
	case !ok:
		return
	case in.Seq == nil:
		l.end(4002)
		return
	case g.rebuffs(l):
		return
	}
	g.forgetSessions()
	i := slices.IndexFunc(g.sessions, func(o *session) bool { return o.id == in.Session })
	if i < 0 {
		l.send(pack(opInvalidSession, false))
		return
	}
	ses := g.sessions[i]
	switch {
	case g.away[ses.shard.number]:
		l.end(4000)
	case *in.Seq < 0 || *in.Seq > ses.seq:
		g.cut(ses, 4007)
		l.end(4007)
	case ses.forgot(*in.Seq):
		l.send(pack(opInvalidSession, false))
	default:
		g.replay(ses, l, *in.Seq)
	}
}

// replay moves a session to another connection and sends the events after seq.
func (g *Gateway) replay(ses *session, l *link, seq int) {
	if ses.link != nil {
		_ = ses.link.conn.Close()
	}
	ses.link = l
	for _, p := range ses.log {
		if *p.Seq > seq {
			l.send(p)
		}
	}
	g.event(ses, "RESUMED", map[string]any{})
	g.Bump()
}

// forgot reports whether events after seq are no longer kept.
func (ses *session) forgot(seq int) bool {
	return len(ses.log) > 0 && *ses.log[0].Seq > seq+1
}

// rebuffs refuses a hello if [Faults.RefuseHello] planned that.
func (g *Gateway) rebuffs(l *link) bool {
	p := g.Plan.Strike(func(p *fault.Pending) bool { return p.Hello != 0 })
	switch {
	case p == nil:
		return false
	case p.Hello >= 4000:
		l.end(p.Hello)
	case p.Hello == opInvalidSession:
		l.send(pack(opInvalidSession, false))
	default:
		l.send(packet{Op: p.Hello})
	}
	return true
}

// forgetSessions drops the sessions that were cut too long ago to resume. The lock is held.
func (g *Gateway) forgetSessions() {
	g.sessions = slices.DeleteFunc(g.sessions, func(o *session) bool {
		return o.link == nil && g.Now().Sub(o.lost) > resumeLife
	})
}

// served lists the bot's servers on a shard.
func (g *Gateway) served(of shard) (all []*world.Guild) {
	for _, in := range g.Guilds {
		if in.Bot && of.has(in.ID) {
			all = append(all, in)
		}
	}
	return all
}

// An instant is a time by the sandbox's clock and by the real one. A bot waits by either: a test
// may have moved the sandbox's.
type instant struct{ told, real time.Time }

// since returns how long ago an instant was, by the clock that went further.
func (a instant) since(b instant) time.Duration { return max(b.told.Sub(a.told), b.real.Sub(a.real)) }

// shard is a connection that carries the servers on shard number of count.
type shard struct{ number, count int }

// has reports whether the events of a server come over the shard; those of direct messages, which
// have no server, come over shard 0.
func (s shard) has(guild string) bool {
	id, _ := strconv.ParseUint(guild, 10, 64)
	return (id>>22)%uint64(s.count) == uint64(s.number)
}

// shardOf reads the shard of an Identify. ok is false for one that there cannot be.
func shardOf(asked []int) (s shard, ok bool) {
	switch {
	case asked == nil:
		return shard{0, 1}, true
	case len(asked) != 2 || asked[1] < 1 || asked[0] < 0 || asked[0] >= asked[1]:
		return shard{}, false
	}
	return shard{asked[0], asked[1]}, true
}

// hasty reports whether a shard identifies too soon after another one of its key. That breaks a rule if
// another one of the key is connected; else the bot was started anew.
func (g *Gateway) hasty(s shard) bool {
	key, now := s.number%g.Config.Keys, instant{g.Now(), time.Now()}
	spacing := time.Duration(float64(5*time.Second) / g.Config.Haste) // between two Identifies of one key
	since := g.identified[key].since(now)
	if since >= spacing {
		g.identified[key] = now
		return false
	}
	if slices.ContainsFunc(g.connected(), func(o *session) bool { return o.shard.number%g.Config.Keys == key }) {
		g.blame([]int{s.number, s.count}, fmt.Sprintf("identified %v after another shard of the same key, where %v must lie between", since.Round(time.Millisecond), spacing))
	}
	return true
}

// blame notes that an Identify broke a rule.
func (g *Gateway) blame(asked []int, wrong string) {
	raw, _ := json.Marshal(map[string]any{"shard": asked})
	g.Traffic.Add(Exchange{Method: GatewayMethod, Path: "IDENTIFY", Request: raw, Wrong: wrong})
}
