package slyde

import (
	"fmt"
	"testing"

	"parlour/games/gametest"
)

func TestContract(t *testing.T) {
	for _, c := range []struct {
		size   int
		mirror bool
		games  int
		long   int
	}{
		{2, true, 10, 1000}, {4, true, 20, 4000}, {4, false, 6, 1500}, {6, true, 6, 2000}, {8, true, 3, 1000},
		{10, false, 1, 200}, {12, true, 1, 270}, {16, true, 1, 30},
	} {
		t.Run(fmt.Sprint(c.size, c.mirror), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.size, c.mirror), Games: c.games, Long: c.long, MaxPlies: 300, Seed: 1, Players: gametest.Thinkers(Game{}.Table(), small),
			})
		})
	}
}
