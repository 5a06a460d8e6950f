package permutations

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// A mix draws each card as often as it has it, and any card if it has none of them.
func TestMixDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 31))
	var m mix
	m[3], m[7], m[9] = 1, 3, 100
	for hand, want := range map[Cards][2]int{SetOf(3, 5, 7): {1000, 3000}, SetOf(3, 7): {1000, 3000}, SetOf(3, 12): {4000, 0}, SetOf(1, 7, 2): {0, 4000}} {
		drawn := map[Card]int{}
		for range 4000 {
			drawn[m.draw(hand, rng)]++
		}
		for i, c := range []Card{3, 7} {
			if n := drawn[c]; n < want[i]-150 || n > want[i]+150 {
				t.Errorf("of %v the card %d is drawn %d times of 4000, want %d", hand.list(), c, n, want[i])
			}
		}
	}
	if n := m.draw(SetOf(11), rng); n != 11 {
		t.Errorf("of a hand of 11 it draws %d", n)
	}
}

// Where all later choices are random, nobody gains much by other bids than those that are foreseen, by enumerating what
// they come to.
func TestForeseenBidsAreAnEquilibrium(t *testing.T) {
	aimless := instinct{noise: 1, sunSpread: 1}
	mixed := 0
	for seed := range uint64(6) {
		p := lateDeal(2, 10, rand.New(rand.NewPCG(seed, 32)))
		look := searching(p, 0, 12000)
		look.habit = &aimless
		look.foresee()
		other := searching(p, 1, 0)
		worth := func(bids [2]Card) [2]float64 {
			q := p
			q.Bids[0], q.Bids[1] = bids[0], bids[1]
			return [2]float64{exact(look, q), exact(other, q)}
		}
		for seat := range 2 {
			var sum, have, best float64
			for _, own := range p.Hands[seat].list() {
				gain, all := 0.0, 0.0
				for _, c := range p.Hands[1-seat].list() {
					bids := [2]Card{own, c}
					if seat == 1 {
						bids = [2]Card{c, own}
					}
					often := look.bids[1-seat][c]
					gain, all = gain+often*worth(bids)[seat], all+often
				}
				often := look.bids[seat][own]
				have, sum, best = have+often*gain/all, sum+often, max(best, gain/all)
				if often > 0 && often < look.bids[seat][p.Hands[seat].At(0)]+look.bids[seat][p.Hands[seat].At(1)] {
					mixed++
				}
			}
			if have /= sum; best-have > 0.02 {
				t.Errorf("seed %d: seat %d bids what is worth %.3f, and could have %.3f", seed, seat, have, best)
			}
		}
	}
	if mixed == 0 {
		t.Error("nobody mixes bids")
	}
}

// Where the best bid depends on that of another player, hard doesn't always bid the same, and the other bids are few.
func TestHardVariesItsBids(t *testing.T) {
	s, _ := at("2 9 32 37 47 | 16 33 46 | 1 23 34 | 10 12 35 | 15 30 45; / / 4 5 25 36 40 | 6 41 42 48 | 3 7 13 18 28 | 8 26 39")
	bids := map[games.Move]int{}
	for seed := range byte(12) {
		bids[hardly(s.View(0).(View), games.Seed{seed})]++
	}
	if bids["bid 33"] == 0 || bids["bid 46"] == 0 || bids["bid 16"] > 0 {
		t.Errorf("hard bids %v", bids)
	}
}

// hardly returns the move of hard with the fewest playouts with which it foresees bids.
func hardly(v View, seed games.Seed) games.Move {
	return Game{}.Table().Decide(len(steps))(v, search.Budget{Playouts: seeing}, seed.Rand(v.moment()))
}

// Hard goes by its View alone, also in what it foresees: it bids the same where hidden hands and bids are others.
func TestForesightGoesByTheView(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 33))
	for seats := 2; seats <= maxSeats; seats++ {
		s := startAny(seats, rng)
		next, err := s.Play(1, s.Legal(1)[0])
		if err != nil {
			t.Fatal(err)
		}
		v := next.View(0).(View)
		other := SampleState(v, rng)
		if fmt.Sprint(other.View(1)) == fmt.Sprint(next.View(1)) {
			t.Fatalf("%d players: the other deal is the same", seats)
		}
		if a, b := hardly(v, games.Seed{1}), hardly(other.View(0).(View), games.Seed{1}); a != b {
			t.Errorf("%d players: hard plays %s, and %s where hidden cards are others", seats, a, b)
		}
	}
}

// The exploiter foresees hard: where hard is sure to bid its one high card, it bids no more than it needs beside that.
func TestExploiterForeseesHard(t *testing.T) {
	s, _ := at("2 12 36 37 38 | 43 10 | 20 44 | 1 5 | 2 6; / / 9 33 41 | 16 40 | 21 45 | 28 29")
	for seed := range byte(3) {
		player := mustPlay(search.Exploiter)
		if m := player(s.View(1), 1, games.Seed{seed}); m != "bid 44" {
			t.Errorf("with the seed %d the exploiter plays %s", seed, m)
		}
	}
}
