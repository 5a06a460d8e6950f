package permutations

import "parlour/games"

// Tell says which card was bid or taken.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parse(string(m))
	if !ok {
		return games.Telling{}
	}
	return games.Telling{
		Did: games.Say("permutations.did."+string(t.verb), "Player", seat, "Card", int(t.card)),
		Try: games.Say("permutations.try."+string(t.verb), "Card", say(t.card)),
	}
}
