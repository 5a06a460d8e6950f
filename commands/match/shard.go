package match

import (
	"fmt"
	"strconv"

	"parlour/storage"
)

// A Shard is one of the connections over which Discord sends interactions: number Index of Of,
// counted from 0. Each server is on one of them.
type Shard struct{ Index, Of int }

// Whole is the connection of a bot that has no shards: all servers are on it.
var WholeShard = Shard{0, 1}

// String returns "3/16" for shard 3 of 16.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Has reports whether a server is on the shard. Direct messages, which have no server, are on
// shard 0.
func (s Shard) Has(guild string) bool { return s.Index == indexOf(guild, s.Of) }

// indexOf returns the number of the shard on which a server is, of so many.
func indexOf(guild string, of int) int {
	id, _ := strconv.ParseUint(guild, 10, 64) // 0 for what is no id
	return int((id >> 22) % uint64(max(of, 1)))
}

// Uptime returns the id of the shard's [storage.Uptime]. That of [WholeShard] is the uptime of a
// bot without shards.
func (s Shard) Uptime() string {
	if s.Of <= 1 {
		return storage.TheUptime
	}
	return s.String()
}
