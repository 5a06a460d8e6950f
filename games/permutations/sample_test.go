package permutations

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
)

// sampled returns a position that fits a View.
func sampled(v View, rng *rand.Rand) position {
	sight := v.sight()
	return sight.sample(rng)
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
	s := play(t, trio(), "0 bid 44, 1 bid 20, 2 bid 30, 0 draw")
	rng := rand.New(rand.NewPCG(1, 11))
	for range 50 {
		p := sampled(s.View(games.Spectator).(View), rng)
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
		p := sampled(v, rng)
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
