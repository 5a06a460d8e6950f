package chess

import "parlour/games"

// Scenes gives positions from the first one to the ends.
func (g Game) Scenes() []games.Scene { return nil }

// Example returns a game in which a king is in check.
func (g Game) Example() games.Example {
	return games.Example{
		Setup: g.Info().Setup(), Log: games.Line(2, "e2e4 e7e5"), Seat: games.Spectator,
		Caption: games.Say("chess.example.caption"), Alt: games.Say("chess.example.alt"),
	}
}
