package permutations

// An instinct plays by weights, at once and without looking ahead. A [thinker] uses it
// to play games to their end; the weights are roughly points.
type instinct struct {
	moon      float64 // for any moon
	moonRace  float64 // for a moon while the lead in moons is at stake
	sun       float64 // lost with any sun
	sunRace   float64 // lost with a sun, most if the seat has as many as the seat with the most
	sunSpread float64 // distance from the most suns at which sunRace is halved; above 0
	set       float64 // for each point that the sets gain at once, without the moon bonus
	moonSet   float64 // for each point that the largest set gains at once, with the moon bonus
	size      float64 // for each card that the set has already
	largest   float64 // likewise, if it is the largest set
	wild      float64 // for the card 0
	rank      float64 // factor for what a bid is expected to win
	power     float64 // lost by bidding the highest card of the hand, compared with the lowest
	bidStar   float64 // for bidding a star
	bidSun    float64 // for bidding a sun
	noise     float64 // largest random error of a choice
}

// instincts are weights that beat others over many games. Stars need no weight: a seat
// that looks after moons and sets collects enough. The weights for suns and the noise
// are higher than plays best alone, because a search finds better moves with them.
var instincts = instinct{
	moon: 4.6, moonRace: 5.8, sun: 1.4, sunRace: 16, sunSpread: 3,
	set: 0.56, moonSet: 0.5, size: 0.9, largest: 0.56, wild: 1,
	rank: 0.4, power: 2.9, bidStar: 1, bidSun: -1.25, noise: 4,
}

// playout plays on to the end. It draws all chance from the key and from what the
// chance is for, so that a dummy bids alike in games that went different ways.
func (w *instinct) playout(p *position, key uint64) {
	for n := count(p); p.Phase != Over; {
		if p.Phase == Bidding {
			w.bids(p, &n, key)
			p.reveal()
		}
		seat, round := p.Next(), p.Round
		c := w.next(p, &n, seat, key)
		p.give(seat, c)
		n.took(seat, c)
		if p.Round > round {
			n.moons = [maxSeats]int{}
		}
	}
}

// A tally counts the cards that each seat has collected: the moons of this round, and the suns of all rounds.
type tally struct{ moons, suns [maxSeats]int }

// count returns the tally of a position.
func count(p *position) tally {
	n := tally{suns: p.Suns()}
	for seat, own := range p.Taken[p.Round-1] {
		n.moons[seat] = (own & Moons).Count()
	}
	return n
}

// took counts a card that a seat takes.
func (n *tally) took(seat int, c Card) {
	switch c.Icon() {
	case Moon:
		n.moons[seat]++
	case Sun:
		n.suns[seat]++
	}
}

// bids makes the missing bids: first those of the dummies, which everybody sees.
func (w *instinct) bids(p *position, n *tally, key uint64) {
	for _, dummy := range []bool{true, false} {
		for seat := range p.Seats {
			if p.Bids[seat] == None && p.Dummy.Has(seat) == dummy {
				p.Bids[seat] = w.bid(p, n, seat, key)
			}
		}
	}
}

// next returns the card that the next seat takes.
func (w *instinct) next(p *position, n *tally, seat int, key uint64) Card {
	switch {
	case p.Pool&(p.Pool-1) == 0 || !p.asked(seat):
		return p.Pool.lowest()
	case p.Wishes[seat][0] != None:
		if c := p.unasked(seat); c != None {
			return c
		}
	}
	return w.take(p, n, seat, key)
}

