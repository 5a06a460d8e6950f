package permutations

import (
	"math/rand/v2"
	"testing"
)

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
				if p != again {
					t.Fatalf("%s, %d players: two playouts of the same chance differ", name, seats)
				}
				checkPlayout(t, &p)
				ends[p.scores()] = true
			}
			if len(ends) < 15 {
				t.Errorf("%s, %d players: 20 playouts have %d different ends", name, seats, len(ends))
			}
		}
	}
}

// checkPlayout checks the collections at the end of a playout.
func checkPlayout(t *testing.T, p *position) {
	t.Helper()
	if p.Phase != Over || p.Finished != rounds {
		t.Fatalf("%d players: a playout stops in phase %s after %d rounds", p.Humans, p.Phase, p.Finished)
	}
	for round := range p.Taken {
		var all Cards
		for seat := range p.Seats {
			all |= p.Taken[round][seat]
			if n := p.Taken[round][seat].Count(); n != p.Auctions || p.Hands[seat] != 0 {
				t.Fatalf("%d players: seat %d collected %d cards in round %d and holds %v", p.Humans, seat, n, round+1, p.Hands[seat].list())
			}
		}
		if all.Count() != p.Seats*p.Auctions {
			t.Fatalf("%d players: %d cards are collected in round %d", p.Humans, all.Count(), round+1)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(1, 8))
		now := anyDeal(seats, rng)
		sight := sightOf(now, 0)
		for what, f := range map[string]func(){
			"a copy and a random playout": func() { p := now; atRandom(&p, rng); _ = p.scores() },
			"a playout by instinct":       func() { p := now; instincts.playout(&p, 1) },
			"an auction":                  func() { p := now; playAuction(&p, rng) },
			"a sample":                    func() { _ = sight.sample(rng) },
		} {
			if n := testing.AllocsPerRun(50, f); n != 0 {
				t.Errorf("%d players: %s allocates %v times, want never", seats, what, n)
			}
		}
	}
}

// playAuction plays an auction step by step, as a search does.
func playAuction(p *position, rng *rand.Rand) {
	p.Open(func(_, n int) int { return rng.IntN(n) })
	wish := [2]Card{p.Pool.At(1), p.Pool.At(0)}
	for seat := range p.Humans {
		p.bid(seat, p.Hands[seat].lowest(), wish[:])
	}
	for p.reveal(); p.Phase == Taking; {
		c := p.unasked(p.Next())
		if c == None {
			c = p.Pool.lowest()
		}
		p.take(c)
	}
}

func BenchmarkPlayout(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	now := anyDeal(4, rng)
	b.ReportAllocs()
	for b.Loop() {
		p := now
		atRandom(&p, rng)
	}
}

func BenchmarkSample(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	sight := sightOf(anyDeal(4, rng), 0)
	b.ReportAllocs()
	for b.Loop() {
		sight.sample(rng)
	}
}

func BenchmarkScores(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	p := anyDeal(4, rng)
	atRandom(&p, rng)
	for b.Loop() {
		p.scores()
	}
}
