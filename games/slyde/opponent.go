package slyde

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// The yardsticks: plain UCT, as which other programs play such games, and somebody who has just
// learned the rules.
const (
	uct      = "uct"
	beginner = "beginner"
)

// Yardsticks names plain UCT and the beginner.
func (Game) Yardsticks() []string { return []string{uct, beginner} }

// Player returns the player of a level, or of a yardstick. The levels search alike, with more and
// more playouts, so that a time for each move makes them equal.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	choose := decide
	switch {
	case name == uct:
		choose = plainDecide
	case name == beginner && each > 0:
		return nil, games.Untimed(g, name)
	case name == beginner:
		choose = begin
	case !slices.Contains(games.Levels, games.Level(name)):
		return nil, games.NoPlayer(g, name)
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		budget := search.Budget{Playouts: playouts(name, v.Size*v.Size), Time: each}
		return choose(v, budget, seed.Rand(v.Ply))
	}, nil
}

// Budget implements [games.Thrifty]. All levels search alike, so each can do with the playouts of
// the one below.
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

// playouts returns the number of playouts of a player for one move on a board of so many cells. Those
// of hard and of plain UCT take about a second on a core of today, at the start of any board that a
// table offers, and less later in the game. With those of easy the beginner wins about half of the
// games, on any board.
func playouts(name string, cells int) int {
	switch games.Level(name) {
	case games.Easy:
		return 9
	case games.Medium:
		return 2 * cells
	}
	return min(10_000_000/cells, 120_000)
}

// decide returns the turn of a [search.Thinker] for the seat to move.
func decide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	turn, _ := think(v.position(), budget, true, rng)
	return turn.Move()
}

// begin returns the turn of the beginner: any turn, or as often the greedy one.
func begin(v View, _ search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	if rng.IntN(2) == 0 {
		return p.Nth(rng.IntN(p.Count())).Move()
	}
	return p.greedy(rng).Move()
}

// greedy returns a turn after which the mover's largest group is as far ahead of the opponent's as can
// be, drawn from the best ones.
func (p *Position) greedy(rng *rand.Rand) (best Turn) {
	many, most := 0, 0
	for n := range p.Count() {
		after := *p
		after.Play(p.Nth(n))
		ahead := after.largest(p.mover) - after.largest(p.mover.Other())
		if many == 0 || ahead > most {
			many, most = 0, ahead
		}
		if ahead < most {
			continue
		}
		if many++; rng.IntN(many) == 0 {
			best = p.Nth(n)
		}
	}
	return best
}

// Advise lets hard choose, and judges its move and the one that was made by a search each, with the
// same budget and the same seed.
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
	return games.Say("slyde.worth", "Wins", int(math.Round(100*chance)))
}

// chance estimates, by a search, the chance that the seat to move wins after a legal move: from 0
// to 1, a draw counting half.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	typed, _ := parseTurn(string(m)) // legal, so it is one
	own := p.mover
	p.Play(typed.Turn)
	if p.Over() {
		if w := worth(p.Winner()); own == Orange {
			return w
		}
		return 1 - worth(p.Winner())
	}
	_, theirs := think(p, budget, false, rng)
	return 1 - theirs
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in matches
// between constants.
const exploration = 0.2

// plainDecide returns the move of plain UCT, the yardstick of the arena, for the seat to move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := searched{v.position()}
	return s.Nth(search.UCT(s, exploration, budget, rng)).Move()
}
