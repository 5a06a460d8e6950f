package permutations

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"parlour/games"
	"parlour/games/permutations/deal"
)

// The viewer cannot tell a sample from the true position, in any round and phase.
func TestSampleFitsTheView(t *testing.T) {
	for seats := 2; seats <= deal.MaxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 5))
		for range 4 {
			wander(t, seats, rng, func(v visit) {
				for seat := games.Spectator; int(seat) < seats; seat++ {
					want := v.state.View(seat).(View)
					got := SampleState(want, rng).View(seat)
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("after %v: a sample shows seat %d\n%s\nwant\n%s", v.log, seat, asJSON(got), asJSON(want))
					}
				}
			})
		}
	}
}

// A sample can be played on, and has the viewer's own wishes.
func TestSamplePlaysOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	wander(t, 3, rng, func(v visit) {
		s := SampleState(v.state.View(1).(View), rng)
		if got, want := s.(state).pos.Wishes[1], v.state.(state).pos.Wishes[1]; got != want {
			t.Fatalf("the wishes of the looker are %v, want %v", got, want)
		}
		for len(s.ToMove()) > 0 {
			p := someMove(s, 3, rng)
			if next, err := s.Play(p.Seat, p.Move); err == nil {
				s = next
			}
		}
	})
}

// If a game stops during the takes, the revealed bids are in no sampled hand.
func TestSampleOfAStoppedGame(t *testing.T) {
	s := play(t, trio(), "0 bid 44", "1 bid 20", "2 bid 30", "0 draw")
	rng := rand.New(rand.NewPCG(1, 11))
	for range 50 {
		p := Sample(s.View(games.Spectator).(View), rng)
		for seat := range p.Seats {
			if known := p.Hands[seat] & deal.SetOf(44, 20, 30, 1, 5, 6, 7, 8); known != 0 {
				t.Fatalf("a sample gives seat %d %v, which lie face up", seat, known.List())
			}
		}
	}
}

// Every unseen card is equally likely in each hidden hand, and every card of a hidden
// hand is equally likely as its sealed bid.
func TestSampleIsEven(t *testing.T) {
	s := start(t, 3)
	next, err := s.Play(1, s.Legal(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	v := next.View(0).(View)
	rng := rand.New(rand.NewPCG(1, 7))
	const samples = 6400
	var inHand, isBid [50]int
	for range samples {
		p := Sample(v, rng)
		for _, c := range p.Hands[1].List() {
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
	for name, playout := range map[string]func(p *deal.Position, key uint64){
		"at random":   func(p *deal.Position, key uint64) { atRandom(p, rand.New(rand.NewPCG(key, 10))) },
		"by instinct": instincts.playout,
	} {
		for seats := 2; seats <= deal.MaxSeats; seats++ {
			first := start(t, seats).pos
			ends := map[[deal.MaxSeats]int]bool{}
			for key := range uint64(20) {
				p, again := first, first
				playout(&p, key)
				playout(&again, key)
				if p != again {
					t.Fatalf("%s, %d players: two playouts of the same chance differ", name, seats)
				}
				checkPlayout(t, &p)
				ends[p.Scores()] = true
			}
			if len(ends) < 15 {
				t.Errorf("%s, %d players: 20 playouts have %d different ends", name, seats, len(ends))
			}
		}
	}
}

// atRandom plays to the end. Missing bids and undecided takes are drawn, with every card
// equally likely.
func atRandom(p *deal.Position, rng *rand.Rand) {
	for p.Phase != deal.Over {
		if p.Phase == deal.Bidding {
			p.DrawBids(rng)
			p.Reveal()
		}
		c := p.Unasked(p.Next())
		if c == deal.None {
			c = p.Pool.At(rng.IntN(p.Pool.Count()))
		}
		p.Take(c)
	}
}

// checkPlayout checks the collections at the end of a playout.
func checkPlayout(t *testing.T, p *deal.Position) {
	t.Helper()
	if p.Phase != deal.Over || p.Finished != deal.Rounds {
		t.Fatalf("%d players: a playout stops in phase %s after %d rounds", p.Humans, p.Phase, p.Finished)
	}
	for round := range p.Taken {
		var all deal.Cards
		for seat := range p.Seats {
			all |= p.Taken[round][seat]
			if n := p.Taken[round][seat].Count(); n != p.Auctions || p.Hands[seat] != 0 {
				t.Fatalf("%d players: seat %d collected %d cards in round %d and holds %v", p.Humans, seat, n, round+1, p.Hands[seat].List())
			}
		}
		if all.Count() != p.Seats*p.Auctions {
			t.Fatalf("%d players: %d cards are collected in round %d", p.Humans, all.Count(), round+1)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	for seats := 2; seats <= deal.MaxSeats; seats++ {
		s := start(t, seats)
		v, rng := s.View(0).(View), rand.New(rand.NewPCG(1, 8))
		for what, f := range map[string]func(){
			"a copy and a random playout": func() { p := s.pos; atRandom(&p, rng); _ = p.Scores() },
			"a playout by instinct":       func() { p := s.pos; instincts.playout(&p, 1) },
			"an auction":                  func() { p := s.pos; playAuction(&p, rng) },
			"a sample":                    func() { _ = Sample(v, rng) },
		} {
			if n := testing.AllocsPerRun(50, f); n != 0 {
				t.Errorf("%d players: %s allocates %v times, want never", seats, what, n)
			}
		}
	}
}

// playAuction plays an auction step by step, as a search does.
func playAuction(p *deal.Position, rng *rand.Rand) {
	p.Open(func(_, n int) int { return rng.IntN(n) })
	wish := [2]deal.Card{p.Pool.At(1), p.Pool.At(0)}
	for seat := range p.Humans {
		p.Bid(seat, p.Hands[seat].Lowest(), wish[:])
	}
	for p.Reveal(); p.Phase == deal.Taking; {
		c := p.Unasked(p.Next())
		if c == deal.None {
			c = p.Pool.Lowest()
		}
		p.Take(c)
	}
}

func BenchmarkPlayout(b *testing.B) {
	s := start(b, 4)
	rng := rand.New(rand.NewPCG(1, 9))
	b.ReportAllocs()
	for b.Loop() {
		p := s.pos
		atRandom(&p, rng)
	}
}

func BenchmarkSample(b *testing.B) {
	v := start(b, 4).View(0).(View)
	rng := rand.New(rand.NewPCG(1, 9))
	b.ReportAllocs()
	for b.Loop() {
		Sample(v, rng)
	}
}

func BenchmarkScores(b *testing.B) {
	p := start(b, 4).pos
	atRandom(&p, rand.New(rand.NewPCG(1, 9)))
	for b.Loop() {
		p.Scores()
	}
}
