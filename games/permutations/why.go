package permutations

import (
	"slices"

	"parlour/games"
)

// Why says what a card of the pool brings at once, or what is certain of a bid: that nobody can
// bid more or less, or that it beats one that lies open.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := parse(string(m))
	switch {
	case !ok || seat < 0 || int(seat) >= v.Humans:
		return games.Text{}
	case t.verb == take && v.Phase == Taking && slices.Contains(v.Pool, t.card):
		return v.whyTake(seat, t.card)
	case t.verb == bid && v.Phase == Bidding && slices.Contains(v.Sides[seat].Hand, t.card):
		return v.whyBid(seat, t.card)
	}
	return games.Text{}
}

// whyTake says what a card of the pool does to the points and the moons of a seat, or that the
// others are all suns.
func (v View) whyTake(seat games.Seat, c Card) games.Text {
	var collections [maxSeats]Cards
	for i, side := range v.Sides {
		collections[i] = SetOf(side.Collection...)
	}
	before := Score(collections[seat], v.Moon == seat)
	collections[seat] |= SetOf(c)
	moon := games.Seat(moonSeat(&collections))
	gain := Score(collections[seat], moon == seat) - before
	rest := SetOf(v.Pool...) &^ SetOf(c)
	switch {
	case moon == seat && v.Moon != seat:
		return games.Say("permutations.why.moons", "By", "")
	case gain > 0:
		return games.Say("permutations.why.points", "Count", gain)
	case rest != 0 && rest&^suns == 0 && !suns.Has(c):
		return games.Say("permutations.why.suns", "By", "")
	}
	return games.Text{}
}

// whyBid says whether a bid is certain to be the highest or the lowest, or which is the highest
// open one that it beats.
func (v View) whyBid(seat games.Seat, c Card) games.Text {
	first, last := true, true
	beaten, whose := None, games.Spectator
	unseen := v.unseen()
	for other, side := range v.Sides {
		if games.Seat(other) == seat {
			continue
		}
		low, high := side.bids(unseen)
		first, last = first && high < c, last && low > c
		if side.Bid != None && side.Bid < c && side.Bid > beaten {
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
func (s Side) bids(unseen Cards) (low, high Card) {
	hand := unseen
	switch {
	case s.Bid != None:
		hand = SetOf(s.Bid)
	case s.Hand != nil:
		hand = SetOf(s.Hand...)
	}
	return hand.Lowest(), hand.At(hand.Count() - 1)
}

// unseen returns the cards that may be in a secret hand. Only the first round has any.
func (v View) unseen() Cards {
	seen := SetOf(v.Pool...)
	for _, side := range v.Sides {
		seen |= SetOf(side.Hand...) | SetOf(side.Collection...) | SetOf(side.Bid)
	}
	return deckOf(v.Humans) &^ seen
}
