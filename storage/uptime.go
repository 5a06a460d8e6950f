package storage

import (
	"time"
)

// An Uptime says when at least one process over the store was at work for a shard of the gateway.
type Uptime struct {
	Alive time.Time `json:"alive"` // the last sign of life; zero for none
	// earliest first; the first begins at zero if the bot had another number of shards before
	Outages []Outage `json:"outages,omitempty"`
	// only in [TheUptime]: the numbers of shards that the bot has had so far, other than 1
	Shards []int `json:"shards,omitempty"`
}

// An Outage is a time in which no process was at work for a shard.
type Outage struct {
	Span
	Told bool `json:"told,omitempty"` // whether the channels were told, or need not be
}

// Uptimes is the kind of [Uptime]. Their ids are those of shards, such as "3/16".
var Uptimes = Kind[Uptime]{name: "uptime"}

// TheUptime is the id of the uptime of a bot without shards.
const TheUptime = ""
