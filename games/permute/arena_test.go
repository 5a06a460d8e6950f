package permute

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"parlour/games/search"
)

var (
	arenaGames = flag.Int("arena", 0, "play a match of `so many` games between hard and plain UCT")
	arenaSize  = flag.Int("arenasize", 9, "the `size` of the board in the arena")
	arenaTime  = flag.Duration("arenatime", 300*time.Millisecond, "the time a move in the arena")
	arenaSeed  = flag.Uint64("arenaseed", 1, "the seed of the arena")
)

// A player chooses a twist of a position that is not over.
type player func(p Position, rng *rand.Rand) Twist

func plainPlayer(b search.Budget) player {
	return func(p Position, rng *rand.Rand) Twist { return plainUCT(p, b, rng) }
}

func thinkingPlayer(how tuning, b search.Budget) player {
	return func(p Position, rng *rand.Rand) Twist {
		t, _ := newThinker(how, rng).think(p, b)
		return t
	}
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

// match plays games without the swap, the first player beginning every other one.
func match(size, games int, seed uint64, a, b player) tally {
	var sum tally
	for g := range games {
		rng := rand.New(rand.NewPCG(seed, uint64(g)))
		players, mine := [2]player{a, b}, Orange
		if g%2 == 1 {
			players, mine = [2]player{b, a}, Yellow
		}
		p := newPosition(size, false)
		for !p.Over() {
			p.Play(players[p.mover](p, rng))
		}
		switch winner, won := p.Winner(); {
		case !won:
			sum.draws++
		case winner == mine:
			sum.wins++
		default:
			sum.losses++
		}
	}
	return sum
}

// plus adds another part of a match.
func (t tally) plus(o tally) tally {
	return tally{t.wins + o.wins, t.draws + o.draws, t.losses + o.losses}
}

// arenaPart is how many games are played before the arena says how it stands. It is
// even, so that either side begins as often in every part.
const arenaPart = 10

func TestArena(t *testing.T) {
	if *arenaGames == 0 {
		t.Skip("a match takes minutes: -arena 200 -v plays one")
	}
	b := search.Budget{Time: *arenaTime}
	var sum tally
	for left := *arenaGames; left > 0; left -= arenaPart {
		seed := *arenaSeed<<32 + uint64(left)
		sum = sum.plus(match(*arenaSize, min(left, arenaPart), seed, thinkingPlayer(hardest, b), plainPlayer(b)))
		t.Logf("%d×%d, %v a move: %v", *arenaSize, *arenaSize, *arenaTime, sum)
	}
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
