package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutu"
)

// fight plays a match and returns what is printed.
func fight(t *testing.T, args ...string) (code int, printed string) {
	t.Helper()
	var out, watched bytes.Buffer
	code = Run(soon(t, "an arena"), append([]string{"arena"}, args...), nil, &out, &watched)
	if code != exitOK {
		return code, watched.String()
	}
	return code, out.String()
}

// times matches durations, in which two runs of the same match differ.
var times = regexp.MustCompile(`[0-9][0-9.hmµn]*s\b`)

// A seed plays the same match again with any number of workers; another seed plays
// another match.
func TestArenaSeedDecidesTheMatch(t *testing.T) {
	t.Parallel()
	code, printed := fight(t, "medium", "easy", "magic", "--count", "8")
	if code != exitOK {
		t.Fatalf("the arena ends with %d: %s", code, printed)
	}
	var wins, draws, losses int
	line := strings.Split(printed, "\n")[1]
	if _, err := fmt.Sscanf(line, "medium wins %d, draws %d, loses %d:", &wins, &draws, &losses); err != nil || wins+draws+losses != 8 {
		t.Errorf("the result of 8 games is %q (%v)", line, err)
	}
	for _, same := range [][]string{nil, {"--workers", "3"}} {
		_, again := fight(t, append([]string{"medium", "easy", "magic", "--count", "8"}, same...)...)
		if times.ReplaceAllString(again, "") != times.ReplaceAllString(printed, "") {
			t.Errorf("the same match printed\n%s\nand then\n%s", printed, again)
		}
	}
	if _, other := fight(t, "medium", "easy", "magic", "--count", "8", "--seed", "5"); strings.Contains(other, line) {
		t.Errorf("another seed plays the same match: %s", other)
	}
}

// Each deal is played with A in every seat.
func TestArenaRotatesSeats(t *testing.T) {
	t.Parallel()
	for seats := 1; seats <= 6; seats++ {
		a := &arena{arenaCmd: arenaCmd{Seats: seats}}
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
		a := &arena{arenaCmd: arenaCmd{Seats: seats}, game: permutu.Game{}}
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
	a := &arena{arenaCmd: arenaCmd{A: "hard", Seats: 2}}
	of := func(sat []int, places ...int) bout { return bout{sat: sat, result: games.Result{Places: places}} }
	got := a.tally([]bout{
		of([]int{0, 1}, 2, 3, 1), of([]int{1, 0}, 2, 3, 1), of([]int{0, 1}, 2, 2, 1), of([]int{1, 0}, 2, 1, 3),
	})
	if want := "hard wins 2, draws 1, loses 1: 62.5 %"; !strings.HasPrefix(got, want) {
		t.Errorf("it says %q, want %q …", got, want)
	}
	a.Seats = 3 // of whom all share the first place, of whom two do, and of whom A has a lower one
	got = a.tally([]bout{of([]int{0, 1, 1}, 1, 1, 1), of([]int{1, 0, 1}, 3, 1, 1), of([]int{1, 1, 0}, 1, 1, 3)})
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

func TestArenaRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"hard easy chess", `there is no game "chess": name one of `},
		{"hard genius magic", "Pick easy, medium or hard"},
		{"hard easy magic --seats 3", "2 players"},
		{"hard easy permute --option size=99", "18 or 19"},
		{"hard easy magic --count 0", "--count takes a number from 1"},
		{"hard easy magic --count 9223372036854775807", "--count takes a number from 1 to 1000000"},
		{"hard easy permutu --seats 1 --time 1s", "leave it out"},
		{"hard easy permute --time=-1s", "--time takes a time such as 300ms, not -1s"},
		{"hard easy permute --time 1s --workers 2", "leave --workers out"},
		{"hard easy magic --time 1s", "doesn't think for a time"},
		{"hard easy", "name two players and a game"},
		{"hard easy magic --all", "--all chooses players"},
		{"--all --seats 2", "--all chooses players"},
	} {
		code, said := fight(t, strings.Fields(c.line)...)
		if code == exitOK || !strings.Contains(said, c.want) {
			t.Errorf("arena %s ends with %d and says %q, want %q", c.line, code, said, c.want)
		}
	}
}

// Alone, both play every deal, and the report compares how many blocks they take singly.
func TestArenaForOne(t *testing.T) {
	t.Parallel()
	code, said := fight(t, "hard", "greedy", "permutu", "--seats", "1", "--count", "8", "--option", "symbols=9")
	if code != exitOK || !strings.Contains(said, "of 4 deals") || !strings.Contains(said, "% fewer") {
		t.Errorf("the arena ends with %d: %s", code, said)
	}
}

// The last deal is played from every seat too: the number of games is rounded up.
func TestArenaRoundsUpToWholeDeals(t *testing.T) {
	t.Parallel()
	for seats, want := range map[string]string{"1": "2 games", "2": "2 games", "3": "3 games"} {
		code, said := fight(t, "easy", "greedy", "permutu", "--seats", seats, "--count", "1", "--option", "symbols=9")
		if code != exitOK || !strings.Contains(said, want) {
			t.Errorf("a match of one game at a table of %s ends with %d: %s, want %s", seats, code, said, want)
		}
	}
}

// With --all each level meets the one below and hard meets the yardsticks, at equal times where
// both think for a time, and at tables of every size.
func TestArenaOfAllMatches(t *testing.T) {
	t.Parallel()
	for _, g := range all.Games() {
		o, ok := g.(games.Opponent)
		if !ok {
			continue
		}
		info := g.Info()
		met := map[string]int{}
		for _, m := range (arenaCmd{All: true, Games: 6, Seed: 3, Workers: 2}).matches(o) {
			met[m.A+" "+m.B]++
			if err := m.Validate(); err != nil {
				t.Errorf("%s: %+v: %v", info.Name, m, err)
			}
			a, err := m.open(all.Games())
			if err != nil {
				t.Errorf("%s: %+v: %v", info.Name, m, err)
			} else if a.Games/max(1, 3-a.Seats) < 6 {
				t.Errorf("%s: %d games with %d seats, want 6 of each player", info.Name, a.Games, a.Seats)
			}
			if _, err := o.Player(m.B, equalTime); (m.Time == 0) != (m.Seats == 1 || err != nil || !slices.Contains(o.Yardsticks(), m.B)) {
				t.Errorf("%s: %s against %s with %d seats has the time %v", info.Name, m.A, m.B, m.Seats, m.Time)
			}
		}
		want := map[string]int{"medium easy": 1, "hard medium": 1}
		for _, y := range o.Yardsticks() {
			want["hard "+y] = info.MaxSeats - info.MinSeats + 1
		}
		if !maps.Equal(met, want) {
			t.Errorf("%s has the matches %v, want %v", info.Name, met, want)
		}
	}
	code, said := fight(t, "--all", "--count", "1", "--games", "magic")
	if code != exitOK || !strings.Contains(said, "medium against easy at magic, 2 games") || !strings.Contains(said, "\n\nhard against medium at magic, 2 games") {
		t.Errorf("it ends with %d and says %q", code, said)
	}
}

// A match that is interrupted says so and prints no result.
func TestArenaIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(soon(t, "an arena that is stopped"))
	stop()
	var out, said bytes.Buffer
	code := Run(ctx, []string{"arena", "easy", "easy", "magic"}, nil, &out, &said)
	if code != exitFailed || out.Len() > 0 || !strings.Contains(said.String(), "stopped before its end") {
		t.Errorf("it ends with %d and prints %q and %q", code, out.String(), said.String())
	}
}
