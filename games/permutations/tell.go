package permutations

import "parlour/games"

// Tell says which card was bid or taken, and in which auction.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parse(string(m))
	if !ok {
		return games.Telling{}
	}
	v := view.(View)
	return games.Telling{
		When: games.Say("permutations.when", "Round", v.Round, "Auction", v.Auction, "Auctions", v.Auctions),
		Did:  games.Say("permutations.did."+string(t.verb), "Player", seat, "Card", int(t.card)),
		Try:  games.Say("permutations.try."+string(t.verb), "Card", say(t.card)),
	}
}
