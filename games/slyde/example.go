package slyde

import "parlour/games"

// Example returns a small board after a few swaps, which is its own mirror image, so that the mover
// may change a stone.
func (Game) Example() games.Example {
	return games.Example{
		Setup: games.Setup{
			Game: "slyde", Rules: rules, Seats: 2,
			Options: map[string]string{"size": "6", "mirror": "on"},
		},
		Log:     games.InTurn(2, "b1-b2", "b6-b5", "d3-c3", "d4-c4", "e2-d2", "e5-d5"),
		Seat:    games.Spectator,
		Caption: games.Say("slyde.example.caption"),
		Alt:     games.Say("slyde.example.alt"),
	}
}
