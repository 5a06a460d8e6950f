package permute

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// uct is the name of the yardstick, plain UCT.
const uct = "uct"

// Yardsticks names plain UCT, as which other programs play this game.
func (Game) Yardsticks() []string { return []string{uct} }

// Player returns the player of a level, or the yardstick. The levels search alike, with
// more and more playouts, so that a time for each move makes them equal.
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

// Budget implements [games.Thrifty]. All levels search alike, so each can do with the playouts
// of the one below.
func (Game) Budget(l games.Level, view games.View, _ games.Seat) (full, least int) {
	v := view.(View)
	below := games.Levels[max(slices.Index(games.Levels, l)-1, 0)]
	return playouts(string(l), v.Size*v.Size), playouts(string(below), v.Size*v.Size)
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	if !slices.Contains(games.Levels, l) {
		return nil, games.NoPlayer(g, string(l))
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return decide(v, search.Budget{Playouts: playouts}, seed.Rand(v.Ply))
	}, nil
}

// playouts returns the number of playouts of a player for one move on a board of so many
// cells. Those of hard and of the yardstick take about a second on a core of today, at
// the start of any board that a table offers, and less later in the game.
func playouts(name string, cells int) int {
	switch games.Level(name) {
	case games.Easy:
		return cells / 2
	case games.Medium:
		return 10 * cells
	}
	return min(10_000_000/cells, 120_000)
}

// optimism is how much a search early in a game overrates the chances of the mover, by
// the games that followed.
const optimism = 0.03

// decide returns the move of a [thinker] for the seat to move. Where the seat may swap, it
// does so if the other side is better; where the other seat may, decide looks for the
// twist after which both sides are worth the same.
func decide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	t := newThinker(hardest, rng)
	t.Even, t.Stops = v.Offers, !v.Swap // whether to swap depends on the worth, which every playout changes
	twist, worth := t.think(v.position(), budget)
	if v.Swap && worth < 0.5+optimism {
		return swapMove
	}
	return twist.Move()
}

// position returns the position of a View of a game that goes on.
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

// Advise lets hard choose, and judges its move and the one that was made by a search each,
// with the same budget and the same seed.
func (g Game) Advise(view games.View, _ games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	hard := playouts(string(games.Hard), v.Size*v.Size)
	return v.advise(made, seed, search.Budget{Playouts: hard}, search.Budget{Playouts: hard / 8})
}

// advise finds the best move with one budget and judges each move with another.
func (v View) advise(made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	best := decide(v, find, seed.Rand(v.Ply))
	chance := v.chance(best, judge, seed.Rand(v.Ply))
	a := games.Advice{Best: best, Worth: ofHundred(chance)}
	if made != "" {
		mine := v.chance(made, judge, seed.Rand(v.Ply))
		a.Made, a.Cost = ofHundred(mine), max(0, chance-mine)
	}
	return a
}

// ofHundred returns the words for a chance to win.
func ofHundred(chance float64) games.Text {
	return games.Say("permute.worth", "Wins", int(math.Round(100*chance)))
}

// chance estimates, by a search, the chance that the seat to move wins after a legal
// move: from 0 to 1, a draw counting half.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	if m != swapMove {
		typed, _ := parseTwist(strings.ToLower(string(m))) // legal, so it is one
		twist, _ := typed.twist()
		p.Play(twist)
	}
	chance := 1 - p.chance(budget, rng)
	if v.Swap || v.Offers { // where which side is better is the question
		chance = min(chance+optimism, 1)
	}
	if v.Offers {
		chance = min(chance, 1-chance) // the other takes the better side
	}
	return chance
}

// chance estimates the chance that the mover wins.
func (p Position) chance(budget search.Budget, rng *rand.Rand) float64 {
	if p.Over() {
		worth := p.worth()
		if p.mover == Yellow {
			return 1 - worth
		}
		return worth
	}
	_, chance := newThinker(hardest, rng).think(p, budget)
	return chance
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in
// matches between constants.
const exploration = 0.3

// A searched position is what [search.UCT] plays: its players are the seats, and the swap
// is a move like any other.
type searched struct {
	Position
	orange int // the seat that has Orange
	swapIn int // number of twists until a swap may come; below 0 none can
}

// never is a swapIn without a swap.
const never = -1

// searched returns the position of a View of a game that goes on.
func (v View) searched() searched {
	s := searched{Position: v.position(), orange: int(v.Colours[1]), swapIn: never}
	switch {
	case v.Swap:
		s.swapIn = 0
	case v.Offers:
		s.swapIn = 1
	}
	return s
}

func (s *searched) Player() int { return s.orange ^ int(s.mover) }

// Count counts the swap after the twists.
func (s *searched) Count() int {
	if s.swapIn == 0 && !s.Over() {
		return s.Position.Count() + 1
	}
	return s.Position.Count()
}

func (s *searched) PlayNth(n int) {
	swap := n == s.Position.Count()
	s.swapIn = max(s.swapIn-1, never)
	if swap {
		s.orange = 1 - s.orange
		return
	}
	s.Play(s.Nth(n))
}

// Playout draws from the twists alone.
func (s *searched) Playout(rng *rand.Rand) float64 {
	w := worth(s.Position.Playout(rng))
	if s.orange == 1 {
		w = 1 - w
	}
	return w
}

// plainDecide returns the move of plain UCT, the yardstick of the arena, for the seat to
// move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := v.searched()
	n := search.UCT(s, exploration, budget, rng)
	if n == s.Position.Count() {
		return swapMove
	}
	return s.Nth(n).Move()
}
