package magic

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/gametest"
)

// The numbers of positions are those that others have found, and solving the game gives the
// stored table.
func TestSolutionInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	reached := CountReached(2, func(tiles int, n Reached) { t.Logf("%d tiles: %+v", tiles, n) })
	if want := (Reached{All: 32_570_953_617, Canonical: 1_017_979_213}); reached != want {
		t.Errorf("%+v positions are reached, want %+v", reached, want)
	}
	fresh := Solve(2, func(s Solved) { t.Logf("%+v", s) })
	if !bytes.Equal(fresh, table) {
		t.Errorf("a fresh table has %d bytes and differs from table.bin with %d: write it with parlour solve magic --table", len(fresh), len(table))
	}
}

// A sample of 1,000 values at nine and ten tiles agrees with [alphaBeta], which uses no
// table.
func TestValueInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	rng := rand.New(rand.NewPCG(71, 1))
	seen := map[string]int{}
	for i := range 1000 {
		p := undecided(t, rng, 9+i%2)
		agreesWithAlphaBeta(t, p)
		seen[p.Value().String()]++
	}
	t.Log(seen)
}

// The slowest answers are at few tiles more than the table has. The test logs their times,
// and limits their nodes, which are the same on every machine.
func TestAnswersInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	known()
	rng := rand.New(rand.NewPCG(73, 1))
	for _, tiles := range []int{8, 9, 10, 11} {
		var sum, longest time.Duration
		nodes := 0
		for i := range 1000 {
			p := undecided(t, rng, tiles)
			start := time.Now()
			s := newSearcher(allTiles)
			s.choose(p, 0, aSeed(i).Chance("think"))
			took := time.Since(start)
			sum, longest, nodes = sum+took, max(longest, took), max(nodes, s.nodes)
		}
		t.Logf("%d tiles: %v in the mean, %v and %d nodes at most", tiles, sum/1000, longest, nodes)
		if nodes > 1_000_000 {
			t.Errorf("an answer at %d tiles took %d nodes", tiles, nodes)
		}
	}
}

// [alphaBeta] agrees with [minimax], and once with a value from the search with the table.
func TestAlphaBeta(t *testing.T) {
	rng := rand.New(rand.NewPCG(72, 1))
	for range 100 {
		p := undecided(t, rng, 13)
		winner, plies := minimax(p)
		if got := alphaBeta(p, -sure, sure); got != score(p, winner, plies) {
			t.Fatalf("alphaBeta of %s = %d, and seat %d wins after %d turns", p, got, winner, plies)
		}
	}
	agreesWithAlphaBeta(t, undecided(t, rng, 10))
}

func agreesWithAlphaBeta(t *testing.T, p position) {
	t.Helper()
	v := p.Value()
	got := alphaBeta(p, -sure, sure)
	if want := valueScore(v); got != want {
		t.Errorf("%s is a %s, and alphaBeta = %d, want %d", p, v, got, want)
	}
}

// sure is the score of a won game; each turn before the win takes one off.
const sure = 100

// score returns the score of a result after some turns, for the mover.
func score(p position, winner games.Seat, plies int) int {
	switch winner {
	case games.Spectator:
		return 0
	case p.mover:
		return sure - plies
	}
	return plies - sure
}

func valueScore(v Value) int {
	switch {
	case v > tie:
		return sure - v.plies()
	case v < tie:
		return v.plies() - sure
	}
	return 0
}

// alphaBeta returns the score of a position if it lies between low and high, else a bound of
// it on that side. It first tries turns that end the game, and then those that make a row.
func alphaBeta(p position, low, high int) int {
	if winner, over := p.Judge(); over {
		return score(p, winner, 0)
	}
	var all [3][]position
	for _, turn := range p.turns(nil) {
		next := p
		next.Play(turn)
		kind := 2
		if _, over := next.Judge(); over {
			kind = 0
		} else if next.hasRow(p.mover) {
			kind = 1
		}
		all[kind] = append(all[kind], next)
	}
	best := -sure
	for _, next := range slices.Concat(all[:]...) {
		best = max(best, later(-alphaBeta(next, -sooner(high), -sooner(max(low, best)))))
		if best >= high {
			break
		}
	}
	return best
}

// later returns a score as it counts one turn before: nearer to zero by one.
func later(score int) int {
	switch {
	case score > 0:
		return score - 1
	case score < 0:
		return score + 1
	}
	return 0
}

// sooner is the reverse of [later].
func sooner(score int) int {
	switch {
	case score > 0:
		return score + 1
	case score < 0:
		return score - 1
	}
	return 0
}
