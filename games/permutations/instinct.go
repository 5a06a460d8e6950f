package permutations

// An instinct plays at once, by weights and without looking ahead: it is how a
// search has everybody play on to the end of the game. Weights are points, roughly.
type instinct struct {
	moon      float64 // any moon
	moonRace  float64 // a moon while the lead in moons is at stake
	sun       float64 // any sun, less
	sunRace   float64 // a sun when its taker has as many as another has at most, less
	sunSpread float64 // how far from that a sun matters half as much; above 0
	set       float64 // a point that the sets bring at once, without the moon bonus
	moonSet   float64 // a point that the largest set brings at once, with the moon bonus
	size      float64 // each card that the set has already
	largest   float64 // the same in the largest set
	wild      float64 // the 0
	rank      float64 // what a bid is expected to bring, against what it costs
	power     float64 // the highest card of the hand, as a bid, against the lowest, less
	bidStar   float64 // a star, as a bid
	bidSun    float64 // a sun, as a bid
	noise     float64 // how far a choice may be off
}

// instincts are weights that won many games against others. Stars come to who looks
// after moons and sets, and need no weight. The fear of suns and the noise are more
// than win at once: a search whose playouts have them finds better moves.
var instincts = instinct{
	moon: 4.6, moonRace: 5.8, sun: 1.4, sunRace: 16, sunSpread: 3,
	set: 0.56, moonSet: 0.5, size: 0.9, largest: 0.56, wild: 1,
	rank: 0.4, power: 2.9, bidStar: 1, bidSun: -1.25, noise: 4,
}

// playout plays on to the end. All chance is drawn from the key, and by what it is
// for: the same dummy draws the same in games that went different ways.
func (w *instinct) playout(p *Position, key uint64) {
	for p.phase != Over {
		if p.phase == Bidding {
			w.bids(p, key)
			p.Reveal()
		}
		p.Take(w.next(p, key))
	}
}

// bids makes the bids that are not made: the dummies' first, which all see.
func (w *instinct) bids(p *Position, key uint64) {
	for _, dummy := range []bool{true, false} {
		for seat := range p.Seats() {
			if p.bids[seat] == None && p.dummy.has(seat) == dummy {
				p.bids[seat] = w.bid(p, seat, key)
			}
		}
	}
}

// next returns what the next seat takes.
func (w *instinct) next(p *Position, key uint64) Card {
	seat := p.Next()
	switch {
	case p.pool&(p.pool-1) == 0 || !p.Asked(seat):
		return p.pool.Lowest()
	case p.wishes[seat][0] != None:
		if c := p.Unasked(seat); c != None {
			return c
		}
	}
	return w.take(p, seat, key)
}

