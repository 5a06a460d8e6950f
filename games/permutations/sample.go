package permutations

import (
	"math/rand/v2"

	"parlour/games"
)

// sight returns what a [View] shows as a position, for those that play by it.
func (v View) sight() sight {
	s := sight{position: position{
		Humans: v.Humans, Seats: len(v.Sides),
		Round: v.Round, Auction: v.Auction, Auctions: v.Auctions,
		Finished: len(v.Past), Phase: v.Phase, Pool: SetOf(v.Pool...),
	}}
	s.clearBids()
	for round, collections := range v.Past {
		for seat, c := range collections {
			s.Taken[round][seat] = SetOf(c...)
		}
	}
	for seat, side := range v.Sides {
		v.see(&s, seat, side)
	}
	if v.Round == 1 { // the only round with hidden hands
		s.Unseen = v.unseen()
	}
	if v.Own != nil {
		s.bid(int(v.Seat), v.Own.Card, v.Own.Take)
	}
	if v.Phase == Taking {
		for seat, c := range v.Shown.Takes {
			if c != None {
				s.Took = s.Took.With(seat)
			}
		}
	}
	return s
}

// see copies what a [View] shows of a seat. A shown bid is in the hand, even if the rest of the
// hand is secret.
func (v View) see(s *sight, seat int, side Side) {
	s.Hands[seat] = SetOf(side.Hand...)
	s.Taken[v.Round-1][seat] = SetOf(side.Collection...)
	s.Bids[seat] = side.Bid
	if v.Phase == Bidding {
		s.Hands[seat] |= SetOf(side.Bid)
	}
	s.Hidden[seat] = side.Cards - s.Hands[seat].Count()
	s.Sealed |= setIf(side.HasBid && side.Bid == None, seat)
	s.Dummy |= setIf(side.Dummy, seat)
	s.Away |= setIf(side.Away, seat)
	s.Due |= setIf(side.Due, seat)
	s.Back |= setIf(side.Back, seat)
}

// setIf returns the set of one seat, or the empty set.
func setIf(is bool, seat int) seatSet {
	if is {
		return seatSet(0).With(seat)
	}
	return 0
}

// SampleState returns a [games.State] that the viewer cannot tell from the true one. Its
// position is a sample, and its seed is random.
func SampleState(v View, rng *rand.Rand) games.State {
	sight := v.sight()
	s := state{
		pos: sight.sample(rng), shown: v.Shown.clone(), news: cloneNews(v.News), ended: v.Ended,
		unit: v.Unit, told: cloneAll(v.Told),
	}
	copy(s.absent[:], v.Absent)
	for i := range s.seed {
		s.seed[i] = byte(rng.Uint32())
	}
	return s
}
