package storage

import "parlour/games"

// A Stand sums up the position to which the log of a match leads, so that a list of matches reads no log.
// Each commit of a game that is played writes a new one, and none is ever changed.
type Stand struct {
	ToMove  []games.Seat `json:"to_move,omitempty"` // seats that owe a move
	Changes []games.Seat `json:"changes,omitempty"` // seats that owe none, and may change the one that they made
	In      []games.Seat `json:"in,omitempty"`      // seats that still play
	Back    []games.Seat `json:"back,omitempty"`    // seats that are out and may come back
	Bids    bool         `json:"bids,omitempty"`    // whether what is owed are secret bids
}
