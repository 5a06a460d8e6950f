package mind

import (
	"math/rand/v2"

	"parlour/games/permutations/deal"
	"parlour/games/search"
)

// foreseen is how many auctions [Foresee] plays.
const foreseen = 31

// Foresee returns the place in which a bid is likely to pick, from 1, and the card that it is likely to get: those of
// more than half of some auctions in which everybody plays by instinct. They are 0 and [deal.None] if none is likely.
func Foresee(s Sight, seat int, bid Move, rng *rand.Rand) (place int, card deal.Card) {
	calm := instincts
	calm.noise = 0
	t := New(s, seat, rng, search.Budget{})
	var places [deal.MaxSeats + 1]int
	var cards [deal.Colourless + 1]int
	for range foreseen {
		p, key := t.draw(), rng.Uint64()
		p.Bid(seat, bid.Card, bid.Wish)
		t.habit.bids(&p, key)
		p.Reveal()
		at := 1
		for ; p.Next() != seat; at++ {
			p.Take(t.habit.next(&p, key))
		}
		places[at]++
		cards[calm.next(&p, key)]++
	}
	return likely(places[:], 0), deal.Card(likely(cards[:], int(deal.None)))
}

// likely returns what came in more than half of the auctions, or none.
func likely(times []int, none int) int {
	for what, n := range times {
		if 2*n > foreseen {
			return what
		}
	}
	return none
}
