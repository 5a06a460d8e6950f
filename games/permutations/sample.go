package permutations

import (
	"math/rand/v2"

	"parlour/games"
)

// Sample returns a random position that fits a [View], each equally likely. The cards
// that the viewer has not seen are dealt to the hidden hands, and each sealed bid is
// any card of its hand; wishes of others are not guessed.
func Sample(v View, rng *rand.Rand) Position {
	p := Position{
		humans: int8(v.Humans), seats: int8(len(v.Sides)),
		round: int8(v.Round), auction: int8(v.Auction), auctions: int8(v.Auctions),
		finished: int8(len(v.Past)), phase: v.Phase, pool: SetOf(v.Pool...),
	}
	p.clearBids()
	for round, collections := range v.Past {
		for seat, c := range collections {
			p.taken[round][seat] = SetOf(c...)
		}
	}
	for seat, side := range v.Sides {
		p.known(v.Round-1, seat, side)
	}
	p.dealUnseen(v, rng)
	for seat, side := range v.Sides {
		if side.HasBid && side.Bid == None {
			p.bids[seat] = p.hands[seat].At(rng.IntN(p.hands[seat].Count()))
		}
	}
	if v.Own != nil {
		p.Bid(int(v.Seat), v.Own.Card, v.Own.Take)
	}
	if v.Phase == Taking {
		for seat, c := range v.Shown.Takes {
			if c != None {
				p.took = p.took.with(seat)
			}
		}
	}
	return p
}

// known copies what a [View] shows of a seat. A shown bid is in the hand, even if the
// rest of the hand is secret.
func (p *Position) known(round, seat int, side Side) {
	p.hands[seat] = SetOf(side.Hand...)
	p.taken[round][seat] = SetOf(side.Collection...)
	p.bids[seat] = side.Bid
	if p.phase == Bidding {
		p.hands[seat] |= SetOf(side.Bid)
	}
	p.dummy |= setIf(side.Dummy, seat)
	p.away |= setIf(side.Away, seat)
	p.due |= setIf(side.Due, seat)
	p.back |= setIf(side.Back, seat)
}

// setIf returns the set of one seat, or the empty set.
func setIf(is bool, seat int) seatSet {
	if is {
		return seatSet(0).with(seat)
	}
	return 0
}

// dealUnseen deals the unseen cards to the hidden hands. Only the first round has
// hidden hands.
func (p *Position) dealUnseen(v View, rng *rand.Rand) {
	if v.Round > 1 {
		return
	}
	seen := p.pool
	if v.Shown != nil {
		seen |= SetOf(v.Shown.Bids...)
	}
	for seat := range p.Seats() {
		seen |= p.hands[seat] | p.taken[0][seat] | SetOf(p.bids[seat])
	}
	var cards [Colourless + 1]Card
	unseen := cards[:0]
	for left := deckOf(p.Humans()) &^ seen; left != 0; left &= left - 1 {
		unseen = append(unseen, left.Lowest())
	}
	rng.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	for seat, side := range v.Sides {
		n := side.Cards - p.hands[seat].Count()
		p.hands[seat] |= SetOf(unseen[:n]...)
		unseen = unseen[n:]
	}
}

// SampleState returns a [games.State] that the viewer cannot tell from the true one. It
// has a [Sample] and a random seed.
func SampleState(v View, rng *rand.Rand) games.State {
	s := state{
		pos: Sample(v, rng), shown: v.Shown.clone(), news: cloneNews(v.News), ended: v.Ended,
		unit: v.Unit, told: cloneAll(v.Told),
	}
	copy(s.absent[:], v.Absent)
	for i := range s.seed {
		s.seed[i] = byte(rng.Uint32())
	}
	return s
}
