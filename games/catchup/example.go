package catchup

import "parlour/games"

// Example returns a small board in the middle of a game, after a turn that earned the other side a
// third stone.
func (Game) Example() games.Example {
	return games.Example{
		Setup: games.Setup{
			Game: "catchup", Rules: rules, Seats: 2,
			Options: map[string]string{"size": "4", "bonus": bonuses[match]},
		},
		Log:     games.InTurn(2, "d4", "c3,e4", "c4,f3", "d3,e3", "b1,d5,e5", "b3,f2"),
		Seat:    games.Spectator,
		Caption: games.Say("catchup.example.caption"),
		Alt:     games.Say("catchup.example.alt"),
	}
}
