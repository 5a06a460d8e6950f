package permutations

import (
	"slices"

	"parlour/games"
)

// Why says what a card of the pool does to moons, suns and points, or in which place a bid is certain to pick. It
// guesses nothing of what the others bid, so that no card that is taken later proves it wrong. Of a bid of the auction
// whose bids lie open it says in which place it picks.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := parse(string(m))
	switch {
	case !ok || seat < 0 || int(seat) >= v.Humans:
		return games.Text{}
	case t.verb == take && v.Phase == Taking && slices.Contains(v.ToMove, seat) && slices.Contains(v.Pool, t.Card):
		return v.whyTake(seat, t.Card)
	case t.verb == bid && v.Phase == Bidding && slices.Contains(v.Sides[seat].Hand, t.Card):
		return v.whyBid(seat, t.Card)
	case t.verb == bid && v.Shown != nil && v.Shown.Bids[seat] == t.Card:
		at := slices.Index(v.Shown.Order, seat)
		return games.Say("permutations.why.picks", "By", "", "At", place(at+1, len(v.Sides)), "Pool", games.Text{})
	}
	return games.Text{}
}

// collected returns what each seat has collected in this round, and one seat a card more.
func (v View) collected(seat games.Seat, more Card) (all [maxSeats]Cards) {
	for i, side := range v.Sides {
		all[i] = SetOf(side.Collection...)
	}
	all[seat] |= SetOf(more)
	return all
}

// leads reports whether a card gives a seat the most moons of this round, which it has not yet.
func (v View) leads(seat games.Seat, c Card) bool {
	all := v.collected(seat, c)
	return v.Moon != seat && games.Seat(moonSeat(&all)) == seat
}

// gain returns the points of this round that a card brings a seat at once.
func (v View) gain(seat games.Seat, c Card) int {
	before, after := v.collected(seat, None), v.collected(seat, c)
	return Score(after[seat], games.Seat(moonSeat(&after)) == seat) - Score(before[seat], v.Moon == seat)
}