// take chooses a card of the pool for a seat.
func (w *instinct) take(p *position, n *tally, seat int, key uint64) Card {
	v := w.eye(p, n, seat)
	from := chanceOf(key, p, seat)
	best, most := None, 0.0
	for left := p.Pool; left != 0; left &= left - 1 {
		c := left.lowest()
		if worth := v.worth(c) + w.noise*from.noise(c); best == None || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// order returns the cards of the pool as a seat would take them, without chance.
func (w *instinct) order(p *position, seat int) (order []Card) {
	n := count(p)
	v := w.eye(p, &n, seat)
	for left := p.Pool; left != 0; left &^= SetOf(order...) {
		order = append(order, left.best(v.worth))
	}
	return order
}

// bid chooses a card of the hand; a dummy bids a random one.
func (w *instinct) bid(p *position, n *tally, seat int, key uint64) Card {
	hand := p.Hands[seat]
	size := hand.Count()
	if size == 1 {
		return hand.lowest()
	}
	from := chanceOf(key, p, seat)
	if p.Dummy.Has(seat) {
		return hand.At(int(from.bits(None) % uint64(size)))
	}
	v := w.eye(p, n, seat)
	worths := v.ranked(p.Pool)
	rivals := rivalsOf(p, seat)
	best, most, rank := None, 0.0, 0
	for left := hand; left != 0; left &= left - 1 {
		c := left.lowest()
		worth := w.rank*between(&worths, rivals.ahead(c)) + v.spent(c) -
			w.power*float64(rank)/float64(size-1) + w.noise*from.noise(c)
		if rank++; best == None || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// rivals are the cards that each other seat may bid. A hidden bid may be any card of its hand.
type rivals struct {
	cards [maxSeats - 1]Cards
	sizes [maxSeats - 1]int
	many  int
}

// rivalsOf returns the rivals of a seat.
func rivalsOf(p *position, seat int) (r rivals) {
	for other := range p.Seats {
		if other == seat {
			continue
		}
		cards := p.Hands[other]
		if p.Dummy.Has(other) && p.Bids[other] != None {
			cards = 1 << p.Bids[other]
		}
		r.cards[r.many], r.sizes[r.many] = cards, cards.Count()
		r.many++
	}
	return r
}

// ahead returns how many of them are expected to bid higher than a card.
func (r *rivals) ahead(c Card) float64 {
	n := 0.0
	for i := range r.many {
		n += quotients[r.sizes[i]&15][(r.cards[i]>>(c+1)).Count()&15]
	}
	return n
}

// quotients has each n/of of the numbers of cards in a hand, by of and n, as a division takes time.
var quotients = func() (all [16][16]float64) {
	for of := range all {
		for n := range all[of] {
			all[of][n] = float64(n) / float64(max(of, 1))
		}
	}
	return all
}()

// between interpolates in a list that is sorted from highest to lowest.
func between(worths *[maxSeats]float64, place float64) float64 {
	i := int(place)
	if i >= maxSeats-1 {
		return worths[maxSeats-1]
	}
	part := place - float64(i)
	return worths[i]*(1-part) + worths[i+1]*part
}

// A chance has the random numbers for the cards of a seat in an auction.
type chance uint64

// chanceOf returns the chance of a seat in the current auction.
func chanceOf(key uint64, p *position, seat int) chance {
	at := uint64(p.Round)<<24 | uint64(p.Auction)<<16 | uint64(p.Pool.Count())<<12 | uint64(seat)<<8
	return chance(key + at*golden)
}

// golden is the step of SplitMix64.
const golden = 0x9e3779b97f4a7c15

// bits returns 64 random bits for a card. It mixes them as SplitMix64 does.
func (n chance) bits(c Card) uint64 {
	x := uint64(n) + uint64(uint8(c))*golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// noise returns a random number from -1 to 1 for a card.
func (n chance) noise(c Card) float64 { return float64(int64(n.bits(c))) / (1 << 63) }

// An eye holds what a seat needs to see to tell the worth of a card.
type eye struct {
	w       *instinct
	sizes   [Colours]float64
	largest float64
	moon    float64 // worth of any moon
	hasMoon bool
	sun     float64
}

// eye returns the eye of a seat in the current round.
func (w *instinct) eye(p *position, n *tally, seat int) eye {
	v := eye{w: w}
	own := p.Taken[p.Round-1][seat]
	largest := 0
	for c := range v.sizes {
		size := (own & coloured[c]).Count()
		v.sizes[c], largest = float64(size), max(largest, size)
	}
	v.largest = float64(largest)
	moons, suns := 0, 0 // the most that another seat has
	for other := range p.Seats {
		if other != seat {
			moons, suns = max(moons, n.moons[other]), max(suns, n.suns[other])
		}
	}
	lead := n.moons[seat] - moons
	v.hasMoon = lead > 0
	v.moon = w.moon
	if lead >= -2 && lead <= 1 {
		v.moon += w.moonRace
	}
	near := float64(n.suns[seat]-suns) / w.sunSpread
	v.sun = -w.sun - w.sunRace/(1+near*near)
	return v
}

// worth returns the worth of taking a card.
func (v *eye) worth(c Card) float64 {
	switch c {
	case Multicoloured:
		return v.w.wild
	case Colourless:
		return 0
	}
	worth := 0.0
	switch c.Icon() {
	case Moon:
		worth = v.moon
	case Sun:
		worth = v.sun
	}
	n := v.sizes[c.Colour()]
	worth += v.w.size * n
	if n == v.largest {
		worth += v.w.largest * n
		if v.hasMoon {
			worth += v.w.moonSet * (2*n + 1)
		}
	} else if !v.hasMoon {
		worth += v.w.set * (2*n + 1)
	}
	return worth
}

// ranked returns the worths of the cards of a pool, highest first, padded with the
// lowest.
func (v *eye) ranked(pool Cards) [maxSeats]float64 {
	var worths [maxSeats]float64
	n := 0
	for ; pool != 0; pool &= pool - 1 {
		worth := v.worth(pool.lowest())
		i := n
		for ; i > 0 && worths[i-1] < worth; i-- {
			worths[i] = worths[i-1]
		}
		worths[i] = worth
		n++
	}
	for i := n; i < maxSeats; i++ {
		worths[i] = worths[n-1]
	}
	return worths
}

// spent returns the worth of bidding a card, which puts it into the next pool.
func (v *eye) spent(c Card) float64 {
	switch c.Icon() {
	case Star:
		return v.w.bidStar
	case Sun:
		return v.w.bidSun
	}
	return 0
}
