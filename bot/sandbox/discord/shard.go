package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

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
		g.blame(s, fmt.Sprintf("identified %v after another shard of the same key, where %v must lie between", since.Round(time.Millisecond), spacing))
	}
	return true
}

// blame notes that an Identify broke a rule.
func (g *Gateway) blame(asked any, wrong string) {
	if s, ok := asked.(shard); ok {
		asked = []int{s.number, s.count}
	}
	raw, _ := json.Marshal(map[string]any{"shard": asked})
	g.Traffic.Add(Exchange{Method: GatewayMethod, Path: "IDENTIFY", Request: raw, Wrong: wrong})
}
