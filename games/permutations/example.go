package permutations

import "parlour/games"

// Example shows an auction in the middle of the first round, after the highest bid has
// taken its card, to the seat that takes next.
func (Game) Example() games.Example {
	log := games.InTurn(3,
		"bid 32 take 35", "bid 19 take 3", "bid 13 take 1",
		"bid 2", "bid 37 take 19", "bid 42 take 8",
		"bid 5", "bid 20 take 42", "bid 39 take 37",
		"bid 29 take 25", "bid 15 take 5", "bid 14 take 39",
		"bid 10", "bid 22 take 29", "bid 47 take 14",
		"bid 41", "bid 38", "bid 48 take 10",
	)
	return games.Example{
		Setup:   games.Setup{Game: "permutations", Rules: rules, Seats: 3, Seed: games.Seed{4}},
		Log:     log,
		Seat:    0,
		Caption: games.Say("permutations.example.caption", "First", games.Seat(2)),
		Alt:     games.Say("permutations.example.alt", "First", games.Seat(2), "Last", games.Seat(3)),
	}
}
