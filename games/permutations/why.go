package permutations

import (
	"slices"

	"parlour/games"
	"parlour/games/permutations/deal"
)

// Why says what a card of the pool brings at once, or what is certain of a bid: that nobody can
// bid more or less, or that it beats one that lies open.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := parse(string(m))
	switch {
	case !ok || seat < 0 || int(seat) >= v.Humans:
		return games.Text{}
	case t.verb == take && v.Phase == deal.Taking && slices.Contains(v.Pool, t.card):
		return v.whyTake(seat, t.card)
	case t.verb == bid && v.Phase == deal.Bidding && slices.Contains(v.Sides[seat].Hand, t.card):
		return v.whyBid(seat, t.card)
	}
	return games.Text{}
}

// whyTake says what a card of the pool does to the points and the moons of a seat, or that the
// others are all suns.
func (v View) whyTake(seat games.Seat, c deal.Card) games.Text {
	var collections [deal.MaxSeats]deal.Cards
	for i, side := range v.Sides {
		collections[i] = deal.SetOf(side.Collection...)
	}
	before := deal.Score(collections[seat], v.Moon == seat)
	collections[seat] |= deal.SetOf(c)
	moon := games.Seat(deal.MoonSeat(&collections))
	gain := deal.Score(collections[seat], moon == seat) - before
	rest := deal.SetOf(v.Pool...) &^ deal.SetOf(c)
	switch {
	case moon == seat && v.Moon != seat:
		return games.Say("permutations.why.moons", "By", "")
	case gain > 0:
		return games.Say("permutations.why.points", "Count", gain)
	case rest != 0 && rest&^deal.Suns == 0 && !deal.Suns.Has(c):
		return games.Say("permutations.why.suns", "By", "")
	}
	return games.Text{}
}

// whyBid says whether a bid is certain to be the highest or the lowest, or which is the highest
// open one that it beats.
func (v View) whyBid(seat games.Seat, c deal.Card) games.Text {
	first, last := true, true
	beaten, whose := deal.None, games.Spectator
	unseen := v.unseen()
	for other, side := range v.Sides {
		if games.Seat(other) == seat {
			continue
		}
		low, high := side.bids(unseen)
		first, last = first && high < c, last && low > c
		if side.Bid != deal.None && side.Bid < c && side.Bid > beaten {
			beaten, whose = side.Bid, games.Seat(other)
		}
	}
	switch {
	case first:
		return games.Say("permutations.why.first", "By", "")
	case last:
		return games.Say("permutations.why.last", "By", "")
	case whose != games.Spectator:
		return games.Say("permutations.why.beats", "Player", whose, "Card", int(beaten))
	}
	return games.Text{}
}

// bids returns the lowest and the highest card that a seat may have bid or may bid, where the
// cards of a secret hand are among those unseen.
func (s Side) bids(unseen deal.Cards) (low, high deal.Card) {
	hand := unseen
	switch {
	case s.Bid != deal.None:
		hand = deal.SetOf(s.Bid)
	case s.Hand != nil:
		hand = deal.SetOf(s.Hand...)
	}
	return hand.Lowest(), hand.At(hand.Count() - 1)
}

// unseen returns the cards that may be in a secret hand. Only the first round has any.
func (v View) unseen() deal.Cards {
	seen := deal.SetOf(v.Pool...)
	if v.Shown != nil {
		seen |= deal.SetOf(v.Shown.Bids...)
	}
	for _, side := range v.Sides {
		seen |= deal.SetOf(side.Hand...) | deal.SetOf(side.Collection...) | deal.SetOf(side.Bid)
	}
	return deal.Deck(v.Humans) &^ seen
}
