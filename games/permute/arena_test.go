package permute

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"parlour/games"
)

var (
	arenaGames = flag.Int("arena", 0, "play a match of `so many` games")
	arenaOne   = flag.String("arenaone", "hard", "the `name` of one player in the arena")
	arenaTwo   = flag.String("arenatwo", uct, "the `name` of the other")
	arenaSize  = flag.Int("arenasize", 9, "the `size` of the board in the arena")
	arenaTime  = flag.Duration("arenatime", 0, "the `time` a move in the arena; 0 for the players' own budgets")
	arenaSeed  = flag.Uint64("arenaseed", 1, "the `seed` of the arena")
)

// A contender is a player in a match, and what it took.
type contender struct {
	play    games.Player
	moves   int
	all     time.Duration
	longest time.Duration
}

func (c *contender) move(s state, seed games.Seed) games.Move {
	view, start := s.View(s.toMove()), time.Now()
	m := c.play(view, s.toMove(), seed)
	took := time.Since(start)
	c.moves, c.all, c.longest = c.moves+1, c.all+took, max(c.longest, took)
	return m
}

func (c *contender) String() string {
	mean := c.all / time.Duration(max(c.moves, 1))
	return fmt.Sprintf("%v a move, at most %v", mean.Round(time.Millisecond), c.longest.Round(time.Millisecond))
}

// A tally counts a match for its first player.
type tally struct{ wins, draws, losses int }

func (t tally) games() int { return t.wins + t.draws + t.losses }

// score counts a draw as half a win.
func (t tally) score() float64 { return float64(t.wins) + float64(t.draws)/2 }

// wilson returns the interval in which the share of a score lies with 95 %.
func (t tally) wilson() (low, high float64) {
	const z = 1.96
	n := float64(t.games())
	p := t.score() / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return middle - half, middle + half
}

func (t tally) String() string {
	low, high := t.wilson()
	return fmt.Sprintf("%d won, %d drawn, %d lost: %.1f %% (%.1f to %.1f)",
		t.wins, t.draws, t.losses, 100*t.score()/float64(t.games()), 100*low, 100*high)
}

// add counts a game in which one of the seats was the first player's.
func (t *tally) add(end state, mine games.Seat) {
	switch end.ended.Winner {
	case games.Spectator:
		t.draws++
	case mine:
		t.wins++
	default:
		t.losses++
	}
}

// match plays games; the first player begins every other one. after is called after
// each.
func match(t *testing.T, s games.Setup, number uint64, n int, one, two *contender, after func(tally)) tally {
	t.Helper()
	var sum tally
	for g := range n {
		var seed games.Seed
		binary.LittleEndian.PutUint64(seed[:], number)
		binary.LittleEndian.PutUint64(seed[8:], uint64(g))
		seats := [2]*contender{one, two}
		if g%2 == 1 {
			seats = [2]*contender{two, one}
		}
		st := play(t, s)
		for st.ended == nil {
			next, err := st.Play(st.toMove(), seats[st.toMove()].move(st, seed))
			if err != nil {
				t.Fatal(err)
			}
			st = next.(state)
		}
		sum.add(st, games.Seat(g%2))
		after(sum)
	}
	return sum
}

// named returns a player by name.
func named(t *testing.T, name string, each time.Duration) *contender {
	t.Helper()
	p, err := Game{}.Player(name, each)
	if err != nil {
		t.Fatal(err)
	}
	return &contender{play: p}
}

func TestArena(t *testing.T) {
	if *arenaGames == 0 {
		t.Skip("a match takes minutes: -arena 200 -v plays one")
	}
	one, two := named(t, *arenaOne, *arenaTime), named(t, *arenaTwo, *arenaTime)
	match(t, setup(*arenaSize, "chequer", "on"), *arenaSeed, *arenaGames, one, two, func(sum tally) {
		fmt.Printf("%d×%d: %v; %s %v; %s %v\n", *arenaSize, *arenaSize, sum, *arenaOne, one, *arenaTwo, two)
	})
}

// The figures are those of Wilson's interval as textbooks have it: 8 of 10 lies
// between 49.0 % and 94.3 %.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		sum  tally
		want string
	}{
		{tally{8, 0, 2}, "8 won, 0 drawn, 2 lost: 80.0 % (49.0 to 94.3)"},
		{tally{10, 0, 0}, "10 won, 0 drawn, 0 lost: 100.0 % (72.2 to 100.0)"},
		{tally{1, 2, 1}, "1 won, 2 drawn, 1 lost: 50.0 % (15.0 to 85.0)"},
	} {
		if got := c.sum.String(); got != c.want {
			t.Errorf("a tally reads %q, want %q", got, c.want)
		}
	}
}