// onlySafe reports whether a card is the only one of the pool that is no sun.
func (v View) onlySafe(c Card) bool {
	rest := SetOf(v.Pool...) &^ SetOf(c)
	return rest != 0 && rest&^Suns == 0 && !Suns.Has(c)
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
func moons(s Side) int { return (SetOf(s.Collection...) & Moons).Count() }
func suns(s Side) int  { return s.Suns }

// race is the largest difference in moons that is still a race for them.
const race = 2

// whyTake says what a card of the pool does.
func (v View) whyTake(seat games.Seat, c Card) games.Text {
	gain := v.gain(seat, c)
	switch other := v.deniesMoons(seat, c); {
	case v.leads(seat, c):
		any := 0
		if slices.ContainsFunc(v.Pool, func(also Card) bool { return also != c && v.leads(seat, also) }) {
			any = 1
		}
		return games.Say("permutations.why.moons", "By", "", "Any", any)
	case v.onlySafe(c):
		return games.Say("permutations.why.suns")
	case other != games.Spectator:
		return games.Say("permutations.why.denies", "Player", other)
	case Moons.Has(c) && v.races(seat, 0):
		return v.moonCount(seat)
	case Suns.Has(c) && gain > 0:
		return v.whySun(seat, c, gain)
	case v.oneMoreBurns(seat) && !Suns.Has(c):
		return games.Say("permutations.why.safe", "By", "", "Count", max(gain, 0))
	case gain > 0:
		return games.Say("permutations.why.points", "Count", gain)
	}
	if other, points := v.keeps(seat, c); points > 0 {
		return games.Say("permutations.why.keeps", "Player", other, "Count", points)
	}
	most, whose := v.most(seat, suns)
	switch n := v.largest(seat, c); {
	case Suns.Has(c):
		return v.whySun(seat, c, gain)
	case n >= leastSet && v.Moon != seat && v.races(seat, race):
		return games.Say("permutations.why.set", "By", "", "Count", n, "Colour", games.Say("permutations.colour."+colourNames[c.Colour()]), "Points", n*n)
	case Moons.Has(c) && v.races(seat, race):
		return v.moonCount(seat)
	case SetOf(v.Pool...)&Suns != 0 && v.Sides[seat].Suns+race >= most:
		return games.Say("permutations.why.no-sun", "By", "", "Count", v.Sides[seat].Suns, "Player", whose, "Most", most)
	case !slices.ContainsFunc(v.Pool, func(also Card) bool { return v.gain(seat, also) > 0 }):
		return games.Say("permutations.why.none", "By", "")
	}
	return games.Say("permutations.why.nothing", "Cost", 1)
}

// keeps returns the player who takes later in this auction and would get most points by a card, more than by any other of
// the pool, and how many; none where nobody would.
func (v View) keeps(seat games.Seat, c Card) (other games.Seat, points int) {
	for o := range games.Seat(len(v.Sides)) {
		gain := v.gain(o, c)
		if o == seat || v.Sides[o].Dummy || v.Shown.Takes[o] != None || gain <= points {
			continue
		}
		if !slices.ContainsFunc(v.Pool, func(also Card) bool { return also != c && v.gain(o, also) >= gain }) {
			other, points = o, gain
		}
	}
	return other, points
}

// leastSet is from how many cards of a colour on a set is worth a word.
const leastSet = 3

// largest returns how many cards of its colour a seat has with a card, if it has more of no other, else 0.
func (v View) largest(seat games.Seat, c Card) int {
	own := v.collected(seat, c)[seat]
	if colour := c.Colour(); colour < Colours {
		n := (own & coloured[colour]).Count()
		if !slices.ContainsFunc(coloured[:], func(of Cards) bool { return (own & of).Count() > n }) {
			return n
		}
	}
	return 0
}

// races reports whether a seat with one more moon is in a close race for them, not too many behind.
func (v View) races(seat games.Seat, behind int) bool {
	own := moons(v.Sides[seat]) + 1
	best, _ := v.most(seat, moons)
	return own <= best+race && own >= best-behind
}

// moonCount says how many moons one more makes, which doesn't give a seat the most if it has not got it, and how many
// another has: the seat with the most, or the next one. At equal numbers, it says that one more gives the most.
func (v View) moonCount(seat games.Seat) games.Text {
	own := moons(v.Sides[seat]) + 1
	best, whose := v.most(seat, moons)
	if v.Moon != games.Spectator && v.Moon != seat {
		whose = v.Moon
	}
	if own == best {
		return games.Say("permutations.why.moon.level", "By", "", "Count", own, "Player", whose)
	}
	return games.Say("permutations.why.moon", "By", "", "Count", own, "Player", whose, "Most", best)
}

// whySun says what a sun brings, or that another seat still has more suns, or that there is nothing else. If another
// card, no sun, brings as much, it has a cost, and what speaks for it is a high bid in the next round.
func (v View) whySun(seat games.Seat, c Card, gain int) games.Text {
	own := suns(v.Sides[seat]) + 1
	most, whose := v.most(seat, suns)
	var why games.Text
	switch {
	case gain > 0 && own < most:
		why = games.Say("permutations.why.points.less", "Count", gain, "Player", whose)
	case gain > 0:
		why = games.Say("permutations.why.points.sun", "Count", gain)
	case own < most:
		why = games.Say("permutations.why.sun", "By", "", "Count", own, "Player", whose, "Most", most)
	case SetOf(v.Pool...)&^Suns == 0:
		return games.Say("permutations.why.only-suns")
	default:
		why = games.Say("permutations.why.sun.most", "By", "", "Count", own)
	}
	as := slices.ContainsFunc(v.Pool, func(also Card) bool { return !Suns.Has(also) && v.gain(seat, also) >= gain })
	switch {
	case as && v.Round < rounds: // what is collected is the next hand
		return games.Say("permutations.why.high", "Count", max(gain, 0), "Suns", own, "Cost", 1)
	case as:
		return why.With("Cost", 1)
	}
	return why
}

// deniesMoons returns a seat that takes later in this auction and would have the most moons by this card, and by no
// other of the pool.
func (v View) deniesMoons(seat games.Seat, c Card) games.Seat {
	for other := range v.Sides {
		o := games.Seat(other)
		if o == seat || v.Shown.Takes[other] != None || !v.leads(o, c) {
			continue
		}
		if !slices.ContainsFunc(v.Pool, func(also Card) bool { return also != c && v.leads(o, also) }) {
			return o
		}
	}
	return games.Spectator
}

// oneMoreBurns reports whether the pool has a sun that would give a seat the most suns near the end, in the last round.
func (v View) oneMoreBurns(seat games.Seat) bool {
	most, _ := v.most(seat, suns)
	return v.Round == rounds && most > 0 && v.Sides[seat].Suns == most && SetOf(v.Pool...)&Suns != 0
}

// whyBid says in which place a bid is certain to pick, or in which two at most, or that it isn't the last one, or the best
// one that is left to it. Of a bid that may be the lowest, it says that it keeps the higher cards, if these are half of the hand or more, and else how
// many higher ones the others may bid.
func (v View) whyBid(seat games.Seat, c Card) games.Text {
	best, worst := v.places(seat, c)
	hand, last := v.Sides[seat].Hand, len(v.Sides)
	keeps := 0
	if higher := len(hand) - 1 - slices.Index(hand, c); 2*higher >= len(hand) {
		keeps = 1
	}
	say := func(key string, pairs ...any) games.Text {
		return games.Say("permutations.why."+key, append(pairs, "By", "", "Pool", v.worth(seat))...)
	}
	switch {
	case worst == 1:
		return say("first")
	case worst < last && worst == best:
		return say("picks", "At", place(best, last))
	case worst < last && worst == best+1:
		return say("picks", "At", games.Say("permutations.place.or", "First", place(best, last), "Next", place(worst, last)))
	case worst < last:
		return say("not-last")
	case best == last:
		return say("last", "Only", keeps)
	case best > 1:
		return say("later", "At", place(best, last), "Only", keeps)
	}
	var all Cards
	unseen := v.unseen()
	for other, side := range v.Sides {
		if games.Seat(other) != seat {
			all |= side.mayBid(unseen)
		}
	}
	return say("above", "Count", (all >> (c + 1)).Count(), "All", all.Count(), "Only", keeps)
}

// worth says how many points the cards of the pool would bring a seat at once, from the least to the most.
func (v View) worth(seat games.Seat) games.Text {
	least, most := v.gain(seat, v.Pool[0]), 0
	for _, c := range v.Pool {
		gain := max(v.gain(seat, c), 0)
		least, most = min(least, gain), max(most, gain)
	}
	return games.Say("permutations.why.pool", "Least", max(least, 0), "Count", most)
}

// place names a place of so many, from 1.
func place(n, last int) games.Text {
	return games.Say("permutations.place", "Place", n, "Of", last)
}

// places returns the best and the worst place, from 1, in which a bid of a seat may pick.
func (v View) places(seat games.Seat, c Card) (best, worst int) {
	best, worst = 1, len(v.Sides)
	unseen := v.unseen()
	for other, side := range v.Sides {
		if games.Seat(other) == seat {
			continue
		}
		switch cards := side.mayBid(unseen); {
		case cards.lowest() > c:
			best++
		case cards>>c == 0:
			worst--
		}
	}
	return best, worst
}

// mayBid returns the cards of which a seat has bid one or will, where those of a secret hand are among the unseen.
func (s Side) mayBid(unseen Cards) Cards {
	switch {
	case s.Bid != None:
		return SetOf(s.Bid)
	case s.Hand != nil:
		return SetOf(s.Hand...)
	}
	return unseen
}

// unseen returns the cards that may be in a secret hand. Only the first round has any.
func (v View) unseen() Cards {
	seen := SetOf(v.Pool...)
	if v.Shown != nil {
		seen |= SetOf(v.Shown.Bids...)
	}
	for _, side := range v.Sides {
		seen |= SetOf(side.Hand...) | SetOf(side.Collection...) | SetOf(side.Bid)
	}
	return deck(v.Humans) &^ seen
}
