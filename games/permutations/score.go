package permutations

import (
	"slices"

	"parlour/games"
)

// Score returns what a collection scores in a round. With the moon bonus the
// largest set alone counts, and without it all the others. The 0 counts as the
// colour that makes most of it.
func Score(collection Cards, moon bool) int {
	var sizes [Colours]int
	for c, of := range coloured {
		sizes[c] = (collection & of).Count()
	}
	best := sets(sizes, moon)
	if collection.Has(Multicoloured) {
		best = 0
		for c := range sizes {
			sizes[c]++
			best = max(best, sets(sizes, moon))
			sizes[c]--
		}
	}
	return 2*(collection&stars).Count() + best
}

// sets returns what sets of these sizes score.
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

// moonSeat returns the seat with the most moons, of equals the one with the
// lowest moon card, or -1 where there is no moon.
func moonSeat(collections *[maxSeats]Cards) int {
	best, most := -1, 0
	for seat, c := range collections {
		have := c & moons
		n := have.Count()
		if n > most || n > 0 && n == most && have.Lowest() < (collections[best]&moons).Lowest() {
			best, most = seat, n
		}
	}
	return best
}

// MoonBonus returns the seat that has the moon bonus of the round as it stands, or
// -1 while nobody has a moon.
func (p *Position) MoonBonus() int { return moonSeat(&p.taken[p.round-1]) }

// RoundScores returns what each seat scores in a round, from 1, with what it has
// collected in it.
func (p *Position) RoundScores(round int) [maxSeats]int {
	var scores [maxSeats]int
	collections := &p.taken[round-1]
	moon := moonSeat(collections)
	for seat := range p.Seats() {
		scores[seat] = Score(collections[seat], seat == moon)
	}
	return scores
}

// Totals returns the points of the finished rounds, before the suns are judged.
func (p *Position) Totals() [maxSeats]int {
	var totals [maxSeats]int
	for round := 1; round <= int(p.finished); round++ {
		for seat, n := range p.RoundScores(round) {
			totals[seat] += n
		}
	}
	return totals
}

// Scores returns the final scores of a game that was played to its end, and
// until then the totals.
func (p *Position) Scores() [maxSeats]int {
	scores := p.Totals()
	if burnt := p.Burnt(); p.finished == rounds && burnt >= 0 {
		scores[burnt] = 0
	}
	return scores
}

// Suns returns how many suns each seat has collected.
func (p *Position) Suns() [maxSeats]int {
	var n [maxSeats]int
	for round := range p.taken {
		for seat, c := range p.taken[round] {
			n[seat] += (c & suns).Count()
		}
	}
	return n
}

// Burnt returns the seat against which the suns go as it stands: the one with
// the most, or -1 while nobody has any.
func (p *Position) Burnt() int {
	worst, most := -1, 0
	for seat, n := range p.Suns() {
		if n > most || n > 0 && n == most && p.lowerSuns(seat, worst) {
			worst, most = seat, n
		}
	}
	return worst
}

// lowerSuns reports whether a tie in suns goes against seat a rather than b. The
// first card, from the lowest, that one has more often decides; if there is none
// the lowest card does, which each of them has once, by its round.
func (p *Position) lowerSuns(a, b int) bool {
	for c := suns.Lowest(); suns.Has(c); c++ {
		if x, y := p.times(a, c), p.times(b, c); x != y {
			return x > y
		}
	}
	for c := suns.Lowest(); suns.Has(c); c++ {
		if p.times(a, c) > 0 {
			return p.lastRound(a, c) > p.lastRound(b, c)
		}
	}
	return false
}

// times returns how often a seat has collected a card.
func (p *Position) times(seat int, c Card) int {
	n := 0
	for round := range p.taken {
		if p.taken[round][seat].Has(c) {
			n++
		}
	}
	return n
}

// lastRound returns the last round, from 0, in which a seat has collected a card,
// or -1.
func (p *Position) lastRound(seat int, c Card) int {
	for round := rounds - 1; round >= 0; round-- {
		if p.taken[round][seat].Has(c) {
			return round
		}
	}
	return -1
}

// Result gives the places by the final scores. A game that was not played to its
// end has no winner, and the scores are those of the finished rounds.
func (s state) Result() (games.Result, bool) {
	if s.pos.phase != Over {
		return games.Result{}, false
	}
	scores := s.pos.Scores()
	r := games.Result{Scores: slices.Clone(scores[:s.pos.Seats()]), Reason: s.reason()}
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

// reason says why the game is over.
func (s state) reason() games.Text {
	switch s.ended {
	case Drawn:
		return games.Say("reason.draw", "Player", s.ender)
	case Deserted:
		return games.Say("permutations.reason.deserted")
	}
	scores := s.pos.Scores()
	best := scores[:s.pos.Seats()]
	slices.Sort(best)
	high, low := best[len(best)-1], best[len(best)-2]
	if high == low {
		return games.Say("permutations.reason.shared", "High", high)
	}
	return games.Say("permutations.reason.score", "High", high, "Low", low)
}
