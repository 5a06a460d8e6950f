package permutations

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// A mix says how often a seat bids each card, by its number. Only the ratios count.
type mix [Colourless + 1]float64

// draw returns one of some cards, each as often as the mix has it. A mix without any of them draws evenly.
func (m *mix) draw(cards Cards, rng *rand.Rand) Card {
	sum := 0.0
	for left := cards; left != 0; left &= left - 1 {
		sum += m[left.lowest()]
	}
	if sum == 0 {
		return cards.At(rng.IntN(cards.Count()))
	}
	at, c := rng.Float64()*sum, None
	for left := cards; left != 0 && at >= 0; left &= left - 1 {
		c = left.lowest()
		at -= m[c]
	}
	return c
}

// A bidder is a player in an auction that is weighed.
type bidder struct {
	seat   int
	cards  Cards // those that it may still bid
	regret mix   // for each card, how much more it would have been worth than what was bid, and at least 0
	bids   mix   // how often each card was bid; later auctions count more
	worth  mix   // sum of what each card was worth, which counts alike
	tries  mix   // what that sum is to be divided by
}

const (
	foresight = 4 // the part of a search that goes into what the others bid
	contested = 4 // cards of each player that are weighed to the end
)

// foresee spends a part of the budget on what the players bid, and keeps it for the rest of the search. It bids the same
// auction again and again, each player by regret matching (Hart and Mas-Colell, 2000): as often as a card would have
// brought more until now than what was bid. The averages of their bids come near to an equilibrium, in which nobody
// gains by other bids. As in CFR+ (Tammelin, 2014) regrets are at least 0, and later bids weigh more.
func (t *thinker) foresee() {
	own := t.sight.Hands[t.seat].Count()
	if t.sight.Phase != Bidding || own == 1 {
		return
	}
	var all []bidder
	for seat := range t.sight.Humans {
		if t.sight.asked(seat) {
			all = append(all, bidder{seat: seat, cards: t.sight.Hands[seat] | t.sight.Unseen})
		}
	}
	stages := 1
	for n := own; n > contested; n = (n + 1) / 2 {
		stages++
	}
	b := t.Part(1, foresight)
	for stage, weight := 1, 0.0; stage <= stages; stage++ {
		for clock := b.Part(1, stages).Start(); clock.Next(1 + len(all)*(own-1)); {
			weight++
			t.auction(all, weight)
		}
		if own = (own + 1) / 2; stage < stages {
			for i := range all {
				all[i].drop()
			}
		}
	}
	t.Playouts, t.Time = t.Playouts-b.Playouts, t.Time-b.Time
	t.bids = new([maxSeats]mix)
	for _, b := range all {
		t.bids[b.seat] = b.common()
	}
}

// auction bids an auction once, and plays on from there for each bid of each player beside what the others bid.
func (t *thinker) auction(all []bidder, weight float64) {
	p, key := t.draw(), t.rng.Uint64()
	for i := range all {
		b := &all[i]
		p.Bids[b.seat] = b.regret.draw(b.hand(&p), t.rng)
	}
	same := p
	t.habit.playout(&same, key)
	for i := range all {
		b := &all[i]
		b.learn(b.hand(&p), weight, func(c Card) float64 {
			q := same
			if c != p.Bids[b.seat] {
				q = p
				q.Bids[b.seat] = c
				t.habit.playout(&q, key)
			}
			worth, _ := t.value(&q, b.seat)
			return worth
		})
	}
}

// hand returns the cards that a bidder may bid in a position: any, if it holds none of those that are left.
func (b *bidder) hand(p *position) Cards {
	if hand := p.Hands[b.seat] & b.cards; hand != 0 {
		return hand
	}
	return p.Hands[b.seat]
}

// learn counts an auction in which a bidder could have bid some cards, each with its worth.
func (b *bidder) learn(hand Cards, weight float64, worth func(Card) float64) {
	var worths, play mix
	sum, mean := 0.0, 0.0
	for left := hand; left != 0; left &= left - 1 {
		sum += b.regret[left.lowest()]
	}
	for left := hand; left != 0; left &= left - 1 {
		c := left.lowest()
		worths[c], play[c] = worth(c), 1/float64(hand.Count())
		if sum > 0 {
			play[c] = b.regret[c] / sum
		}
		mean += play[c] * worths[c]
	}
	for left := hand; left != 0; left &= left - 1 {
		c := left.lowest()
		b.bids[c] += weight * play[c]
		b.worth[c] += weight * worths[c]
		b.tries[c] += weight
		b.regret[c] = max(0, b.regret[c]+worths[c]-mean)
	}
}

// drop leaves a bidder the better half of its cards.
func (b *bidder) drop() {
	cards := b.cards.list()
	mean := func(c Card) float64 { return b.worth[c] / max(1, b.tries[c]) }
	slices.SortStableFunc(cards, func(x, y Card) int { return cmp.Compare(mean(y), mean(x)) })
	b.cards = SetOf(cards[:(len(cards)+1)/2]...)
}

// rare is the part of the most common bid below which a bid is held for chance.
const rare = 0.15

// common returns how often a bidder bids each card that is left, without what may well be chance.
func (b *bidder) common() mix {
	m, most := b.bids, 0.0
	for c := range m {
		if !b.cards.Has(Card(c)) {
			m[c] = 0
		}
		most = max(most, m[c])
	}
	for c := range m {
		if m[c] < rare*most {
			m[c] = 0
		}
	}
	return m
}

// predictions is how many bids of each other player the exploiter finds.
const predictions = 2

// exploit returns the move of the yardstick that knows how hard thinks. Where the hands lie open it finds the bids of the
// others as hard does in their places, each with the playouts of the budget or with a part of its time, and what is best
// against those. It cannot know their chance, so it may be wrong.
func exploit(v View, b search.Budget, rng *rand.Rand) games.Move {
	s, seat := v.sight(), int(v.Seat)
	if b.Time > 0 {
		b = b.Part(1, 1+predictions*(s.Humans-1))
	}
	t := newThinker(s, seat, rng, b)
	if s.Round == 1 || s.Phase != Bidding {
		t.foresee()
		return v.write(t.best())
	}
	t.bids = new([maxSeats]mix)
	for other := range s.Humans {
		if other == seat || !s.asked(other) {
			continue
		}
		for range predictions {
			as := newThinker(s, other, rng, b)
			as.foresee()
			t.bids[other][as.best().Card]++
		}
	}
	return v.write(t.best())
}
