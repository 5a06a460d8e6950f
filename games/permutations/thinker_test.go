package permutations

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// anyDeal deals a game at random and opens its first auction.
func anyDeal(humans int, rng *rand.Rand) position {
	deck := deck(humans).list()
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	p := newDeal(humans, deck)
	p.Open(func(_, n int) int { return rng.IntN(n) })
	return p
}

// lateDeal plays at random up to an auction of the last round, and opens it.
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

// atRandom plays to the end. Missing bids and undecided takes are drawn, with every card
// equally likely.
func atRandom(p *position, rng *rand.Rand) {
	for p.Phase != Over {
		drawBids(p, rng)
		p.reveal()
		takeAtRandom(p, rng, 0)
	}
}

// takeAtRandom plays takes until no more cards than left are in the pool, or all are taken.
func takeAtRandom(p *position, rng *rand.Rand, left int) {
	for p.Phase == Taking && p.Pool.Count() > left {
		c := p.unasked(p.Next())
		if c == None {
			c = p.Pool.At(rng.IntN(p.Pool.Count()))
		}
		p.take(c)
	}
}

// sightOf returns what a seat knows of a position of the first round, before any other player
// has bid.
func sightOf(p position, seat int) sight {
	s := sight{position: p}
	for other := range p.Seats {
		if other != seat {
			open := p.Hands[other] & SetOf(p.Bids[other])
			s.Hands[other] = open
			s.Unseen |= p.Hands[other] &^ open
			s.Hidden[other] = p.Hands[other].Count() - open.Count()
		}
	}
	return s
}

// searching returns a thinker that sees all of a position, with a number of playouts.
func searching(p position, seat, playouts int) *thinker {
	return newThinker(sight{position: p}, seat, rand.New(rand.NewPCG(1, 2)), search.Budget{Playouts: playouts})
}

// A sample deals every card once and keeps what is known.
func TestSampleDealsTheUnseenCards(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 27))
		now := anyDeal(seats, rng)
		sight := sightOf(now, 1)
		sight.Sealed = sight.Sealed.With(0)
		for range 50 {
			p := sight.sample(rng)
			all := p.Pool
			for seat := range p.Seats {
				if got, want := p.Hands[seat].Count(), now.Hands[seat].Count(); got != want || all&p.Hands[seat] != 0 {
					t.Fatalf("%d players: seat %d holds %v, want %d cards of its own", seats, seat, p.Hands[seat].list(), want)
				}
				all |= p.Hands[seat]
			}
			if all != deck(seats) || p.Hands[1] != now.Hands[1] || !p.Hands[0].Has(p.Bids[0]) || p.hasBid(1) {
				t.Fatalf("%d players: %+v is no sample of what seat 1 of %+v knows", seats, p, now)
			}
		}
	}
}

// A sample can be played on, and has the viewer's own wishes. If a game stops during the takes, the revealed bids are in
// no sampled hand.
func TestSamplePlaysOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for _, now := range wander(3, rng) {
		var s games.State = SampleState(now.View(1).(View), rng)
		if got, want := s.(state).pos.Wishes[1], now.pos.Wishes[1]; got != want {
			t.Fatalf("the wishes of the looker are %v, want %v", got, want)
		}
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			next, err := s.Play(seat, gametest.Stroll(rng, s, seat))
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
	}
	s := last(t, 3, "5 6 7 8 | 10 40 44 | 20 41 45 | 30 42 46 | 1 43 47", "", "0 bid 44, 1 bid 20, 2 bid 30, 0 draw")
	s.pos.Round, s.pos.Finished = 1, 0
	for range 50 {
		sight := s.View(games.Spectator).(View).sight()
		p := sight.sample(rng)
		for seat := range p.Seats {
			if known := p.Hands[seat] & SetOf(44, 20, 30, 1, 5, 6, 7, 8); known != 0 {
				t.Fatalf("a sample gives seat %d %v, which lie face up", seat, known.list())
			}
		}
	}
}

