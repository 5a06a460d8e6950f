package catchup

import (
	"strings"

	"parlour/games"
)

// Tell says where stones were placed.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	cells, err := readCells(string(m))
	if err != nil {
		return games.Telling{}
	}
	return games.Telling{Did: games.Say("catchup.did", "Player", seat, "Cells", strings.ReplaceAll(string(moveOf(cells)), ",", ", "))}
}
