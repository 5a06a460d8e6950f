package permutations

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

var _ games.Reasoner = Game{}

// truth reports whether a reason for a card is true of the whole position, hidden hands too.
func truth(why games.Text, p position, seat int, c Card) bool {
	number := func(name string) int { n, _ := why.Arg(name).(int); return n }
	name := strings.TrimPrefix(why.Key, "permutations.why.")
	if p.Phase == Bidding {
		return bidTruth(name, why, p, seat, c) && poolTruth(why.Arg("Pool").(games.Text), p, seat)
	}
	with := func(seat int, c Card) position {
		q := p
		q.Taken[p.Round-1][seat] |= SetOf(c)
		return q
	}
	q, left := with(seat, c), p.Pool&^SetOf(c)
	other, _ := why.Arg("Player").(games.Seat)
	gain := q.roundScores(p.Round)[seat] - p.roundScores(p.Round)[seat]
	var moons [maxSeats]int
	for seat := range p.Seats {
		moons[seat] = (q.Taken[p.Round-1][seat] & Moons).Count()
	}
	suns, was, is, own := q.Suns(), p.moonBonus(), q.moonBonus(), moons[seat]
	most := func(numbers [maxSeats]int) (n int) { // that another seat has
		for other := range numbers {
			if other != seat {
				n = max(n, numbers[other])
			}
		}
		return n
	}
	gains := func(seat int, c Card) int {
		q := with(seat, c)
		return q.roundScores(p.Round)[seat] - p.roundScores(p.Round)[seat]
	}
	switch name {
	case "nothing":
		return gain <= 0
	case "none":
		return !slices.ContainsFunc(p.Pool.list(), func(c Card) bool { return gains(seat, c) > 0 })
	case "high":
		return Suns.Has(c) && p.Round < rounds && max(0, gain) == number("Count") && suns[seat] == number("Suns") &&
			slices.ContainsFunc((left&^Suns).list(), func(also Card) bool { return gains(seat, also) >= gain })
	case "keeps":
		best := !slices.ContainsFunc(left.list(), func(also Card) bool { return gains(int(other), also) >= number("Count") })
		return best && gains(int(other), c) == number("Count") && int(other) != seat && !p.Took.Has(int(other))
	case "set":
		n := (q.Taken[p.Round-1][seat] & coloured[c.Colour()]).Count()
		return n == number("Count") && n*n == number("Points") && was != seat
	case "moons":
		also := slices.ContainsFunc(left.list(), func(also Card) bool { q := with(seat, also); return q.moonBonus() == seat })
		return was != seat && is == seat && (why.Arg("Any") == 1) == also
	case "suns":
		return left != 0 && left&^Suns == 0 && !Suns.Has(c)
	case "points":
		return gain == number("Count") && !Suns.Has(c)
	case "points.sun":
		return gain == number("Count") && Suns.Has(c)
	case "points.less":
		return gain == number("Count") && Suns.Has(c) && suns[other] == most(suns) && suns[seat] < suns[other]
	case "sun":
		n := number("Most")
		return Suns.Has(c) && suns[seat] == number("Count") && suns[seat] < n && suns[other] == n && most(suns) == n
	case "sun.most":
		return Suns.Has(c) && suns[seat] == number("Count") && most(suns) <= suns[seat]
	case "only-suns":
		return Suns.Has(c) && left&^Suns == 0
	case "no-sun":
		return !Suns.Has(c) && left&Suns != 0 && suns[seat] == number("Count") && most(suns) == number("Most") && suns[other] == most(suns)
	case "moon":
		n := number("Most")
		return Moons.Has(c) && own == number("Count") && n == most(moons) && (n < own || is != seat) && (n > own || is == seat)
	case "moon.level":
		return Moons.Has(c) && own == number("Count") && was == int(other) && is == was && moons[other] == own && most(moons) == own
	case "denies":
		for _, also := range left.list() {
			if q := with(int(other), also); q.moonBonus() == int(other) { // another card does it too
				return false
			}
		}
		takes := with(int(other), c)
		return int(other) != seat && !p.Took.Has(int(other)) && was != int(other) && takes.moonBonus() == int(other)
	case "safe":
		return !Suns.Has(c) && max(gain, 0) == number("Count") && most(p.Suns()) <= p.Suns()[seat]
	}
	return false
}

// poolTruth reports whether the cards of the pool bring as little and as much as is said.
func poolTruth(said games.Text, p position, seat int) bool {
	var gains []int
	for _, c := range p.Pool.list() {
		q := p
		q.Taken[p.Round-1][seat] |= SetOf(c)
		gains = append(gains, max(0, q.roundScores(p.Round)[seat]-p.roundScores(p.Round)[seat]))
	}
	return said.Arg("Least") == slices.Min(gains) && said.Arg("Count") == slices.Max(gains)
}

// bidTruth reports whether a bid picks where it is said to, whatever the others bid. The hands are the true ones, so a
// place is certain here too if it is by what the seat sees.
func bidTruth(name string, why games.Text, p position, seat int, c Card) bool {
	best, worst := 1, p.Seats
	var others Cards
	for other := range p.Seats {
		hand := p.Hands[other]
		if p.Dummy.Has(other) { // which bids face up
			hand = SetOf(p.Bids[other])
		}
		switch {
		case other == seat:
			continue
		case hand.lowest() > c:
			best++
		case hand.At(hand.Count()-1) < c:
			worst--
		}
		others |= hand
	}
	keeps := 2*(p.Hands[seat]>>(c+1)).Count() >= p.Hands[seat].Count()
	switch name {
	case "first":
		return worst == 1
	case "picks":
		at := why.Arg("At").(games.Text)
		first, last := at, at
		if at.Key != "permutations.place" {
			first, last = at.Arg("First").(games.Text), at.Arg("Next").(games.Text)
		}
		return first.Arg("Place").(int) <= best && worst <= last.Arg("Place").(int) && worst < p.Seats
	case "not-last":
		return worst < p.Seats
	case "last":
		return best == p.Seats && (why.Arg("Only") == 1) == keeps
	case "later":
		return why.Arg("At").(games.Text).Arg("Place").(int) <= best && (why.Arg("Only") == 1) == keeps
	case "above":
		all, above := why.Arg("All").(int), why.Arg("Count").(int)
		own, ownAbove := others.Count(), (others >> (c + 1)).Count()
		return (why.Arg("Only") == 1) == keeps && (p.Round == 1 || all == own && above == ownAbove) && all >= own && above >= ownAbove && all-above >= own-ownAbove
	}
	return false
}

// Whatever is said for a move is true, whatever the others hide, at every ply of random games.
func TestWhyIsTrue(t *testing.T) {
	said := gametest.Told{}
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 8))
		for range 3 {
			for _, s := range wander(seats, rng) {
				for seat := range games.Seat(seats) {
					moves := s.Legal(seat)
					if s.pos.Phase == Bidding && len(moves) > 2 {
						moves = []games.Move{moves[0], moves[rng.IntN(len(moves))], moves[len(moves)-1]}
					}
					for _, m := range moves {
						typed, _ := parse(string(m))
						why := Game{}.Why(s.View(seat), seat, m)
						if !truth(why, s.pos, int(seat), typed.Card) {
							t.Fatalf("%s of seat %d is said to be good because %v, which is not so in\n%s", m, seat, why, s.View(seat))
						}
						said.Add(why)
					}
				}
			}
		}
	}
	said.All(t, Game{}, "permutations.why.")
}
