package twistonly

import "parlour/games"

// Example returns a small board in the middle of a game, in which each side has a solved group.
func (Game) Example() games.Example {
	return games.Example{
		Setup:   games.Setup{Game: "twistonly", Rules: rules, Seats: 2, Options: map[string]string{"size": "6"}},
		Log:     games.InTurn(2, "Cb5", "Cb4", "Aa3", "Ce5", "Ad4"),
		Seat:    games.Spectator,
		Caption: games.Say("twistonly.example.caption"),
		Alt:     games.Say("twistonly.example.alt"),
	}
}
