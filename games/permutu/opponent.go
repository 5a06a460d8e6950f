package permutu

import (
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the yardstick.
const greedyName = "greedy"

// Yardsticks names the one who takes what brings the most points at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// A chooser chooses a move of a position that is not over.
type chooser func(p *Position, b search.Budget, rng *rand.Rand) Take

// Player returns who plays at a level, or the yardstick, which easy is too. Medium
// and hard search alike, so that a time for each move makes them one. Alone they
// take no time that counts, and are given none.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	choose, ok := choosers[name]
	switch {
	case !ok:
		return nil, games.NoPlayer(g, name)
	case each > 0 && !slices.Contains(searching, name):
		return nil, games.Untimed(g, name)
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		p := view.(View).position(seat)
		b := search.Budget{Playouts: playouts(name, p.columns), Time: each}
		return choose(&p, b, seed.Rand(p.Left())).Move()
	}, nil
}

// searching names the players whom time makes better.
var searching = []string{string(games.Medium), string(games.Hard)}

// choosers are the players by name.
var choosers = map[string]chooser{
	string(games.Easy): greedy, string(games.Medium): medium, string(games.Hard): hard, greedyName: greedy,
}

// hardPlayouts take some tenths of a second on a core of today from the start of the
// largest board, with six players half a second, and less and less as the game goes on.
const hardPlayouts = 40_000

// playouts returns how many playouts a player has for a move on a board of so many
// columns.
func playouts(name string, columns int) int {
	if name == string(games.Medium) {
		return 2 * columns
	}
	return hardPlayouts
}

// medium searches as far as its budget goes; alone, it tries a few ways to the end.
func medium(p *Position, b search.Budget, rng *rand.Rand) Take {
	if p.seats == 1 {
		const tries = 4
		first, _ := p.tries(tries, rng)
		return first
	}
	return newThinker(hardest, rng).think(*p, b)
}

// hard searches; alone, it finds the fewest single blocks there can be.
func hard(p *Position, b search.Budget, rng *rand.Rand) Take {
	if p.seats == 1 {
		first, _ := p.solve(soloNodes, rng)
		return first
	}
	return newThinker(hardest, rng).think(*p, b)
}

// position returns the position of a View in which a seat is to move.
func (v View) position(mover games.Seat) Position {
	p := Position{
		columns: len(v.Columns), seats: len(v.Own), mover: mover, starter: v.Starter,
		singles: v.Singles, gone: len(v.Out),
	}
	for column, blocks := range v.Columns {
		for c, b := range blocks {
			p.dealt[column][c] = b.Symbol
			if !b.Taken() {
				p.left[column] |= 1 << c
				continue
			}
			p.held[b.Owner][c] |= b.Symbol.bit()
			p.owned[b.Owner] |= b.Symbol.bit()
			p.taken |= b.Symbol.bit()
		}
	}
	for i, seat := range v.Out {
		p.leftAt[seat] = uint8(i + 1)
	}
	return p
}
