package permute

import (
	"fmt"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain solver finds the same values in late positions. Its first side is that of Orange, whoever has it.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: func(setup games.Setup, log []games.Ply) plain {
			size, _ := strconv.Atoi(setup.Options["size"])
			p := newPlain(size, setup.Options["start"])
			for _, ply := range log {
				if ply.Move != games.SwapMove {
					p = p.Play(string(ply.Move))
				}
			}
			return p
		},
		Moves: plain.Moves, Play: plain.Play, Worth: gametest.Winner[plain],
		Mover: func(p plain) int { return p.mover },
		Key:   func(p plain) string { return fmt.Sprint(p) },
		Nodes: 10_000,
	}, func(s games.State, soon bool) bool {
		p := s.(state).pos
		return s.(state).Ply > 1 && p.Count() <= lateTwists && (!soon || p.Count() < 40)
	}, 90,
		"size=9", "size=6,start=blocks", "size=12,swap=off", "size=5")
}
