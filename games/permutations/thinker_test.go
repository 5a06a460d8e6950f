package permutations

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour/games/search"
)

// begin deals a game at random and opens its first auction.
func anyDeal(humans int, rng *rand.Rand) position {
	deck := deck(humans).list()
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	p := newDeal(humans, deck)
	p.Open(func(_, n int) int { return rng.IntN(n) })
	return p
}

// late plays at random up to an auction of the last round, and opens it.
func lateDeal(humans, auction int, rng *rand.Rand) position {
	p := anyDeal(humans, rng)
	for p.Round < rounds || p.Auction < auction {
		drawBids(&p, rng)
		p.reveal()
		takeAtRandom(&p, rng, 0)
	}
	p.Open(func(_, n int) int { return rng.IntN(n) })
	return p
}

// thinking returns a thinker that sees all of a position, with a number of playouts.
func searching(p position, seat, playouts int) *thinker {
	return newThinker(sight{position: p}, seat, rand.New(rand.NewPCG(1, 2)), search.Budget{Playouts: playouts})
}

// Half of the worth is the lead over the other players, and half the lead over all
// seats.
func TestValue(t *testing.T) {
	for _, c := range []struct {
		name           string
		rounds         [4]int // by seat: the number of rounds in which it collected all stars; the last two are dummies
		worth, victory float64
	}{
		{"ahead of all", [4]int{2, 1, 1, 0}, 1, 1},
		{"ahead of the other player, behind a dummy", [4]int{2, 1, 3, 0}, 0.5, 1},
		{"level with a dummy alone", [4]int{2, 1, 2, 0}, 0.75, 1},
		{"behind the other player", [4]int{1, 2, 0, 0}, 0, 0},
		{"level with the other player", [4]int{2, 2, 1, 0}, 0.5, 0.5},
	} {
		p := position{Humans: 2, Seats: 4, Round: rounds, Finished: rounds, Phase: Over}
		for seat, n := range c.rounds {
			for round := range n {
				p.Taken[round][seat] = Stars
			}
		}
		worth, victory := searching(p, 0, 1).value(&p)
		if math.Abs(worth-c.worth) > 0.01 || victory != c.victory {
			t.Errorf("%s it is worth %v and %v of the victory, want %v and %v", c.name, worth, victory, c.worth, c.victory)
		}
	}
}

// exact returns the expected worth of a position if every choice is random, by
// enumerating all of them.
func exact(s *thinker, p position) float64 {
	if p.Phase == Over {
		worth, _ := s.value(&p)
		return worth
	}
	sum, n := 0.0, 0.0
	branch := func(q position) { sum, n = sum+exact(s, q), n+1 }
	if p.Phase == Bidding {
		for seat := range p.Seats {
			if p.Bids[seat] != None {
				continue
			}
			for _, c := range p.Hands[seat].list() {
				q := p
				q.Bids[seat] = c
				branch(q)
			}
			return sum / n
		}
		p.reveal()
		return exact(s, p)
	}
	if c := p.unasked(p.Next()); c != None {
		p.take(c)
		return exact(s, p)
	}
	for _, c := range p.Pool.list() {
		q := p
		q.take(c)
		branch(q)
	}
	return sum / n
}

// If every choice is random, a search agrees with enumerating all of them. The last two
// auctions hide nothing but the bids to come.
func TestSearchAgainstPlainCounting(t *testing.T) {
	aimless := instinct{noise: 1, sunSpread: 1}
	for seats := 2; seats <= 3; seats++ {
		now := lateDeal(seats, 10, rand.New(rand.NewPCG(uint64(seats), 22)))
		look := searching(now, 0, 0)
		look.habit = &aimless
		all := look.options()
		for range 6000 {
			look.try(all)
		}
		for _, o := range all {
			p := now
			p.bid(0, o.Card, nil)
			if want := exact(look, p); math.Abs(o.mean()-want) > 0.02 {
				t.Errorf("%d players: bidding %d is worth %.3f, want %.3f", seats, o.Card, o.mean(), want)
			}
		}
	}
}

// With two cards left in the last auction, the better one is taken even with few
// playouts.
func TestTheLastTakeIsPerfect(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	seen := 0
	for range 40 {
		seats := 2 + rng.IntN(4)
		p := lateDeal(seats, newDeal(seats, deck(seats).list()).Auctions, rng)
		p.reveal()
		takeAtRandom(&p, rng, 2)
		seat := p.Next()
		if !p.asked(seat) {
			continue
		}
		seen++
		look := searching(p, seat, 2)
		got := look.best().Card
		for _, c := range p.Pool.list() {
			mine, other := p, p
			mine.take(got)
			other.take(c)
			if have, other := exact(look, mine), exact(look, other); have < other {
				t.Fatalf("takes %d, worth %.3f, and %d is worth %.3f", got, have, c, other)
			}
		}
	}
	if seen < 15 {
		t.Errorf("only %d games leave a choice at the end", seen)
	}
}

// The worse half of the moves is dropped again and again, so the best is tried most.
func TestRank(t *testing.T) {
	look := searching(anyDeal(3, rand.New(rand.NewPCG(1, 25))), 1, 400)
	all := look.rank(look.options(), look.Budget)
	if len(all) != 11 || all[0].tries < 3*all[10].tries || all[0].tries != all[1].tries {
		t.Errorf("%d cards are tried, the best %d times, the next %d, the last %d", len(all), all[0].tries, all[1].tries, all[10].tries)
	}
	if n := look.rank(all[:1], look.Budget)[0].tries; n != all[0].tries {
		t.Errorf("a move that is the only one is tried")
	}
}
