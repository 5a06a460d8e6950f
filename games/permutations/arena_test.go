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

// A tally counts games of one player against others.
type tally struct {
	won, drawn, lost int
	share            float64 // games won, a first place that is shared in parts
	overall          float64 // the same where the dummies count as others
	burnt            int
}

// add counts a game of a seat.
func (a *tally) add(r games.Result, seat, humans int) {
	beaten, level := 0, 0
	for other, place := range r.Places[:humans] {
		switch {
		case other == seat:
		case place > r.Places[seat]:
			beaten++
		case place == r.Places[seat]:
			level++
		}
	}
	switch {
	case beaten == humans-1:
		a.won++
	case beaten+level == humans-1:
		a.drawn++
	default:
		a.lost++
	}
	if beaten+level == humans-1 {
		a.share += 1 / float64(1+level)
	}
	if r.Places[seat] == 1 {
		firsts := slices.DeleteFunc(slices.Clone(r.Places), func(place int) bool { return place > 1 })
		a.overall += 1 / float64(len(firsts))
	}
	if r.Scores[seat] == 0 {
		a.burnt++
	}
}

// TestArena plays each deal once with the first player in each seat, and the second
// in all others.
func TestArena(t *testing.T) {
	if *arenaDeals == 0 {
		t.Skip("a match is played with -arena")
	}
	one, others, _ := strings.Cut(*arenaPair, ",")
	a, err := contender(one)
	b, err2 := contender(others)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	var score tally
	var first, second clock
	for deal := range *arenaDeals {
		for seat := range *arenaSeats {
			by, clocks := slices.Repeat([]games.Player{b}, *arenaSeats), slices.Repeat([]*clock{&second}, *arenaSeats)
			by[seat], clocks[seat] = a, &first
			score.add(playMatch(t, by, seedOf(*arenaFirst+uint64(deal), 77), clocks), seat, *arenaSeats)
		}
	}
	n := float64(*arenaDeals * *arenaSeats)
	low, high := wilson(score.share/n, n)
	fmt.Printf("%s, %d seats: +%d =%d -%d, %.1f %% (%.1f to %.1f); %.1f %% with the dummies, burnt %d; %v and %v\n",
		*arenaPair, *arenaSeats, score.won, score.drawn, score.lost, 100*score.share/n, 100*low, 100*high,
		100*score.overall/n, score.burnt, first, second)
}

// String says how long a move takes, in the mean and at most.
func (c clock) String() string {
	return fmt.Sprintf("%v a move, at most %v", c.all/time.Duration(max(1, c.moves)), c.max)
}

// A game is won when every other player is behind, and its first place is shared by
// who is level.
func TestTally(t *testing.T) {
	var a tally
	a.add(games.Result{Places: []int{2, 3, 1, 4}, Scores: []int{9, 8, 10, 0}}, 0, 2)
	a.add(games.Result{Places: []int{1, 1, 3, 4}, Scores: []int{9, 9, 8, 0}}, 1, 2)
	a.add(games.Result{Places: []int{1, 2, 3, 4}, Scores: []int{9, 8, 7, 0}}, 3, 4)
	if want := (tally{1, 1, 1, 1.5, 0.5, 1}); a != want {
		t.Errorf("the tally is %+v, want %+v", a, want)
	}
	if low, high := wilson(0.5, 100); math.Abs(low-0.4038) > 0.001 || math.Abs(high-0.5962) > 0.001 {
		t.Errorf("half of 100 lies from %.4f to %.4f", low, high)
	}
}
