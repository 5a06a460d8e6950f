package magic

import (
	"strings"

	"parlour/games"
)

// Tell says which tile was flipped and which one was placed.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	return games.Telling{Did: typed.turn().say("magic.did.", "Player", seat)}
}
