package permutu

import (
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"parlour/games"
)

var (
	arenaGames   = flag.Int("arena", 0, "play a match of `so many` games of a against b")
	arenaA       = flag.String("arenaa", "hard", "who sits on one seat in the arena")
	arenaB       = flag.String("arenab", greedyName, "who sits on all others")
	arenaSeats   = flag.Int("arenaseats", 2, "how many `seats` the arena has")
	arenaSymbols = flag.Int("arenasymbols", maxSymbols, "how many `symbols`")
	arenaDiffer  = flag.Bool("arenadistinct", false, "whether the symbols of a column differ")
	arenaBudget  = flag.Int("arenaplayouts", 0, "how many `playouts` a has for a move, not those that are its own")
	arenaSeed    = flag.Uint64("arenaseed", 1, "the seed of the arena")
)

// A stopwatch sums up how long somebody thought.
type stopwatch struct {
	moves    int
	sum, max time.Duration
}

func (w *stopwatch) time(think func()) {
	start := time.Now()
	think()
	took := time.Since(start)
	w.moves, w.sum, w.max = w.moves+1, w.sum+took, max(w.max, took)
}

func (w stopwatch) String() string {
	if w.moves == 0 {
		return "no move"
	}
	return fmt.Sprintf("%v a move, %v at most", (w.sum / time.Duration(w.moves)).Round(10*time.Microsecond), w.max.Round(time.Millisecond))
}

// A match is of one against others who are all alike, on the same deals from every
// seat.
type match struct {
	seats, symbols int
	distinct       bool
	seed           uint64
	a, b           func(p *Position, rng *rand.Rand) Take
	timeA, timeB   stopwatch
}

// deal returns the start of a game, the same for as many games as there are seats.
func (m *match) deal(game int) Position {
	var seed games.Seed
	binary.LittleEndian.PutUint64(seed[:], m.seed)
	binary.LittleEndian.PutUint64(seed[8:], uint64(game/m.seats))
	return newPosition(seed, m.seats, m.symbols, m.distinct)
}

// play plays a game and returns how much of first place a has at its end.
func (m *match) play(game int) float64 {
	p, rng := m.deal(game), rand.New(rand.NewPCG(m.seed, uint64(game)))
	mine := games.Seat(game % m.seats)
	for p.mover != games.Spectator {
		choose, watch := m.b, &m.timeB
		if p.mover == mine {
			choose, watch = m.a, &m.timeA
		}
		var take Take
		watch.time(func() { take = choose(&p, rng) })
		p.Play(take)
	}
	return p.wins()[mine]
}

// wilson returns the interval in which a share lies with 95 %.
func wilson(share, n float64) (low, high float64) {
	const z = 1.96
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return middle - half, middle + half
}

// named is a player as the arena has it, without Views; with 0, its playouts are its
// own.
func named(name string, columns, number int) func(p *Position, rng *rand.Rand) Take {
	b := budget{playouts: cmp.Or(number, playouts(name, columns))}
	return func(p *Position, rng *rand.Rand) Take { return choosers[name](p, b, rng) }
}

func TestArena(t *testing.T) {
	if *arenaGames == 0 {
		t.Skip("a match takes minutes: -arena 200 -v plays one")
	}
	m := match{
		seats: *arenaSeats, symbols: *arenaSymbols, distinct: *arenaDiffer, seed: *arenaSeed,
		a: named(*arenaA, *arenaSymbols, *arenaBudget), b: named(*arenaB, *arenaSymbols, 0),
	}
	won, drawn := 0.0, 0.0
	for game := range *arenaGames {
		switch share := m.play(game); share {
		case 0, 1:
			won += share
		default:
			drawn, won = drawn+1, won+share
		}
		if n := float64(game + 1); (game+1)%20 == 0 || game+1 == *arenaGames {
			low, high := wilson(won/n, n)
			t.Logf("%s among %s, %d seats, %d symbols: %d games, first %.1f (%.0f shared): %.1f %% (%.1f to %.1f); %v; the others %v",
				*arenaA, *arenaB, m.seats, m.symbols, game+1, won, drawn, 100*won/n, 100*low, 100*high, m.timeA, m.timeB)
		}
	}
}

// The figures are those of Wilson's interval as textbooks have it: 8 of 10 lies
// between 49.0 % and 94.3 %.
func TestWilson(t *testing.T) {
	for share, want := range map[float64]string{0.8: "49.0 to 94.3", 1: "72.2 to 100.0"} {
		low, high := wilson(share, 10)
		if got := fmt.Sprintf("%.1f to %.1f", 100*low, 100*high); got != want {
			t.Errorf("%v of 10 lies from %s, want %s", share, got, want)
		}
	}
}
