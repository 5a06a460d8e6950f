package fourinarow

import (
	"strings"

	"parlour/games"
)

// The lines of games that scenes and the example show.
const (
	early = "d e d d b c d b e b e e b d g c"
	near  = early + " g g g e f"
	won   = near + " d f"
	drawn = "d e d d a c d f e f f c c c d c g c b b d g b b b a a e e e f f a a f e g g b a g g"
	eight = "d d e c c f e e c e e c a f a a a c b f f h f g g"
	nine  = "d f d d e e b c d f b h b b i f f h d h h g g e g c"
)

// Scenes gives boards of all sizes, from the first position to the end.
func (g Game) Scenes() []games.Scene {
	scene := func(name, line string) games.Scene {
		board, _, _ := strings.Cut(name, "-")
		return g.Info().Scene(name, line, "board", board)
	}
	values := scene("7x6-values", early).AsMaking(0)
	values.Values = true
	return []games.Scene{
		scene("7x6-start", ""),
		scene("7x6-middle", near),
		scene("7x6-columns", near).AsMaking(1),
		values,
		scene("7x6-preview", near).AsPreview(),
		scene("7x6-contrast", near+" f").InContrast(),
		scene("7x6-better", near+" d").WithBetter(1, "f"),
		scene("7x6-end", won),
		scene("7x6-full", drawn),
		scene("8x7-middle", eight),
		scene("9x7-columns", nine).AsMaking(0),
		scene("9x7-better", nine).WithBetter(1, "d"),
		scene("9x7-end", nine+" d c"),
	}
}

// Example returns a board on which Red threatens four in a row.
func (g Game) Example() games.Example {
	return games.Example{
		Setup:   g.Info().Setup(),
		Log:     games.Line(2, near),
		Seat:    games.Spectator,
		Caption: games.Say("fourinarow.example.caption"),
		Alt:     games.Say("fourinarow.example.alt"),
	}
}
