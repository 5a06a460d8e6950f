package permutations

import (
	"math/rand/v2"
)

const (
	greedyDraws = 60 // samples of how the others may bid
	greedyMoon  = 1  // points for a moon, on top of what it brings at once
	greedySun   = 2  // points lost with each sun
	greedyBurnt = 6  // points lost by the seat with the most suns
	greedyPower = 2  // points that bidding the highest card costs, compared with the lowest
)

// greedy returns the move of the yardstick, which counts what a card brings at once.
// For a bid it weighs each card of its hand by what that would win in this auction,
// over several ways in which the others may bid, less a little for a high card.
func greedy(s sight, seat int, rng *rand.Rand) decision {
	p := s.sample(rng)
	if p.Phase == Taking {
		return decision{Card: greedyTake(&p, seat)}
	}
	best, most := None, 0.0
	hand := p.Hands[seat]
	gains := make([]float64, hand.Count())
	for range greedyDraws {
		p := s.sample(rng)
		drawBids(&p, rng)
		for rank := range gains {
			gains[rank] += greedyGain(p, seat, hand.At(rank)) / greedyDraws
		}
	}
	for rank, gain := range gains {
		gain -= greedyPower * float64(rank) / float64(len(gains))
		if best == None || gain > most {
			best, most = hand.At(rank), gain
		}
	}
	return decision{Card: best}
}

// begin returns the move of a beginner: any, or as often the greedy one.
func begin(s sight, seat int, rng *rand.Rand) decision {
	if rng.IntN(2) == 0 {
		return greedy(s, seat, rng)
	}
	cards := s.Hands[seat]
	if s.Phase == Taking {
		cards = s.Pool
	}
	return decision{Card: cards.At(rng.IntN(cards.Count()))}
}

// drawBids draws every missing bid.
func drawBids(p *position, rng *rand.Rand) {
	for seat := range p.Seats {
		if p.Bids[seat] == None {
			p.Bids[seat] = p.Hands[seat].At(rng.IntN(p.Hands[seat].Count()))
		}
	}
}

// greedyGain returns what a bid brings at once if the others keep their bids of p and
// all take the card that brings them most.
func greedyGain(p position, seat int, c Card) float64 {
	p.bid(seat, c, nil)
	p.reveal()
	for p.Next() != seat {
		p.take(greedyTake(&p, p.Next()))
	}
	c = greedyTake(&p, seat)
	return greedyWorth(&p, seat, c)
}

// greedyTake returns the card of the pool that brings a seat most at once. A seat that
// is not asked takes the lowest card.
func greedyTake(p *position, seat int) Card {
	best, most := p.Pool.lowest(), 0.0
	if !p.asked(seat) {
		return best
	}
	for left := p.Pool; left != 0; left &= left - 1 {
		c := left.lowest()
		if worth := greedyWorth(p, seat, c); c == best || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// greedyWorth returns how much a card improves the standing of a seat.
func greedyWorth(p *position, seat int, c Card) float64 {
	q := *p
	q.Taken[q.Round-1][seat] |= SetOf(c)
	return greedyStanding(&q, seat) - greedyStanding(p, seat)
}

// greedyStanding returns the standing of a seat in this round: its points, adjusted for
// its moons and suns.
func greedyStanding(p *position, seat int) float64 {
	own := p.Taken[p.Round-1][seat]
	n := float64(Score(own, p.moonBonus() == seat)) +
		greedyMoon*float64((own&Moons).Count()) - greedySun*float64((own&Suns).Count())
	if p.Burnt() == seat {
		n -= greedyBurnt
	}
	return n
}
