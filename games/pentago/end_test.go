package pentago

import (
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain solver finds the same values in late positions. Players who look for fives hardly come there, so they are drawn.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: func(setup games.Setup, log []games.Ply) plain {
			p := newPlain(setup.Options["opening"], setup.Options["twist"])
			for _, ply := range log {
				p = p.play(string(ply.Move))
			}
			return p
		},
		Moves: plain.moves, Play: plain.play,
		Mover: func(p plain) int { return p.placed % 2 },
		Worth: func(p plain) int { return map[string]int{"W": 1, "B": -1}[p.winner] },
		Key:   func(p plain) string { return p.rows() },
		Nodes: 20_000,
		Draws: func(v games.View, _ games.Seat, seed games.Seed) games.Move {
			p := v.(View).position()
			return p.draw(seed.Rand(0)).Move()
		},
	}, func(s games.State, soon bool) bool {
		pos := s.(state).pos
		left := cells - pos.Ply()
		return left <= lateCells && (!soon || left <= 4)
	}, 90, "", "twist=neutral")
}
