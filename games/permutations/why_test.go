package permutations

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/permutations/deal"
)

var _ games.Reasoner = Game{}

// truth reports whether a reason for a move is true of the whole position, hidden hands too.
func truth(why games.Text, s state, seat int, t typedMove) error {
	p := s.pos
	switch why.Key {
	case "":
	case "permutations.why.points", "permutations.why.moons", "permutations.why.suns":
		round := p.Round
		before, moon := p.RoundScores(round)[seat], p.MoonBonus()
		left := p.Pool &^ deal.SetOf(t.card)
		p.Taken[round-1][seat] |= deal.SetOf(t.card)
		gain := p.RoundScores(round)[seat] - before
		switch {
		case why.Key == "permutations.why.points" && gain != why.Args["Count"]:
			return fmt.Errorf("it brings %d", gain)
		case why.Key == "permutations.why.moons" && (moon == seat || p.MoonBonus() != seat):
			return fmt.Errorf("seat %d had the moons and now seat %d", moon, p.MoonBonus())
		case why.Key == "permutations.why.suns" && (left == 0 || left&deal.Suns != left || deal.Suns.Has(t.card)):
			return fmt.Errorf("it leaves %v", left.List())
		}
	case "permutations.why.first", "permutations.why.last":
		for other := range p.Seats {
			hand := p.Hands[other]
			if p.Dummy.Has(other) { // which bids face up
				hand = deal.SetOf(p.Bids[other])
			}
			low, high := hand.Lowest(), hand.At(hand.Count()-1)
			if other != seat && (why.Key == "permutations.why.first" && high > t.card || why.Key == "permutations.why.last" && low < t.card) {
				return fmt.Errorf("seat %d has %v", other, hand.List())
			}
		}
	case "permutations.why.beats":
		other := why.Args["Player"].(games.Seat)
		if !p.Dummy.Has(int(other)) || int(p.Bids[other]) != why.Args["Card"] || p.Bids[other] >= t.card {
			return fmt.Errorf("seat %d bid %d", other, p.Bids[other])
		}
	default:
		return fmt.Errorf("%s is no reason", why.Key)
	}
	return nil
}

// Whatever is said for a move is true, whatever the others hide, at every ply of random games.
func TestWhyIsTrue(t *testing.T) {
	said := map[string]int{}
	for seats := 2; seats <= deal.MaxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 8))
		for range 3 {
			wander(t, seats, rng, func(v visit) {
				s := v.state.(state)
				for seat := range games.Seat(seats) {
					for _, m := range s.Legal(seat) {
						typed, _ := parse(string(m))
						why := Game{}.Why(s.View(seat), seat, m)
						if err := truth(why, s, int(seat), typed); err != nil {
							t.Fatalf("%s of seat %d is said to be good because %v, but %v in\n%s", m, seat, why, err, s.View(seat))
						}
						said[why.Key]++
					}
				}
			})
		}
	}
	for _, end := range []string{"points", "moons", "suns", "first", "last", "beats"} {
		if said["permutations.why."+end] == 0 {
			t.Errorf("%s is never said: %v", end, said)
		}
	}
}

func TestWhyInWords(t *testing.T) {
	s := trio()
	for m, want := range map[games.Move]string{
		"bid 10": "It beats Dummy one's 1.", "bid 10 take 5": "It beats Dummy one's 1.", "bid 9": "", "take 5": "", "leave": "", "nothing": "",
	} {
		if got := inEnglish(t, "Ann Ben Cleo", Game{}.Why(s.View(0), 0, m)); got != want {
			t.Errorf("%s is said to be good because %q, want %q", m, got, want)
		}
	}
	s = play(t, s, "0 bid 44", "1 bid 20", "2 bid 30")
	if got := inEnglish(t, "Ann Ben Cleo", Game{}.Why(s.View(0), 0, "take 8")); got != "It brings 2 points for now." {
		t.Errorf("a star is said to be good because %q", got)
	}
}
