package permute

import (
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// uct is the name of the yardstick.
const uct = "uct"

// Yardsticks names plain UCT, which is what other programs for this game are.
func (Game) Yardsticks() []string { return []string{uct} }

// Player returns who plays at a level, or the yardstick. All search: the levels
// alike, with more and more playouts, so that a time for each move makes them one.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	if name != uct && !slices.Contains(games.Levels, games.Level(name)) {
		return nil, games.NoPlayer(g, name)
	}
	choose := decide
	if name == uct {
		choose = plainDecide
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		budget := search.Budget{Playouts: playouts(name, v.Size*v.Size), Time: each}
		return choose(v, budget, seed.Rand(v.Ply))
	}, nil
}

// playouts returns how many playouts a player has for a move on a board of so many
// cells. A playout takes longer the larger the board is: those of hard, and of the
// yardstick take about a second on a core of today from the start of
// any board that a table offers, and less as the game goes on.
func playouts(name string, cells int) int {
	switch games.Level(name) {
	case games.Easy:
		return cells / 2
	case games.Medium:
		return 10 * cells
	}
	return min(10_000_000/cells, 120_000)
}

// optimism is by how much a search, early in a game, thinks better of who is to move
// than the games that follow do.
const optimism = 0.03

// decide returns the move of a thinker for the seat that is to move. Where it may
// swap, it does when it would rather be the other side; and where the other may, it
// looks for the twist after which either side is worth the same.
func decide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	t := newThinker(hardest, rng)
	t.Even = v.Offers
	twist, worth := t.think(v.position(), budget)
	if v.Swap && worth < 0.5+optimism {
		return swapMove
	}
	return twist.Move()
}

// position returns the position of a View in which somebody is to move.
func (v View) position() Position {
	p := Position{size: uint8(v.Size), mover: v.Colours[v.ToMove]}
	for row := range v.Size {
		for col := range v.Size {
			cell := v.At(col, row)
			p.yellow[row] |= uint32(cell.Colour) << col
			if cell.Bandaged {
				p.bandaged[row] |= 1 << col
			}
		}
	}
	for row := range v.Size - 1 {
		p.update(row)
	}
	return p
}
