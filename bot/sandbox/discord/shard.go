package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

// shards is what the gateway knows of shards.
type shards struct {
	ShardPlan
	identified map[int]instant // by key: the last Identify
	away       map[int]bool    // by number: those that no bot reaches; see [GatewayFaults.ShardAway]
}

// An instant is a time by the sandbox's clock and by the real one. A bot waits by either: a test
// may have moved the sandbox's.
type instant struct{ told, real time.Time }

// since returns how long ago an instant was, by the clock that went further.
func (a instant) since(b instant) time.Duration { return max(b.told.Sub(a.told), b.real.Sub(a.real)) }

// Plan is how the gateway has a bot share its servers among shards.
type ShardPlan struct {
	Shards  int           // how many are recommended
	Keys    int           // max_concurrency: so many shards may identify at once
	Spacing time.Duration // the time between two Identifies of one key
}

// Plan returns how the gateway has a bot share its servers among shards.
func (g *Gateway) Plan() ShardPlan { return g.shards.ShardPlan }

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
	key, now := s.number%g.shards.Keys, instant{g.state.Now(), time.Now()}
	since := g.shards.identified[key].since(now)
	if since >= g.shards.Spacing {
		g.shards.identified[key] = now
		return false
	}
	if slices.ContainsFunc(g.sessions, func(o *session) bool { return o.link != nil && o.shard.number%g.shards.Keys == key }) {
		g.blame(s, fmt.Sprintf("identified %v after another shard of the same key, where %v must lie between", since.Round(time.Millisecond), g.shards.Spacing))
	}
	return true
}

// blame notes that an Identify broke a rule.
func (g *Gateway) blame(asked any, wrong string) {
	if s, ok := asked.(shard); ok {
		asked = []int{s.number, s.count}
	}
	raw, _ := json.Marshal(map[string]any{"shard": asked})
	g.traffic.Add(Exchange{Time: g.state.Now(), Method: GatewayMethod, Path: "IDENTIFY", Request: raw, Wrong: wrong})
}

// ShardAway cuts the connections of the shard with a number, of however many, and refuses new ones
// until it is back.
func (f *GatewayFaults) ShardAway(number int, away bool) {
	g := f.gateway
	g.state.Lock()
	defer g.state.Unlock()
	g.shards.away[number] = away
	for _, ses := range slices.Clone(g.sessions) {
		if away && ses.link != nil && ses.shard.number == number {
			_ = ses.link.conn.Close()
			g.cut(ses, websocket.CloseAbnormalClosure)
		}
	}
	g.state.Bump()
}

// Open returns the shards over which a bot is connected, such as "3/16".
func (f *GatewayFaults) Open() (open []string) {
	f.gateway.state.Lock()
	defer f.gateway.state.Unlock()
	for _, ses := range f.gateway.sessions {
		if ses.link != nil {
			open = append(open, fmt.Sprintf("%d/%d", ses.shard.number, ses.shard.count))
		}
	}
	slices.Sort(open)
	return open
}
