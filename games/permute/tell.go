package permute

import (
	"strings"

	"parlour/games"
)

// Tell says that a face was turned and a stone kept, or that colours were swapped.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	if m == swapMove {
		return games.Telling{Did: games.Say("permute.did.swap", "Player", seat), Try: games.Say("permute.try.swap")}
	}
	typed, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	t, _ := typed.twist()
	return games.Telling{Did: games.Say("permute.did", "Player", seat, "Turn", t.words(), "Cell", t.Cell())}
}
