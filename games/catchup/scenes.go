package catchup

import (
	"strconv"

	"parlour/games"
)

// sceneGame is a game on the usual board.
const sceneGame = `
	i4 e6,g4 d4,g1 e5,i3 a4,c7,i5 a2,d7,e8 b3,f1 f6,g6 c2,e1,g2
	b5,h4,i1 a3,e3 d1,d6 e2,e7,f5 c3,d2 a5,h3 f8,i2 f4,f7,g7 d5,e4
	a1,e9,f3 b1,c6 f2,h1,h6 b2,c4 c5,h2,h5 d3,d8 c1,g3,g5 b4 b6`

// sceneStart is the beginning of another one, on a board of any size from 5.
const sceneStart = `e5 d4,f4 d5,e6 c3,c4 e7,f5 b3,d3`

// Scenes gives boards of all sizes that a table offers, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := func(name string, size int, line string, turns int) games.Scene {
		s := g.Info().Scene(name, line, "size", strconv.Itoa(size))
		s.Log = s.Log[:min(turns, len(s.Log))]
		return s
	}
	all := len(games.Line(2, sceneGame))
	return []games.Scene{
		scene("5-start", 5, sceneGame, 0),
		scene("5-middle", 5, sceneGame, 10),
		scene("5-end", 5, sceneGame, all),
		scene("5-preview", 5, sceneGame, 12).AsPreview(),
		scene("5-contrast", 5, sceneGame, 17).InContrast(),
		scene("5-better", 5, sceneGame, 14).WithBetter(1, "c4,d5"),
		scene("7-better", 7, sceneStart, 6).WithBetter(1, "g5,g6"),
		scene("5-rows", 5, sceneGame, 12).AsMaking(0),
		scene("5-cells", 5, sceneGame, 12).AsMaking(0, "f"),
		scene("5-second", 5, sceneGame, 12).AsMaking(0, "f", "5"),
		scene("5-last", 5, sceneGame, all-2).AsMaking(1),
		scene("4-cells", 4, "d4 c3,e4 c4,f3 d3,e3", 4).AsMaking(0, "b"),
		scene("7-rows", 7, sceneStart, 6).AsMaking(0),
		scene("7-cells", 7, sceneStart, 6).AsMaking(0, "g", "7", "g"),
		scene("6-middle", 6, sceneStart, 6),
		scene("7-middle", 7, sceneStart, 6),
	}
}

// Example returns a small board in the middle of a game, after a turn that earned the other side a
// third stone.
func (g Game) Example() games.Example {
	return games.Example{
		Setup:   g.Info().Setup("size", "4"),
		Log:     games.InTurn(2, "d4", "c3,e4", "c4,f3", "d3,e3", "b1,d5,e5", "b3,f2"),
		Seat:    games.Spectator,
		Caption: games.Say("catchup.example.caption"),
		Alt:     games.Say("catchup.example.alt"),
	}
}
