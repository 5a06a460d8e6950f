package pentago

import "parlour/games"

// The lines of games that scenes and the example show.
const (
	early  = "b1-Ca4 f2-Ad1 c1-Ca4 a1-Ca1 b3-Aa1 f3-Ad1 d1-Ad1 e2-Ca1 b1-Ad1 e3-Cd1"
	middle = early + " e4-Aa1 f5-Ca1 d5-Ad1 c4-Cd1 e6-Aa4 a5-Aa4"
	near   = "a1-Ca4 a4-Ca1 a2-Aa4 a1-Aa1 c2-Ca1 b4-Cd1 a4-Ca4 b5-Aa1 a2-Ca4 c5-Aa4 d5-Ca1 e6-Aa1 e4-Ca4 d3-Aa4 f5-Cd1 f4-Aa4"
	theirs = "a3-Ca4 e5-Aa1 a2-Cd1 d2-Ca1 f3-Ad1 b6-Ad1 d5-Aa1 e2-Ca4 e1-Aa1 c2-Cd1 a1-Cd4 f2-Ad1"
	both   = "c6-Aa4 f3-Cd4 f4-Cd4 f2-Cd4 b1-Ad4 b4-Ad1 b6-Aa1 b2-Ca1 c5-Cd4 a3-Ad1 e6-Ca4 e2-Aa4 " +
		"d5-Ad1 a2-Aa4 c1-Ca1 c2-Aa4 e5-Aa1 f6-Ad1 a4-Aa4 b5-Ca1 b6-Cd1 b1-Aa4"
)

// Scenes gives boards from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := g.Info().Scene
	return []games.Scene{
		scene("start", ""),
		scene("middle", middle),
		scene("cells", middle).AsMaking(0),
		scene("twists", middle).AsMaking(0, "d3"),
		scene("neutral", "b2-Ca4 e2-Aa4", "twist", "neutral").AsMaking(0, "e5"),
		scene("corner", "", "opening", "corner").AsMaking(0),
		scene("preview", middle).AsPreview(),
		scene("contrast", near).InContrast(),
		scene("better", theirs).WithBetter(1, "b2-Cd1"),
		scene("end", near+" d3"),
		scene("theirs", theirs),
		scene("swapped", "b2-Ca4 swap e2-Ca1 e5-Cd1", "swap", "on"),
		scene("both", both),
	}
}

// Example returns a board on which White is about to win.
func (g Game) Example() games.Example {
	return games.Example{
		Setup:   g.Info().Setup(),
		Log:     games.Line(2, near),
		Seat:    games.Spectator,
		Caption: games.Say("pentago.example.caption"),
		Alt:     games.Say("pentago.example.alt"),
	}
}
