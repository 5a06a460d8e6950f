package storage

import (
	"slices"
	"time"
)

// A Server has the settings of a server, which its managers have made, and whether it was greeted. One that
// has only an ID is a server without settings.
type Server struct {
	ID       string   `json:"id"`
	Channels []string `json:"channels,omitempty"` // ids of those where games may begin; empty for all
	Without  []string `json:"without,omitempty"`  // names of the games that are not offered
	// the usual time for a turn, 0 for no limit; nil for Parlour's own
	TurnTime *time.Duration `json:"turn_time,omitempty"`
	Flat     bool           `json:"flat,omitempty"`    // whether games get no threads
	Greeted  bool           `json:"greeted,omitempty"` // whether Parlour has said hello there, or was about to
}

// Servers is the kind of a [Server]. Of an unknown server all but the ID is zero.
var Servers = Kind[Server]{name: "server", named: func(s *Server, id string) { s.ID = id }}

// Allows reports whether games may begin in one of some channels, such as a thread and the channel
// above it.
func (s Server) Allows(channels ...string) bool {
	return len(s.Channels) == 0 ||
		slices.ContainsFunc(channels, func(c string) bool { return slices.Contains(s.Channels, c) })
}

// Offers reports whether a game is offered.
func (s Server) Offers(game string) bool { return !slices.Contains(s.Without, game) }
