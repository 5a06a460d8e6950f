package permutations

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
)

var (
	arenaDeals = flag.Int("arena", 0, "deals to play between the players of -pair")
	arenaPair  = flag.String("pair", "hard,greedy", "who plays, and against whom")
	arenaSeats = flag.Int("seats", 2, "seats at the table")
	arenaFirst = flag.Uint64("first", 1, "the first deal")
)

// contender is who plays in the arena by a name.
var contender = func(name string) (games.Player, error) { return Game{}.Player(name, 0) }

// seedOf makes a seed of numbers.
func seedOf(numbers ...uint64) (seed games.Seed) {
	for i, n := range numbers {
		binary.BigEndian.PutUint64(seed[8*i:], n)
	}
	return seed
}

// A clock counts the moves of a player and how long they take.
type clock struct {
	moves    int
	all, max time.Duration
}

// playMatch plays a game between players, a seat each, and returns its result.
func playMatch(t testing.TB, by []games.Player, seed games.Seed, clocks []*clock) games.Result {
	t.Helper()
	set := setup(len(by))
	set.Seed = seed
	s, err := Game{}.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	for ply := uint64(0); len(s.ToMove()) > 0; ply++ {
		seat := s.ToMove()[0]
		v, start := s.View(seat), time.Now()
		m := by[seat](v, seat, seedOf(ply, uint64(seat), binary.BigEndian.Uint64(seed[:]), 9))
		took := time.Since(start)
		c := clocks[seat]
		c.moves, c.all, c.max = c.moves+1, c.all+took, max(c.max, took)
		if s, err = s.Play(seat, m); err != nil {
			t.Fatalf("seat %d plays %q: %v", seat, m, err)
		}
	}
	r, _ := s.Result()
	return r
}

// wilson is the interval in which a share lies with 95 %.
func wilson(share, n float64) (low, high float64) {
	const z = 1.96
	mid := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return mid - half, mid + half
}

// TestArena plays each deal once with the first player in each seat, and the second
// in all others.
func TestArena(t *testing.T) {
	if *arenaDeals == 0 {
		t.Skip("a match is played with -arena")
	}
	names := strings.Split(*arenaPair, ",")
	a, err := contender(names[0])
	b, err2 := contender(names[1])
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	var ca, cb clock
	var won, drawn, lost, first, burnt int
	share, best := 0.0, 0.0
	for deal := range *arenaDeals {
		for seat := range *arenaSeats {
			by, clocks := slices.Repeat([]games.Player{b}, *arenaSeats), slices.Repeat([]*clock{&cb}, *arenaSeats)
			by[seat], clocks[seat] = a, &ca
			r := playMatch(t, by, seedOf(*arenaFirst+uint64(deal), 77), clocks)
			others := slices.Delete(slices.Clone(r.Places[:*arenaSeats]), seat, seat+1)
			switch own, top := r.Places[seat], slices.Min(others); {
			case own < top:
				won, share = won+1, share+1
			case own == top:
				drawn++
				n := 1
				for _, o := range others {
					if o == own {
						n++
					}
				}
				share += 1 / float64(n)
			default:
				lost++
			}
			if r.Places[seat] == 1 {
				first++
				n := 0
				for _, p := range r.Places {
					if p == 1 {
						n++
					}
				}
				best += 1 / float64(n)
			}
			if r.Scores[seat] == 0 {
				burnt++
			}
		}
	}
	n := float64(*arenaDeals * *arenaSeats)
	low, high := wilson(share/n, n)
	fmt.Printf("%s v %s, %d seats: +%d =%d -%d of %.0f, %.1f %% (%.1f to %.1f); first with the dummies %.1f %%, burnt %d; %s %v a move, at most %v; %s %v, %v\n",
		names[0], names[1], *arenaSeats, won, drawn, lost, n, 100*share/n, 100*low, 100*high, 100*best/n, burnt,
		names[0], ca.all/time.Duration(max(1, ca.moves)), ca.max, names[1], cb.all/time.Duration(max(1, cb.moves)), cb.max)
}
