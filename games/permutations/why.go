package permutations

import (
	"math/rand/v2"
	"slices"

	"parlour/games"
	"parlour/games/permutations/deal"
	"parlour/games/permutations/mind"
)

// Why says what a card of the pool does to moons, suns and points, or which pick a bid gets, which card comes with it,
// and what that one does.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := parse(string(m))
	switch {
	case !ok || seat < 0 || int(seat) >= v.Humans:
		return games.Text{}
	case t.verb == take && v.Phase == deal.Taking && slices.Contains(v.ToMove, seat) && slices.Contains(v.Pool, t.card):
		return v.whyTake(seat, t.card)
	case t.verb == bid && v.Phase == deal.Bidding && slices.Contains(v.Sides[seat].Hand, t.card):
		return v.whyBid(seat, t)
	}
	return games.Text{}
}

// collected returns what each seat has collected in this round, and one seat a card more.
func (v View) collected(seat games.Seat, more deal.Card) (all [deal.MaxSeats]deal.Cards) {
	for i, side := range v.Sides {
		all[i] = deal.SetOf(side.Collection...)
	}
	all[seat] |= deal.SetOf(more)
	return all
}

// leads reports whether a card gives a seat the most moons of this round, which it has not yet.
func (v View) leads(seat games.Seat, c deal.Card) bool {
	all := v.collected(seat, c)
	return v.Moon != seat && games.Seat(deal.MoonSeat(&all)) == seat
}

// gain returns the points of this round that a card brings a seat at once.
func (v View) gain(seat games.Seat, c deal.Card) int {
	before, after := v.collected(seat, deal.None), v.collected(seat, c)
	return deal.Score(after[seat], games.Seat(deal.MoonSeat(&after)) == seat) - deal.Score(before[seat], v.Moon == seat)
}

// onlySafe reports whether a card is the only one of the pool that is no sun.
func (v View) onlySafe(c deal.Card) bool {
	rest := deal.SetOf(v.Pool...) &^ deal.SetOf(c)
	return rest != 0 && rest&^deal.Suns == 0 && !deal.Suns.Has(c)
}

// most returns the highest number of cards of an icon that another seat has, and the first such seat, by a count.
func (v View) most(seat games.Seat, count func(Side) int) (n int, whose games.Seat) {
	whose = games.Spectator
	for other, side := range v.Sides {
		if games.Seat(other) != seat && (whose == games.Spectator || count(side) > n) {
			n, whose = count(side), games.Seat(other)
		}
	}
	return n, whose
}

// moons and suns count the moons of this round, and the suns of all rounds.
func moons(s Side) int { return (deal.SetOf(s.Collection...) & deal.Moons).Count() }
func suns(s Side) int  { return s.Suns }

// race is the largest difference in moons that is still a race for them.
const race = 2

// whyTake says what a card of the pool does.
func (v View) whyTake(seat games.Seat, c deal.Card) games.Text {
	gain, own := v.gain(seat, c), moons(v.Sides[seat])+1
	best, whose := v.most(seat, moons)
	moon := games.Say("permutations.why.moon", "By", "", "Own", own, "Count", own, "Player", whose, "Most", best)
	switch other := v.deniesMoons(seat, c); {
	case v.leads(seat, c):
		return games.Say("permutations.why.moons", "By", "")
	case v.onlySafe(c):
		return games.Say("permutations.why.suns")
	case other != games.Spectator:
		return games.Say("permutations.why.denies", "Player", other)
	case deal.Moons.Has(c) && max(own-best, best-own) <= race:
		return moon
	case v.oneMoreBurns(seat) && !deal.Suns.Has(c):
		return games.Say("permutations.why.safe", "By", "", "Count", max(gain, 0))
	case gain > 0 && deal.Suns.Has(c):
		return games.Say("permutations.why.points.sun", "Count", gain)
	case gain > 0:
		return games.Say("permutations.why.points", "Count", gain)
	case deal.Moons.Has(c):
		return moon
	}
	return games.Text{}
}

// deniesMoons returns a seat that takes later in this auction and would have the most moons by this card, and by no
// other of the pool.
func (v View) deniesMoons(seat games.Seat, c deal.Card) games.Seat {
	for other := range v.Sides {
		o := games.Seat(other)
		if o == seat || v.Shown.Takes[other] != deal.None || !v.leads(o, c) {
			continue
		}
		if !slices.ContainsFunc(v.Pool, func(also deal.Card) bool { return also != c && v.leads(o, also) }) {
			return o
		}
	}
	return games.Spectator
}

// oneMoreBurns reports whether the pool has a sun that would give a seat the most suns near the end, in the last round.
func (v View) oneMoreBurns(seat games.Seat) bool {
	most, _ := v.most(seat, suns)
	return v.Round == deal.Rounds && most > 0 && v.Sides[seat].Suns == most && deal.SetOf(v.Pool...)&deal.Suns != 0
}

// whyBid says which pick a bid gets: for certain if it is the first or the last, else as is likely. With it goes the
// card that it is likely to get.
func (v View) whyBid(seat games.Seat, t typedMove) games.Text {
	first, last := v.certain(seat, t.card)
	rng := rand.New(rand.NewPCG(uint64(v.moment(seat)), uint64(t.card)))
	place, card := mind.Foresee(v.sight(), int(seat), mind.Move{Card: t.card, Wish: t.wish}, rng)
	var got any = ""
	if card != deal.None {
		got = v.got(seat, card)
	}
	switch {
	case first:
		return games.Say("permutations.why.first", "By", "", "Got", got)
	case last:
		return games.Say("permutations.why.last", "By", "", "Got", got)
	case place == len(v.Sides):
		return games.Say("permutations.why.likely", "By", "", "Place", 0, "Got", got) // the last
	case place > 0:
		return games.Say("permutations.why.likely", "By", "", "Place", place, "Got", got)
	case card != deal.None:
		return games.Say("permutations.why.gets", "By", "", "Got", got)
	}
	return games.Text{}
}

// got says what a card is to a seat that gets it.
func (v View) got(seat games.Seat, c deal.Card) games.Text {
	gain, key := v.gain(seat, c), "permutations.got.card"
	switch {
	case v.leads(seat, c):
		key = "permutations.got.lead"
	case v.onlySafe(c):
		key = "permutations.got.safe"
	case gain > 0 && deal.Suns.Has(c):
		key = "permutations.got.points.sun"
	case gain > 0:
		key = "permutations.got.points"
	case deal.Suns.Has(c):
		key = "permutations.got.sun"
	case deal.Moons.Has(c):
		key = "permutations.got.moon"
	}
	return games.Say(key, "Card", int(c), "Count", max(gain, 0))
}

// certain reports whether a bid is certain to be the highest, and to be the lowest.
func (v View) certain(seat games.Seat, c deal.Card) (first, last bool) {
	first, last = true, true
	unseen := v.unseen()
	for other, side := range v.Sides {
		if games.Seat(other) != seat {
			low, high := side.bids(unseen)
			first, last = first && high < c, last && low > c
		}
	}
	return first, last
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
