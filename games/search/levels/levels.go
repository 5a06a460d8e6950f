// Package levels makes an opponent of a search that thinks by playouts: players of all levels and
// yardsticks, and advice.
//
// Its policy: it knows no game. The levels search alike, with more and more playouts, and the weak ones overlook
// some of their moves. A game holds a [Table] and hands the methods of its [games.Opponent] on to it.
package levels

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
	"parlour/games/search/odds"
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
	Levels    []games.Level
	Decide    Searcher[V] // that of all levels
	Plain     Searcher[V] // plain UCT
	Begin     Searcher[V] // the beginner, which has no budget
	Of        func(V) (cells, ply int)
	Playouts  func(step, cells int) int // of a level, from 1, for one move on a board of so many cells; plain UCT has those of the last
	Overlooks func(step int) float64    // the share of its moves that a level overlooks

	// Rank returns the moves that a search holds for best, of which the first is Decide's, at most so many, and the
	// play that it expects.
	Rank func(v V, most int, b search.Budget, rng *rand.Rand) (best, line []games.Move)

	// Chance estimates the chance from 0 to 1 that the seat to move wins after a legal move, a draw
	// counting half. Worth is the key of the words for it, with Wins of a hundred.
	Chance func(V, games.Move, search.Budget, *rand.Rand) float64
	Worth  string

	// Curve returns the curve for a board, which turns Chance into the share of games that are really won.
	Curve func(V) odds.Curve
}

// Yardsticks is that of [games.Opponent].
func (t Table[V]) Yardsticks() []string { return []string{UCT, Beginner} }

// Player is that of [games.Opponent].
func (t Table[V]) Player(o games.Opponent, name string, each time.Duration) (games.Player, error) {
	choose, step := t.Decide, games.Level(name).Step(t.Levels)
	switch {
	case name == UCT:
		choose, step = t.Plain, len(t.Levels)
	case name == Beginner && each > 0:
		return nil, games.Untimed(o, name)
	case name == Beginner:
		choose = t.Begin
	case step == 0:
		return nil, games.NoPlayer(o, name)
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(V)
		cells, ply := t.Of(v)
		b := search.Budget{Time: each}
		if step > 0 { // the beginner has none
			b.Playouts, b.Overlooks = t.Playouts(step, cells), t.Overlooks(step)
		}
		return choose(v, b, seed.Rand(ply))
	}, nil
}

// Thrift is how many steps of a ladder a level may fall while people wait: a move of somebody who waits is worth
// more than depth.
const Thrift = 3

// Budget is that of [games.Thrifty]. Each level can do with the playouts of the one that is [Thrift] steps below.
func (t Table[V]) Budget(l games.Level, view games.View) (full, least int) {
	cells, _ := t.Of(view.(V))
	step := l.Step(t.Levels)
	return t.Playouts(step, cells), t.Playouts(max(step-Thrift, 1), cells)
}

// PlayerWith is that of [games.Thrifty].
func (t Table[V]) PlayerWith(o games.Opponent, l games.Level, playouts int) (games.Player, error) {
	step := l.Step(t.Levels)
	if step == 0 {
		return nil, games.NoPlayer(o, string(l))
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(V)
		_, ply := t.Of(v)
		return t.Decide(v, search.Budget{Playouts: playouts, Overlooks: t.Overlooks(step)}, seed.Rand(ply))
	}, nil
}

// Advise is that of [games.Opponent]. Hard chooses. Its move, the next best and the one that was made are judged by
// a search each, with a part of that budget.
func (t Table[V]) Advise(view games.View, made games.Move, seed games.Seed) games.Advice {
	cells, _ := t.Of(view.(V))
	hard := t.Playouts(len(t.Levels), cells)
	return t.AdviseBy(view.(V), made, seed, search.Budget{Playouts: hard}, t.judge(view.(V)))
}

// compared is how many of the best moves advice compares.
const compared = 4

// AdviseBy finds the best move with one budget and judges each move with another, by the same seed.
func (t Table[V]) AdviseBy(v V, made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	_, ply := t.Of(v)
	chanceOf := func(m games.Move) float64 { return t.Curve(v).Of(t.Chance(v, m, judge, seed.Rand(ply))) }
	ranked, line := t.Rank(v, compared, find, seed.Rand(ply))
	chance := chanceOf(ranked[0])
	a := games.Advice{Best: ranked[0], Worth: t.ofHundred(chance), Line: line}
	others := map[games.Move]float64{}
	for _, m := range ranked[1:] {
		others[m] = min(chance, chanceOf(m)) // the search that found the best has seen more
		a.Others = append(a.Others, games.Candidate{Move: m, Worth: t.ofHundred(others[m]), Good: others[m] >= chance-odds.Alike})
	}
	slices.SortStableFunc(a.Others, func(x, y games.Candidate) int { return cmp.Compare(others[y.Move], others[x.Move]) })
	if made != "" {
		mine := chanceOf(made)
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
