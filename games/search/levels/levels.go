// Package levels makes an opponent of a search that thinks by playouts: players of all levels and
// yardsticks, and advice.
//
// Its policy: it knows no game. The levels search alike, with more and more playouts, so that a time
// for each move makes them equal. A game holds a [Table] and hands the methods of its
// [games.Opponent] on to it.
package levels

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// The names of the yardsticks that most games have.
const (
	UCT      = "uct"      // plain UCT, as which other programs play such games
	Beginner = "beginner" // somebody who has just learned the rules: any move, or as often the greedy one
)

// A Searcher chooses a move of the seat to move, which is the same for equal Views, budgets and
// sources of random numbers.
type Searcher[V games.View] func(V, search.Budget, *rand.Rand) games.Move

// A Table says how a game's players think.
type Table[V games.View] struct {
	Decide   Searcher[V] // that of all levels
	Plain    Searcher[V] // plain UCT
	Begin    Searcher[V] // the beginner, which has no budget; nil for none
	Of       func(V) (cells, ply int)
	Playouts func(name string, cells int) int // of a level or of plain UCT for one move on a board of so many cells

	// Chance estimates the chance from 0 to 1 that the seat to move wins after a legal move, a draw
	// counting half. Worth is the key of the words for it, with Wins of a hundred.
	Chance func(V, games.Move, search.Budget, *rand.Rand) float64
	Worth  string
}

// Yardsticks is that of [games.Opponent].
func (t Table[V]) Yardsticks() []string {
	if t.Begin == nil {
		return []string{UCT}
	}
	return []string{UCT, Beginner}
}

// Player is that of [games.Opponent].
func (t Table[V]) Player(o games.Opponent, name string, each time.Duration) (games.Player, error) {
	choose := t.Decide
	switch {
	case name == UCT:
		choose = t.Plain
	case name == Beginner && t.Begin != nil && each > 0:
		return nil, games.Untimed(o, name)
	case name == Beginner && t.Begin != nil:
		choose = t.Begin
	case !slices.Contains(games.Levels, games.Level(name)):
		return nil, games.NoPlayer(o, name)
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(V)
		cells, ply := t.Of(v)
		return choose(v, search.Budget{Playouts: t.Playouts(name, cells), Time: each}, seed.Rand(ply))
	}, nil
}

// Budget is that of [games.Thrifty]. Each level can do with the playouts of the one below.
func (t Table[V]) Budget(l games.Level, view games.View) (full, least int) {
	cells, _ := t.Of(view.(V))
	below := games.Levels[max(slices.Index(games.Levels, l)-1, 0)]
	return t.Playouts(string(l), cells), t.Playouts(string(below), cells)
}

// PlayerWith is that of [games.Thrifty].
func (t Table[V]) PlayerWith(o games.Opponent, l games.Level, playouts int) (games.Player, error) {
	if !slices.Contains(games.Levels, l) {
		return nil, games.NoPlayer(o, string(l))
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(V)
		_, ply := t.Of(v)
		return t.Decide(v, search.Budget{Playouts: playouts}, seed.Rand(ply))
	}, nil
}

// Advise is that of [games.Opponent]. Hard chooses, and its move and the one that was made are judged by
// a search each, with an eighth of that budget.
func (t Table[V]) Advise(view games.View, made games.Move, seed games.Seed) games.Advice {
	cells, _ := t.Of(view.(V))
	hard := t.Playouts(string(games.Hard), cells)
	return t.AdviseBy(view.(V), made, seed, search.Budget{Playouts: hard}, search.Budget{Playouts: hard / 8})
}

// AdviseBy finds the best move with one budget and judges each move with another, by the same seed.
func (t Table[V]) AdviseBy(v V, made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	_, ply := t.Of(v)
	best := t.Decide(v, find, seed.Rand(ply))
	chance := t.Chance(v, best, judge, seed.Rand(ply))
	a := games.Advice{Best: best, Worth: t.ofHundred(chance)}
	if made != "" {
		mine := t.Chance(v, made, judge, seed.Rand(ply))
		a.Made, a.Cost = t.ofHundred(mine), max(0, chance-mine)
	}
	return a
}

// ofHundred returns the words for a chance to win.
func (t Table[V]) ofHundred(chance float64) games.Text {
	return games.Say(t.Worth, "Wins", int(math.Round(100*chance)))
}

// HalfGreedy chooses for a beginner among so many moves, by their numbers: any, or as often one that is
// worth most, drawn from the best ones.
func HalfGreedy(moves int, worth func(n int) int, rng *rand.Rand) (best int) {
	if rng.IntN(2) == 0 {
		return rng.IntN(moves)
	}
	many, most := 0, 0
	for n := range moves {
		w := worth(n)
		if many == 0 || w > most {
			many, most = 0, w
		}
		if w < most {
			continue
		}
		if many++; rng.IntN(many) == 0 {
			best = n
		}
	}
	return best
}
