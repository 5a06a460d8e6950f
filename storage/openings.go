package storage

import (
	"time"
)

// Openings lists the channels of direct messages that were opened lately, and says when the next may be opened.
type Openings struct {
	Opened []Opening `json:"opened,omitempty"` // of the last day, earliest first
	// none is opened before that, because Discord refused one; zero if it has refused none
	Until time.Time `json:"until,omitzero"`

	// when people turned out to take no direct messages, in the last hour, earliest first
	Closed []time.Time `json:"closed,omitempty"`
}

// An Opening is one channel of direct messages that was opened. It does not say with whom.
type Opening struct {
	At    time.Time `json:"at"`
	Match string    `json:"match,omitempty"` // the match that needed it; empty if the person asked for it
}

// AllOpenings is the kind of the one [Openings] of a store, whose id is [TheOpenings].
var AllOpenings = Kind[Openings]{name: "openings"}

// TheOpenings is the id of the openings.
const TheOpenings = ""
