package storage

import "parlour/games"

// A Thought notes with how many playouts an opponent began to think about a move. If a crash cuts the
// thought off, it is begun again with as many, and so leads to the same move.
type Thought struct {
	Turn     int        `json:"turn"`
	Seat     games.Seat `json:"seat"`
	Playouts int        `json:"playouts"` // fewer than the level has if others waited; 0 until they are allotted

	Owner string `json:"owner,omitempty"` // id of the [Member] that thinks; empty where a process is alone
}