// Every unseen card is equally likely in each hidden hand, and every card of a hidden
// hand is equally likely as its sealed bid.
func TestSampleIsEven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	s := startAny(3, rng)
	next, err := s.Play(1, s.Legal(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	sight := next.View(0).(View).sight()
	const samples = 6400
	var inHand, isBid [50]int
	for range samples {
		p := sight.sample(rng)
		for _, c := range p.Hands[1].list() {
			inHand[c]++
		}
		isBid[p.Bids[1]]++
	}
	// 32 cards are unseen and 11 of them are in the hand, so each is there about 2200
	// times and bid about 200 times.
	unseen := 0
	for c, n := range inHand {
		if n == 0 {
			continue
		}
		unseen++
		if n < 2000 || n > 2400 || isBid[c] < 130 || isBid[c] > 270 {
			t.Errorf("card %d is in the hand %d times and bid %d times of %d", c, n, isBid[c], samples)
		}
	}
	if unseen != 32 {
		t.Errorf("%d cards are unseen, want 32", unseen)
	}
}

// A playout, at random or by instinct, plays all three rounds: every seat collects a
// card in each auction, and no card is collected twice in a round. The same chance
// gives the same end, and other chance other ends.
func TestPlayouts(t *testing.T) {
	for name, playout := range map[string]func(p *position, key uint64){
		"at random":   func(p *position, key uint64) { atRandom(p, rand.New(rand.NewPCG(key, 10))) },
		"by instinct": instincts.playout,
	} {
		for seats := 2; seats <= maxSeats; seats++ {
			first := anyDeal(seats, rand.New(rand.NewPCG(1, 26)))
			ends := map[[maxSeats]int]bool{}
			for key := range uint64(20) {
				p, again := first, first
				playout(&p, key)
				playout(&again, key)
				if p != again || p.Phase != Over || p.Finished != rounds {
					t.Fatalf("%s, %d players: two playouts of the same chance differ, or stop in phase %s", name, seats, p.Phase)
				}
				for round := range p.Taken {
					var all Cards
					for seat := range p.Seats {
						all |= p.Taken[round][seat]
						if n := p.Taken[round][seat].Count(); n != p.Auctions || p.Hands[seat] != 0 {
							t.Fatalf("%s: seat %d collected %d cards in round %d and holds %v", name, seat, n, round+1, p.Hands[seat].list())
						}
					}
					if all.Count() != p.Seats*p.Auctions {
						t.Fatalf("%s: %d cards are collected in round %d", name, all.Count(), round+1)
					}
				}
				ends[p.scores()] = true
			}
			if len(ends) < 15 {
				t.Errorf("%s, %d players: 20 playouts have %d different ends", name, seats, len(ends))
			}
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(1, 8))
		now := anyDeal(seats, rng)
		sight := sightOf(now, 0)
		gametest.NoAllocs(t, map[string]func(){
			"a copy and a random playout": func() { p := now; atRandom(&p, rng); _ = p.scores() },
			"a playout by instinct":       func() { p := now; instincts.playout(&p, 1) },
			"a sample":                    func() { _ = sight.sample(rng) },
			"an auction, step by step": func() {
				p, wish := now, [2]Card{now.Pool.At(1), now.Pool.At(0)}
				for seat := range p.Humans {
					p.bid(seat, Bid{p.Hands[seat].lowest(), wish[:]})
				}
				p.reveal()
				takeAtRandom(&p, rng, 0)
			},
		})
	}
}

func BenchmarkPlayout(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	now := anyDeal(4, rng)
	sight, end := sightOf(now, 0), now
	atRandom(&end, rng)
	for name, f := range map[string]func(){
		"playout": func() { p := now; atRandom(&p, rng) }, "sample": func() { sight.sample(rng) }, "scores": func() { end.scores() },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
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
		worth, victory := searching(p, 0, 1).value(&p, 0)
		if math.Abs(worth-c.worth) > 0.01 || victory != c.victory {
			t.Errorf("%s it is worth %v and %v of the victory, want %v and %v", c.name, worth, victory, c.worth, c.victory)
		}
	}
}

// exact returns the expected worth of a position if every choice is random, by
// enumerating all of them.
func exact(s *thinker, p position) float64 {
	if p.Phase == Over {
		worth, _ := s.value(&p, s.seat)
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
			p.bid(0, o.Bid)
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

// A search that ends once its best move is certain comes to the same move as one that goes on, and
// some end early.
func TestSettledSearchesChangeNoMove(t *testing.T) {
	early := 0
	for seed := range uint64(40) {
		p := lateDeal(3, 4, rand.New(rand.NewPCG(seed, 6)))
		best := func(whole bool) (Bid, uint64) {
			th := newThinker(sightOf(p, 1), 1, rand.New(rand.NewPCG(seed, 7)), search.Budget{Playouts: 300})
			th.whole = whole
			return th.best(), th.rng.Uint64()
		}
		long, after := best(true)
		short, soon := best(false)
		if long.Card != short.Card {
			t.Errorf("seed %d: it plays %v, and %v when it stops early", seed, long.Card, short.Card)
		}
		if after != soon {
			early++
		}
	}
	if early == 0 {
		t.Error("no search stopped early")
	}
}
