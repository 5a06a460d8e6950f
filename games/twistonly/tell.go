package twistonly

import (
	"strings"

	"parlour/games"
)

// Tell says that a face was turned.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	return games.Telling{Did: games.Say("twistonly.did", "Player", seat, "Turn", t.words())}
}
