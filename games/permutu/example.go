package permutu

import "parlour/games"

// Example shows a short game of two in which a player has just completed a symbol.
func (Game) Example() games.Example {
	return games.Example{
		Setup: games.Setup{
			Game: "permutu", Rules: rules, Seats: 2, Seed: games.Seed{18},
			Options: map[string]string{"symbols": "6", "distinct": yes, "start": seat0},
		},
		Log:     games.InTurn(2, "3b", "5b", "4b", "2g", "5*", "2*", "6*"),
		Seat:    games.Spectator,
		Caption: games.Say("permutu.example.caption", "Player", games.Seat(0)),
		Alt:     games.Say("permutu.example.alt", "Player", games.Seat(0), "Other", games.Seat(1)),
	}
}
