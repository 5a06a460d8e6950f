package twistonly

import (
	"fmt"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/gametest/golden"
)

func setup(size int) games.Setup {
	return games.Setup{Game: "twistonly", Rules: rules, Seats: 2, Options: map[string]string{"size": strconv.Itoa(size)}}
}

// play starts a game and plays moves by turns.
func play(t testing.TB, s games.Setup, moves ...games.Move) state {
	t.Helper()
	st, _, err := games.Replay(Game{}, s, games.InTurn(2, moves...))
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

func TestContract(t *testing.T) {
	for _, c := range []struct{ size, games, long int }{
		{2, 6, 400}, {3, 10, 1500}, {4, 20, 4000}, {5, 8, 2000}, {6, 4, 1000}, {8, 2, 700}, {10, 1, 300}, {13, 1, 100},
	} {
		t.Run(fmt.Sprint(c.size), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.size), Games: c.games, Long: c.long, MaxPlies: 600, Seed: 1,
			})
		})
	}
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{"usual10": setup(10), "small8": setup(8)})
}

func TestPlaythroughs(t *testing.T) { golden.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }
