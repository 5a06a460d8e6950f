package twistonly

import (
	"strings"

	"parlour/games"
)

// whole is a whole game on 8×8.
const whole = `Ce5 Cc2 Ca3 Cg4 Ad4 Cd2 Ca2 Ag2 Cd7 Cf3 Cd6 Ca6 Ab5 Af6`

// The middles of two games.
const (
	ten      = `Cb9 Cb8 Aa7 Ae9 Ad8 Cf9 Ac5 Cg8 Cc4 Ag5 Ac3 Ag4 Ad2 Ah3 Cg3`
	thirteen = `
		Ah1 Ai1 Aj1 Ag2 Aj4 Cd1 Ag3 Ad4 Cj5 Ad5 Ck2 Af6 Ck6 Af7 Aj6 Cc3 Ai7 Cf8 Cl3 Ai10 Aj9 Ci11 Ad10 Ac6 Ab9 Cb2 Ce9 Cf9 Ac9
		Cc10 Aa10 Cd8`
)

// Scenes gives boards of several sizes, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := g.Info().Sized
	return []games.Scene{
		scene("10-start", ""),
		scene("10-middle", ten),
		scene("10-columns", ten).AsMaking(1),
		scene("10-rows", ten).AsMaking(1, "h"),
		scene("10-direction", ten).AsMaking(1, "h", "7"),
		scene("13-columns", thirteen).AsMaking(0),
		scene("13-rows", thirteen).AsMaking(0, "a"),
		scene("8-better", whole[:len(whole)-4]).WithBetter(0, "Cg5"),
		scene("13-better", strings.Join(strings.Fields(thirteen)[:16], " ")).WithBetter(1, "Cf8"),
		scene("8-preview", whole[:len(whole)-8]).AsPreview(),
		scene("8-contrast", whole[:len(whole)-4]).InContrast(),
		scene("8-end", whole),
		scene("13-middle", thirteen),
	}
}

// Example returns a small board in the middle of a game, in which each side has a solved group.
func (g Game) Example() games.Example {
	return games.Example{
		Setup:   g.Info().Setup("size", "6"),
		Log:     games.InTurn(2, "Cb5", "Cb4", "Aa3", "Ce5", "Ad4"),
		Seat:    games.Spectator,
		Caption: games.Say("twistonly.example.caption"),
		Alt:     games.Say("twistonly.example.alt"),
	}
}
