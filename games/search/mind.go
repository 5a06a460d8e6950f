package search

import (
	"math/rand/v2"

	"parlour/games"
)

// A Mind makes the searchers of a game in which a turn is one move: its positions are Ps, which its Vs show.
type Mind[V, P any, Q interface {
	Position[P]
	Playable[P]
}] struct {
	Moves   int // above the key of every move
	Tuning  Tuning
	Explore float64 // the constant of plain UCT, by matches between constants

	Root  func(V) P                        // the position that is seen
	Nth   func(pos Q, n int) games.Move    // a move by its number
	Write func(Move) games.Move            // a move by its key
	Play  func(pos Q, m games.Move)        // plays a legal move
	Lead  func(pos Q, player int) (by int) // how far a player is ahead, as a beginner sees it
}

// thinker returns a thinker that ends a search once its best move is certain.
func (m Mind[V, P, Q]) thinker(rng *rand.Rand) *Thinker[P, Q] {
	t := NewThinker[P, Q](m.Moves, m.Tuning, rng)
	t.Stops = true
	return t
}

// Decide chooses as a level does.
func (m Mind[V, P, Q]) Decide(v V, b Budget, rng *rand.Rand) games.Move {
	best, _ := m.thinker(rng).Think(m.Root(v), b)
	return m.Write(best)
}

// Plain chooses by plain UCT.
func (m Mind[V, P, Q]) Plain(v V, b Budget, rng *rand.Rand) games.Move {
	root := m.Root(v)
	return m.Nth(&root, UCT[P, Q](root, m.Explore, b, rng))
}

// Begin chooses as a beginner does: half of the moves are those after which it is as far ahead as can be.
func (m Mind[V, P, Q]) Begin(v V, _ Budget, rng *rand.Rand) games.Move {
	root := m.Root(v)
	best := HalfGreedy(Q(&root).Count(), func(n int) int {
		after := root
		Q(&after).PlayNth(n)
		return m.Lead(&after, Q(&root).Player())
	}, rng)
	return m.Nth(&root, best)
}

// rank is the Rank of a [Table].
func (m Mind[V, P, Q]) rank(v V, most int, b Budget, rng *rand.Rand) (best, line []games.Move) {
	return Rank(m.thinker(rng), m.Root(v), most, b, m.Write)
}

// chance is the Chance of a [Table].
func (m Mind[V, P, Q]) chance(v V, made games.Move, b Budget, rng *rand.Rand) float64 {
	pos := m.Root(v)
	m.Play(&pos, made)
	return 1 - NewThinker[P, Q](m.Moves, m.Tuning, rng).Chance(pos, b)
}

// Table returns a table with the searchers of the mind.
func (m Mind[V, P, Q]) Table(t Table[V]) Table[V] {
	t.Decide = func(int) Searcher[V] { return m.Decide }
	t.Yardsticks = []Yardstick[V]{{PlainUCT, m.Plain, true}, {Beginner, m.Begin, false}}
	t.Rank, t.Chance = m.rank, m.chance
	return t
}
