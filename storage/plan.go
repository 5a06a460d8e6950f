package storage

import "parlour/games"

// A Plan is an answer to a move that the opponent has not made yet.
type Plan struct {
	Player string     `json:"player"` // id of the person whose plan it is
	Turn   int        `json:"turn"`   // the opponent's, in which it holds
	If     games.Move `json:"if"`
	Then   games.Move `json:"then"`
}
