// Package all is the list of games.
package all

import (
	"parlour/games"
	"parlour/games/catchup"
	"parlour/games/chess"
	"parlour/games/fourinarow"
	"parlour/games/hex"
	"parlour/games/magic"
	"parlour/games/pentago"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
	"parlour/games/reversi"
	"parlour/games/slyde"
	"parlour/games/twistonly"
)

// Games returns every game of Parlour, in the order in which they are shown.
func Games() []games.Game {
	return []games.Game{
		permute.Game{},
		magic.Game{},
		permutations.Game{},
		permutu.Game{},
		slyde.Game{},
		catchup.Game{},
		pentago.Game{},
		reversi.Game{},
		fourinarow.Game{},
		hex.Game{},
		chess.Game{},
		twistonly.Game{},
	}
}
