// Package all is the list of games.
package all

import (
	"parlour/games"
	"parlour/games/permute"
)

// Games returns every game that Parlour hosts, in the order in which they are
// shown.
func Games() []games.Game {
	return []games.Game{permute.Game{}}
}
