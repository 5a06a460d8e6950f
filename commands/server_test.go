package commands

import (
	"testing"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A server has the games that it does not leave out. If Parlour has lost all others since, it has them
// all, so that nobody is told to pick one of none.
func TestAServerAlwaysOffersAGame(t *testing.T) {
	list := all.Games()
	first := list[0].Info().Name
	for want, offered := range map[int][]games.Game{len(list) - 1: list, 1: list[:1]} {
		c := call{Service: &Service{Config: Config{Games: offered}}}
		c.Config.Env = match.NewEnv(offered, nil, nil, nil)
		s := storage.Server{Without: []string{first}}
		if got := c.offered(s); len(got) != want || c.offers(s, first) != (want == 1) {
			t.Errorf("of %d games %d are offered, with the first: %t; want %d", len(offered), len(got), c.offers(s, first), want)
		}
	}
}
