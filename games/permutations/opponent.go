package permutations

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"parlour/games"
)

// greedyName is the name of the yardstick.
const greedyName = "greedy"

// Yardsticks names the bidder who counts what a card brings at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// Player returns who plays at a level, or the yardstick, which easy is too. Medium
// and hard search alike, so that a time for each move makes them one.
func (Game) Player(name string, each time.Duration) (games.Player, error) {
	names := []string{string(games.Easy), string(games.Medium), string(games.Hard), greedyName}
	if !slices.Contains(names, name) {
		return nil, games.Refuse("permutations.refuse.player", "Name", name, "Names", strings.Join(names, ", "))
	}
	playouts, searches := searching[games.Level(name)]
	if each > 0 && !searches {
		return nil, games.Refuse("permutations.refuse.time", "Name", name)
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		rng := newRNG(v, seat, seed)
		if !searches {
			return greedy(v, int(seat), rng).move()
		}
		s := search{v, int(seat), rng, &instincts, budget{playouts, each}}
		return s.best().move()
	}, nil
}

// searching says how many playouts the levels that search have for a move. A
// playout takes below 60 µs on a core of today from the start of a game of any
// size, and less and less as the game goes on.
var searching = map[games.Level]int{games.Medium: 60, games.Hard: 3000}

// newRNG makes a source of chance for one move of a match.
func newRNG(v View, seat games.Seat, seed games.Seed) *rand.Rand {
	when := ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
	return rand.New(rand.NewPCG(uint64(seed.Chance("think").Below(math.MaxInt)), uint64(when)))
}