// take chooses a card of the pool.
func (w *instinct) take(p *Position, seat int, key uint64) Card {
	v := w.eye(p, seat)
	best, most := None, 0.0
	for left := p.pool; left != 0; left &= left - 1 {
		c := left.Lowest()
		worth := v.worth(c) + w.noise*noise(key, p, seat, c)
		if best == None || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// bid chooses a card of the hand; a dummy's is any.
func (w *instinct) bid(p *Position, seat int, key uint64) Card {
	hand := p.hands[seat]
	n := hand.Count()
	if n == 1 {
		return hand.Lowest()
	}
	if p.dummy.has(seat) {
		return hand.At(int(hash(key, p, seat, None) % uint64(n)))
	}
	v := w.eye(p, seat)
	worths := v.ranked(p.pool)
	best, most, rank := None, 0.0, 0
	for left := hand; left != 0; left &= left - 1 {
		c := left.Lowest()
		worth := w.rank*between(&worths, ahead(p, seat, c)) + v.spent(c) -
			w.power*float64(rank)/float64(n-1) + w.noise*noise(key, p, seat, c)
		if best == None || worth > most {
			best, most = c, worth
		}
		rank++
	}
	return best
}

// ahead returns how many seats are expected to bid more than a card: those whose
// bids do not show bid any card of their hands.
func ahead(p *Position, seat int, c Card) float64 {
	higher := ^Cards(0) << (c + 1)
	n := 0.0
	for other := range p.Seats() {
		switch hand := p.hands[other]; {
		case other == seat:
		case p.dummy.has(other) && p.bids[other] != None:
			if p.bids[other] > c {
				n++
			}
		default:
			n += float64((hand & higher).Count()) / float64(hand.Count())
		}
	}
	return n
}

// between reads a list, highest first, at a place that need not be a whole one.
func between(worths *[maxSeats]float64, place float64) float64 {
	i := int(place)
	if i >= maxSeats-1 {
		return worths[maxSeats-1]
	}
	part := place - float64(i)
	return worths[i]*(1-part) + worths[i+1]*part
}

// hash draws 64 bits for a card of a seat in an auction.
func hash(key uint64, p *Position, seat int, c Card) uint64 {
	x := key + (uint64(p.round)<<24|uint64(p.auction)<<16|uint64(p.pool.Count())<<12|uint64(seat)<<8|uint64(uint8(c)))*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// noise is a number from -1 to 1.
func noise(key uint64, p *Position, seat int, c Card) float64 {
	return float64(int64(hash(key, p, seat, c))) / (1 << 63)
}

// An eye sees what each card is worth to a seat.
type eye struct {
	w       *instinct
	sizes   [Colours]float64
	largest float64
	moon    float64 // for any moon
	hasMoon bool
	sun     float64
}

func (w *instinct) eye(p *Position, seat int) eye {
	v := eye{w: w}
	own := p.taken[p.round-1][seat]
	for c := range v.sizes {
		v.sizes[c] = float64((own & coloured[c]).Count())
		v.largest = max(v.largest, v.sizes[c])
	}
	lead := (own & moons).Count() - mostOthers(p, seat, moons, int(p.round-1))
	v.hasMoon = lead > 0
	v.moon = w.moon
	if lead >= -2 && lead <= 1 {
		v.moon += w.moonRace
	}
	total := 0
	for round := range int(p.round) {
		total += (p.taken[round][seat] & suns).Count()
	}
	near := float64(total-mostOthers(p, seat, suns, 0)) / w.sunSpread
	v.sun = -w.sun - w.sunRace/(1+near*near)
	return v
}

// mostOthers returns the most cards of an icon that another seat has collected
// since a round.
func mostOthers(p *Position, seat int, icon Cards, since int) int {
	most := 0
	for other := range p.Seats() {
		if other == seat {
			continue
		}
		n := 0
		for round := since; round < int(p.round); round++ {
			n += (p.taken[round][other] & icon).Count()
		}
		most = max(most, n)
	}
	return most
}

// Icons and colours by card: a look-up is what a playout has time for.
var icons, colours = func() (icons [Colourless + 1]Icon, colours [Colourless + 1]Colour) {
	for c := range icons {
		icons[c], colours[c] = Card(c).Icon(), Card(c).Colour()
	}
	return icons, colours
}()

// worth is what it is to take a card.
func (v *eye) worth(c Card) float64 {
	switch c {
	case Multicoloured:
		return v.w.wild
	case Colourless:
		return 0
	}
	worth := 0.0
	switch icons[c] {
	case Moon:
		worth = v.moon
	case Sun:
		worth = v.sun
	}
	n := v.sizes[colours[c]]
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

// ranked returns what the cards of a pool are worth, the highest first.
func (v *eye) ranked(pool Cards) [maxSeats]float64 {
	var worths [maxSeats]float64
	n := 0
	for ; pool != 0; pool &= pool - 1 {
		worth := v.worth(pool.Lowest())
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

// spent is what it is to see a card in the next pool.
func (v *eye) spent(c Card) float64 {
	switch icons[c] {
	case Star:
		return v.w.bidStar
	case Sun:
		return v.w.bidSun
	}
	return 0
}
