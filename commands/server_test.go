package commands

import (
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A server has the games that it does not leave out. If Parlour has lost all others since, it has them
// all, so that nobody is told to pick one of none.
func TestAServerAlwaysOffersAGame(t *testing.T) {
	list := all.Games()
	first := list[0].Info().Name
	for want, h := range map[int]*host{len(list) - 1: {Games: list}, 1: {Games: []games.Game{list[0]}}} {
		s := storage.Server{Without: []string{first}}
		if got := h.offered(s); len(got) != want || h.Offers(s, first) != (want == 1) {
			t.Errorf("of %d games %d are offered, with the first: %t; want %d", len(h.Games), len(got), h.Offers(s, first), want)
		}
	}
}
