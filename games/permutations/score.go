package permutations

import (
	"slices"

	"parlour/games"
)

// Score returns the points of a collection in one round. With the moon bonus the
// largest set counts alone, and without it all sets but the largest count. The card 0
// counts as the colour that scores most.
func Score(collection Cards, moon bool) int {
	return 2*(collection&Stars).Count() + sets(sizes(collection, moon), moon)
}

// A Part is one of the numbers that add up to the points of a round.
type Part struct {
	Colour Colour `json:"colour"` // of the set; [NoColour] for the stars
	Points int    `json:"points"`
}

// Parts returns what [Score] adds up: the points of the stars, perhaps 0, then those of each
// set that counts, descending.
func Parts(collection Cards, moon bool) []Part {
	var all []Part
	for c, n := range sizes(collection, moon) {
		all = append(all, Part{Colour(c), n * n})
	}
	slices.SortStableFunc(all, func(a, b Part) int { return b.Points - a.Points })
	counted := all[1:]
	if moon {
		counted = all[:1]
	}
	parts := []Part{{NoColour, 2 * (collection & Stars).Count()}}
	for _, part := range counted {
		if part.Points > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// sizes returns the number of cards of each colour, with the 0 in the colour that scores
// most.
func sizes(collection Cards, moon bool) [Colours]int {
	var plain [Colours]int
	for c, of := range coloured {
		plain[c] = (collection & of).Count()
	}
	if !collection.Has(Multicoloured) {
		return plain
	}
	var best [Colours]int
	for c := range plain {
		with := plain
		with[c]++
		if c == 0 || sets(with, moon) > sets(best, moon) {
			best = with
		}
	}
	return best
}

// sets returns the points for sets of the given sizes: a set of n cards scores n×n.
func sets(sizes [Colours]int, moon bool) int {
	largest, all := 0, 0
	for _, n := range sizes {
		largest = max(largest, n*n)
		all += n * n
	}
	if moon {
		return largest
	}
	return all - largest
}

// moonSeat returns the seat with the most moons, or -1 if nobody has one. The lowest
// moon breaks a tie.
func moonSeat(collections *[maxSeats]Cards) int {
	best, most := -1, 0
	for seat, c := range collections {
		have := c & Moons
		n := have.Count()
		if n > most || n > 0 && n == most && have.lowest() < (collections[best]&Moons).lowest() {
			best, most = seat, n
		}
	}
	return best
}

// moonBonus returns the seat that holds the moon bonus of the current round, or -1
// while nobody has a moon.
func (p *position) moonBonus() int { return moonSeat(&p.Taken[p.Round-1]) }

// roundScores returns the points of each seat in a round, counted from 1, for what it
// has collected so far.
func (p *position) roundScores(round int) [maxSeats]int {
	var scores [maxSeats]int
	collections := &p.Taken[round-1]
	moon := moonSeat(collections)
	for seat := range p.Seats {
		scores[seat] = Score(collections[seat], seat == moon)
	}
	return scores
}

// roundParts returns the [Parts] of each seat in a finished round, counted from 1.
func (p *position) roundParts(round int) [][]Part {
	collections := &p.Taken[round-1]
	moon := moonSeat(collections)
	parts := make([][]Part, p.Seats)
	for seat := range parts {
		parts[seat] = Parts(collections[seat], seat == moon)
	}
	return parts
}

// totals returns the points of the finished rounds, before the suns are judged.
func (p *position) totals() [maxSeats]int {
	var totals [maxSeats]int
	for round := 1; round <= p.Finished; round++ {
		for seat, n := range p.roundScores(round) {
			totals[seat] += n
		}
	}
	return totals
}

// scores returns the final scores once all rounds are finished, and [position.totals]
// before that.
func (p *position) scores() [maxSeats]int {
	scores := p.totals()
	if burnt := p.Burnt(); p.Finished == rounds && burnt >= 0 {
		scores[burnt] = 0
	}
	return scores
}

// Suns returns the number of suns that each seat has collected in all rounds.
func (p *position) Suns() [maxSeats]int {
	var n [maxSeats]int
	for round := range p.Taken {
		for seat, c := range p.Taken[round] {
			n[seat] += (c & Suns).Count()
		}
	}
	return n
}

// Burnt returns the seat with the most suns so far, which ends with zero points, or -1
// while nobody has a sun. [position.lowerSuns] breaks a tie.
func (p *position) Burnt() int {
	worst, most := -1, 0
	for seat, n := range p.Suns() {
		if n > most || n > 0 && n == most && p.lowerSuns(seat, worst) {
			worst, most = seat, n
		}
	}
	return worst
}

// lowerSuns reports whether seat a, rather than b, loses a tie in suns. The lowest card
// that one seat has more often than the other decides. If there is none, the seat that
// collected their lowest sun in the later round loses.
func (p *position) lowerSuns(a, b int) bool {
	later := 0
	for c := Suns.lowest(); Suns.Has(c); c++ {
		more, last := 0, 0 // above 0 where a has the card more often, or was the last to collect it
		for round := range p.Taken {
			if p.Taken[round][a].Has(c) {
				more, last = more+1, 1
			}
			if p.Taken[round][b].Has(c) { // in a round a card is collected once
				more, last = more-1, -1
			}
		}
		if more != 0 {
			return more > 0
		}
		if later == 0 {
			later = last
		}
	}
	return later > 0
}

// Result ranks the seats by final score. A game that stopped early has no winner: every
// seat shares the first place, and the scores are those of the finished rounds.
func (s state) Result() (games.Result, bool) {
	if s.pos.Phase != Over {
		return games.Result{}, false
	}
	scores := s.pos.scores()
	r := games.Result{Scores: slices.Clone(scores[:s.pos.Seats]), Reason: s.reason()}
	for _, own := range r.Scores {
		place := 1
		for _, other := range r.Scores {
			if other > own && s.ended == Played {
				place++
			}
		}
		r.Places = append(r.Places, place)
	}
	return r, true
}

// reason says why the game ended.
func (s state) reason() games.Text {
	switch s.ended {
	case Drawn:
		return games.Say("reason.draw", "Player", s.ender)
	case Deserted:
		return games.Say("permutations.reason.deserted")
	}
	scores := s.pos.scores()
	best := scores[:s.pos.Seats]
	slices.Sort(best)
	high, low := best[len(best)-1], best[len(best)-2]
	if high == low {
		return games.Say("permutations.reason.shared", "High", high)
	}
	return games.Say("permutations.reason.score", "High", high, "Low", low)
}
