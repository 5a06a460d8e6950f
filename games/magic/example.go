package magic

import "parlour/games"

// Example returns a board with a new row that can still be broken.
func (Game) Example() games.Example {
	return games.Example{
		Setup:   games.Setup{Game: "magic", Rules: rules, Seats: 2},
		Log:     games.InTurn(2, "c1D", "c1Sc1U", "c1Ea3U", "a3Ec4U", "c4Nb2D", "b2Wb4U", "b4Wb2U"),
		Seat:    games.Spectator,
		Caption: games.Say("magic.example.caption"),
		Alt:     games.Say("magic.example.alt"),
	}
}
