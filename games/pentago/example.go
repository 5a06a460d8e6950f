package pentago

import "parlour/games"

// Example returns a board on which Orange is about to win.
func (Game) Example() games.Example {
	return games.Example{
		Setup: games.Setup{
			Game: "pentago", Rules: rules, Seats: 2,
			Options: map[string]string{"opening": "free", "twist": "always"},
		},
		Log:     games.Line(2, near),
		Seat:    games.Spectator,
		Caption: games.Say("pentago.example.caption"),
		Alt:     games.Say("pentago.example.alt"),
	}
}
