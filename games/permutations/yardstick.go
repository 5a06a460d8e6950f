package permutations

import "math/rand/v2"

// The greedy bidder counts what a card brings at once. It weighs each of its cards
// by what it would get for it in this auction, over some ways in which the others
// may bid, less a little for a high card; and then takes what brings most.

const (
	greedyDraws = 60 // ways in which the others may bid
	greedyMoon  = 1  // points for a moon, beyond what it brings at once
	greedySun   = 2  // points that a sun costs
	greedyBurnt = 6  // points that it costs to be the one with the most suns
	greedyPower = 2  // points that its highest card costs more than its lowest, as a bid
)

// greedy is the greedy bidder.
func greedy(v View, seat int, rng *rand.Rand) typedMove {
	p := Sample(v, rng)
	if v.Phase == Taking {
		return typedMove{verb: take, card: greedyTake(&p, seat)}
	}
	best, most := None, 0.0
	hand := p.hands[seat]
	gains := make([]float64, hand.Count())
	for range greedyDraws {
		p := Sample(v, rng)
		p.drawBids(rng)
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
	return typedMove{verb: bid, card: best}
}

// greedyGain returns what a bid brings at once when the others bid as they do in a
// position, and all take what brings most.
func greedyGain(p Position, seat int, c Card) float64 {
	p.Bid(seat, c, nil)
	p.Reveal()
	for p.Next() != seat {
		p.Take(greedyTake(&p, p.Next()))
	}
	c = greedyTake(&p, seat)
	return greedyWorth(&p, seat, c)
}

// greedyTake returns the card of the pool that brings a seat most at once; the
// rules take for who is not asked.
func greedyTake(p *Position, seat int) Card {
	best, most := p.pool.Lowest(), 0.0
	if !p.Asked(seat) {
		return best
	}
	for left := p.pool; left != 0; left &= left - 1 {
		c := left.Lowest()
		if worth := greedyWorth(p, seat, c); c == best || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// greedyWorth returns what a card brings a seat at once.
func greedyWorth(p *Position, seat int, c Card) float64 {
	q := *p
	q.taken[q.round-1][seat] |= SetOf(c)
	return greedyStanding(&q, seat) - greedyStanding(p, seat)
}

// greedyStanding returns what a seat has in this round as it stands.
func greedyStanding(p *Position, seat int) float64 {
	own := p.taken[p.round-1][seat]
	n := float64(Score(own, p.MoonBonus() == seat)) +
		greedyMoon*float64((own&moons).Count()) - greedySun*float64((own&suns).Count())
	if p.Burnt() == seat {
		n -= greedyBurnt
	}
	return n
}
