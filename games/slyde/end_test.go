package slyde

import (
	"fmt"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain solver finds the same values in late positions, the mirror rule among them.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: func(setup games.Setup, log []games.Ply) plain {
			size, _ := strconv.Atoi(setup.Options["size"])
			return gametest.After(newPlain(size, setup.Options["mirror"] == "on"), log)
		},
		Moves: plain.Moves, Play: plain.Play, Worth: gametest.Winner[plain],
		Mover: func(p plain) int { return p.turns % 2 },
		Key:   func(p plain) string { return fmt.Sprint(p.turns%2, p.stones) },
		Nodes: 10_000,
	}, func(s games.State, soon bool) bool {
		pairs := s.(state).pos.pairs
		return pairs <= latePairs && (!soon || pairs < 8)
	}, 90, "size=8", "size=6", "size=12,mirror=off", "size=4")
}
