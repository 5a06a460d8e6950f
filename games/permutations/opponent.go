package permutations

import (
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the yardstick.
const greedyName = "greedy"

// Yardsticks names the bidder who counts what a card brings at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// Player returns who plays at a level, or the yardstick, which easy is too. Medium
// and hard search alike, so that a time for each move makes them one.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	playouts, searches := searching[games.Level(name)]
	switch {
	case name != greedyName && !slices.Contains(games.Levels, games.Level(name)):
		return nil, games.NoPlayer(g, name)
	case each > 0 && !searches:
		return nil, games.Untimed(g, name)
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		rng := seed.Rand(v.moment(seat))
		if !searches {
			return greedy(v, int(seat), rng).move()
		}
		t := thinker{v, int(seat), rng, &instincts, search.Budget{Playouts: playouts, Time: each}}
		return t.best().move()
	}, nil
}

// searching says how many playouts the levels that search have for a move. A
// playout takes below 60 µs on a core of today from the start of a game of any
// size, and less and less as the game goes on.
var searching = map[games.Level]int{games.Medium: 60, games.Hard: 3000}

// moment numbers what a seat may do in a game, in order.
func (v View) moment(seat games.Seat) int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
}
