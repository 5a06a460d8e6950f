package arena

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutu"
)

// Each deal is played with A in every seat.
func TestArenaRotatesSeats(t *testing.T) {
	t.Parallel()
	for seats := 1; seats <= 6; seats++ {
		a := &arena{Cmd: Cmd{Seats: seats}}
		sat := map[int]int{}
		for n := range 4 * a.each() {
			all := a.sits(n)
			if len(all) != seats {
				t.Fatalf("of %d seats %v are taken", seats, all)
			}
			for seat, who := range all {
				if who == 0 {
					sat[seat]++
				}
			}
		}
		for seat := range seats {
			if sat[seat] != 4 {
				t.Errorf("of %d seats A had seat %d %d times in 4 rounds", seats, seat, sat[seat])
			}
		}
	}
}

// The games in which A goes round the seats have one deal, and the next games another.
func TestArenaRepeatsDeals(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		a := &arena{Cmd: Cmd{Seats: seats}, game: permutu.Game{}}
		deals := map[games.Seed]int{}
		for n := range 4 * a.each() {
			deals[a.setup(n).Seed]++
			if n > 0 && n%a.each() != 0 && a.setup(n).Seed != a.setup(n-1).Seed {
				t.Errorf("of %d seats game %d has another deal than the one before", seats, n)
			}
		}
		if len(deals) != 4 {
			t.Errorf("of %d seats 4 rounds have %d deals", seats, len(deals))
		}
	}
}

// The best of the players wins, whatever dummies did.
func TestDummiesWinNothing(t *testing.T) {
	sum := func(all ...score) (s score) {
		for _, one := range all {
			s = s.plus(one)
		}
		return s
	}
	of := func(sat []int, places ...int) score { return scoreOf(sat, games.Result{Places: places}, nil) }
	a := &arena{Cmd: Cmd{A: "hard", Seats: 2}}
	got := a.tally(sum(of([]int{0, 1}, 2, 3, 1), of([]int{1, 0}, 2, 3, 1), of([]int{0, 1}, 2, 2, 1), of([]int{1, 0}, 2, 1, 3)))
	if want := "hard wins 2, draws 1, loses 1: 62.5 %"; !strings.HasPrefix(got, want) {
		t.Errorf("it says %q, want %q …", got, want)
	}
	a.Seats = 3 // of whom all share the first place, of whom two do, and of whom A has a lower one
	got = a.tally(sum(of([]int{0, 1, 1}, 1, 1, 1), of([]int{1, 0, 1}, 3, 1, 1), of([]int{1, 1, 0}, 1, 1, 3)))
	if want := "hard wins 0, draws 2, loses 1: 27.8 %"; !strings.HasPrefix(got, want) { // (1/3 + 1/2) / 3
		t.Errorf("of three it says %q, want %q …", got, want)
	}
}

// Wilson's interval is that of programs for statistics, for some shares and at both ends.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		share     float64
		n         int
		low, high float64
	}{{0.8, 10, 0.4902, 0.9433}, {0.5, 100, 0.4038, 0.5962}, {0, 20, 0, 0.1611}, {1, 20, 0.8389, 1}, {0, 7, 0, 0.3543}} {
		low, high := wilson(c.share, c.n)
		if low < 0 || high > 1 || math.Signbit(low) || math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%v of %d lies in %.4f to %.4f, want %.4f to %.4f", c.share, c.n, low, high, c.low, c.high)
		}
	}
}

// With --all each rung meets the one below, and in a quarter of the games the one below that. Hard meets the yardsticks
// but the beginner, at equal times where both think for a time and at tables of every size, and easy meets those that
// think for no time. The exploiter meets hard once, each with its own budget.
func TestArenaOfAllMatches(t *testing.T) {
	t.Parallel()
	for _, g := range all.Games() {
		o, ok := g.(games.Opponent)
		if !ok {
			continue
		}
		info := g.Info()
		met := map[string]int{}
		for _, m := range (Cmd{All: true, Games: 24, Seed: 3, Workers: 2}).matches(o) {
			met[m.A+" "+m.B]++
			if err := m.Validate(); err != nil {
				t.Errorf("%s: %+v: %v", info.Name, m, err)
			}
			least := 24
			if r := rungs(o); slices.Index(r, m.A) == slices.Index(r, m.B)+2 && slices.Contains(r, m.B) {
				least = 6
			}
			a, err := m.open(all.Games())
			if err != nil {
				t.Errorf("%s: %+v: %v", info.Name, m, err)
			} else if n := a.Games / max(1, 3-a.Seats); n < least || n > least+a.Seats {
				t.Errorf("%s: %d games of %s against %s with %d seats, want %d of each player", info.Name, a.Games, m.A, m.B, a.Seats, least)
			}
			if _, err := o.Player(m.B, games.Limit{Time: equalTime}); (m.Time == 0) != (m.Seats == 1 || err != nil || m.B == exploiter || !slices.Contains(o.Yardsticks(), m.B)) {
				t.Errorf("%s: %s against %s with %d seats has the time %v", info.Name, m.A, m.B, m.Seats, m.Time)
			}
		}
		want := map[string]int{}
		ladder := rungs(o)
		for i := range ladder[1:] {
			want[ladder[i+1]+" "+ladder[i]] = 1
			if i > 0 {
				want[ladder[i+1]+" "+ladder[i-1]] = 1
			}
		}
		for _, y := range o.Yardsticks() {
			if y == beginner {
				continue
			}
			if y == exploiter {
				want["hard "+y] = 1
				continue
			}
			want["hard "+y] = info.MaxSeats - info.MinSeats + 1
			if _, err := o.Player(y, games.Limit{Time: equalTime}); err != nil {
				want["easy "+y]++
			}
		}
		if !maps.Equal(met, want) {
			t.Errorf("%s has the matches %v, want %v", info.Name, met, want)
		}
	}
}
