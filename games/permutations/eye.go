package permutations

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
