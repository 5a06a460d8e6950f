package permutations

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/permutations/deal"
)

// Sample returns a random position that fits a [View], each equally likely. The cards
// that the viewer has not seen are dealt to the hidden hands, and each sealed bid is
// any card of its hand; wishes of others are not guessed.
func Sample(v View, rng *rand.Rand) deal.Position {
	p := deal.Position{
		Humans: v.Humans, Seats: len(v.Sides),
		Round: v.Round, Auction: v.Auction, Auctions: v.Auctions,
		Finished: len(v.Past), Phase: v.Phase, Pool: deal.SetOf(v.Pool...),
	}
	p.ClearBids()
	for round, collections := range v.Past {
		for seat, c := range collections {
			p.Taken[round][seat] = deal.SetOf(c...)
		}
	}
	for seat, side := range v.Sides {
		known(&p, v.Round-1, seat, side)
	}
	dealUnseen(&p, v, rng)
	for seat, side := range v.Sides {
		if side.HasBid && side.Bid == deal.None {
			p.Bids[seat] = p.Hands[seat].At(rng.IntN(p.Hands[seat].Count()))
		}
	}
	if v.Own != nil {
		p.Bid(int(v.Seat), v.Own.Card, v.Own.Take)
	}
	if v.Phase == deal.Taking {
		for seat, c := range v.Shown.Takes {
			if c != deal.None {
				p.Took = p.Took.With(seat)
			}
		}
	}
	return p
}

// known copies what a [View] shows of a seat. A shown bid is in the hand, even if the
// rest of the hand is secret.
func known(p *deal.Position, round, seat int, side Side) {
	p.Hands[seat] = deal.SetOf(side.Hand...)
	p.Taken[round][seat] = deal.SetOf(side.Collection...)
	p.Bids[seat] = side.Bid
	if p.Phase == deal.Bidding {
		p.Hands[seat] |= deal.SetOf(side.Bid)
	}
	p.Dummy |= setIf(side.Dummy, seat)
	p.Away |= setIf(side.Away, seat)
	p.Due |= setIf(side.Due, seat)
	p.Back |= setIf(side.Back, seat)
}

// setIf returns the set of one seat, or the empty set.
func setIf(is bool, seat int) deal.SeatSet {
	if is {
		return deal.SeatSet(0).With(seat)
	}
	return 0
}

// dealUnseen deals the unseen cards to the hidden hands. Only the first round has
// hidden hands.
func dealUnseen(p *deal.Position, v View, rng *rand.Rand) {
	if v.Round > 1 {
		return
	}
	seen := p.Pool
	if v.Shown != nil {
		seen |= deal.SetOf(v.Shown.Bids...)
	}
	for seat := range p.Seats {
		seen |= p.Hands[seat] | p.Taken[0][seat] | deal.SetOf(p.Bids[seat])
	}
	var cards [deal.Colourless + 1]deal.Card
	unseen := cards[:0]
	for left := deal.Deck(p.Humans) &^ seen; left != 0; left &= left - 1 {
		unseen = append(unseen, left.Lowest())
	}
	rng.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	for seat, side := range v.Sides {
		n := side.Cards - p.Hands[seat].Count()
		p.Hands[seat] |= deal.SetOf(unseen[:n]...)
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
