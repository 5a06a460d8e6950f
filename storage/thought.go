package storage

import "parlour/games"

// A Thought is a move that an opponent thinks about, as it was begun. A thought that a crash
// cut off has the same playouts again, and so comes to the same move.
type Thought struct {
	Turn     int        `json:"turn"`
	Seat     games.Seat `json:"seat"`
	Playouts int        `json:"playouts"` // fewer than those of the level where others waited; 0 until they are allotted

	Owner string `json:"owner,omitempty"` // the process that thinks: one of a [Fleet]; empty where a process is alone
}
