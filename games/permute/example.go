package permute

import "parlour/games"

// Example returns a small board after a few twists, with large groups, and with faces that
// can be twisted beside many that cannot.
func (Game) Example() games.Example {
	return games.Example{
		Setup: games.Setup{
			Game: "permute", Rules: rules, Seats: 2,
			Options: map[string]string{"size": "6", "start": "chequer", "swap": "off"},
		},
		Log:     games.InTurn(2, "Aa1-a1", "Cb1-b2", "Cc3-d4", "Ab3-b3", "Ad2-e3"),
		Seat:    games.Spectator,
		Caption: games.Say("permute.example.caption"),
		Alt:     games.Say("permute.example.alt"),
	}
}
