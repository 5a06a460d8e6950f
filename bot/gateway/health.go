package gateway

import (
	"strings"
	"time"

	"parlour/commands/match"
)

// Health is how a bot is, as /healthz has it in JSON.
type Health struct {
	Ready         bool          `json:"ready"`                    // at work, and with shards all of them are open
	Connected     bool          `json:"connected"`                // the gateway is open, or at least one shard; without a gateway Discord's API answers
	LastHeartbeat *time.Time    `json:"last_heartbeat,omitempty"` // when the gateway last acknowledged one
	Shards        []ShardHealth `json:"shards,omitempty"`         // of this process; left out for a bot without shards
	Reason        string        `json:"reason,omitempty"`         // why it is not well; empty if it is
}

// ShardHealth is how a shard is.
type ShardHealth struct {
	Shard         string     `json:"shard"` // such as "3/16"
	Open          bool       `json:"open"`
	LastHeartbeat *time.Time `json:"last_heartbeat,omitempty"`
}

// HealthOf returns the health of a process that is at work or not, and whose interactions come over
// HTTP or over the gateway.
func HealthOf(set *match.ShardSet, works, overHTTP bool) Health {
	var h Health
	var closed []string
	for _, s := range set.States() {
		one := ShardHealth{Shard: s.String(), Open: s.Open}
		if at := s.Acknowledged.UTC(); !at.IsZero() {
			one.LastHeartbeat = &at
			if h.LastHeartbeat == nil || at.After(*h.LastHeartbeat) {
				h.LastHeartbeat = &at
			}
		}
		h.Connected = h.Connected || s.Open
		if !s.Open {
			closed = append(closed, one.Shard)
		}
		if s.Of > 1 {
			h.Shards = append(h.Shards, one)
		}
	}
	h.Ready = works && (len(h.Shards) == 0 || len(closed) == 0)
	switch {
	case works && h.Connected && len(closed) == 0:
	case works && overHTTP:
		h.Reason = "the API of Discord does not answer"
	case h.Connected && len(closed) > 0:
		h.Reason = "these shards of the gateway are not open: " + strings.Join(closed, ", ")
	case h.Connected, overHTTP:
		h.Reason = "Parlour is not at work yet, or not any more"
	default:
		h.Reason = "the gateway of Discord is not open"
	}
	return h
}
