package search

import (
	"math/rand/v2"

	"parlour/games"
)

// A Playable is a pointer to a position P of a game whose players, from 0, hide nothing, as a [Thinker] plays it.
type Playable[P any] interface {
	*P
	Player() int // the player to move
	Over() bool
	Keys(buf []Move) []Move // appends the legal moves, each once
	PlayKey(Move)           // plays a legal move

	// Roll plays at random to the end, and appends the moves and who made them.
	Roll(rng *rand.Rand, line []Made) []Made

	Worth() Worths // of a position that is over
}

// Worths are what an end is worth to each player: from 0, a loss, to 1.
type Worths [6]float32

// Roll is the Roll of a [Playable] whose moves are drawn evenly by their numbers, from 0 to count()-1.
func Roll[P any, Q Playable[P]](pos Q, count func() int, key func(n int) Move, rng *rand.Rand, line []Made) []Made {
	for !pos.Over() {
		m := key(rng.IntN(count()))
		line = append(line, Made{m, uint8(pos.Player())})
		pos.PlayKey(m)
	}
	return line
}

// Made is a move of a playout, and the player who made it.
type Made struct {
	Move Move
	By   uint8
}

// A Thinker searches positions for their best move, by a [Tree] and playouts. Where there are
// hundreds of moves and most mean the same some turns later, a move is judged first by all playouts
// of the search that had it (habit), then by those through its node that had it later, and at last
// by those that begin with it.
type Thinker[P any, Q Playable[P]] struct {
	Tuning
	*Tree
	Stops bool // whether a search ends once its best move is certain

	overlooks float64 // the share of the moves of the root that it does not look at
	rng       *rand.Rand
	line      []Made    // the moves of the current playout, in turn
	habits    [2][]Mean // by player and move: all playouts that had it; nothing for a Flat one
	grown     []Move    // a buffer
}

// Tuning holds the constants of a [Thinker], which matches between them decide.
type Tuning struct {
	Explore float64 // the constant of UCB1, times the number of moves
	Most    float64 // the upper bound of that constant
	Rave    float32 // own playouts, for each move of the node, that weigh as much as all that had the move later
	Habit   float32 // playouts that had the move later that weigh as much as its habit
	Flat    bool    // whether Most and Rave are what they are for any number of moves, and habits tell nothing
}

// vague is the first estimate of a habit, a half.
var vague = Mean{N: 5, Sum: 2.5}

// NewThinker returns a thinker for a game whose moves are below a number.
func NewThinker[P any, Q Playable[P]](moves int, tuning Tuning, rng *rand.Rand) *Thinker[P, Q] {
	t := &Thinker[P, Q]{Tuning: tuning, Tree: NewTree(moves, rng), rng: rng}
	for player := range t.habits {
		t.habits[player] = make([]Mean, moves)
	}
	return t
}

// Think searches a position that is not over. It returns the move tried most and its worth to the
// mover, from 0 to 1.
func (t *Thinker[P, Q]) Think(root P, budget Budget) (Move, float64) {
	t.overlooks = budget.Overlooks
	var pos P // once, as it lies on the heap
	for clock := budget.Start(); clock.Next(1); {
		pos = root
		t.descend(&pos)
		from := len(t.line)
		t.line = Q(&pos).Roll(t.rng, t.line)
		for _, m := range t.line[from:] {
			t.Made(m.Move, int(m.By))
		}
		t.record(Q(&pos).Worth())
		if t.Stops && t.Settled(clock) {
			break
		}
	}
	return t.Best()
}

// Chance estimates, by a search, the chance that the player to move wins: from 0 to 1, a draw counting
// half. The position may be over.
func (t *Thinker[P, Q]) Chance(root P, budget Budget) float64 {
	if pos := Q(&root); pos.Over() {
		return float64(pos.Worth()[pos.Player()])
	}
	_, worth := t.Think(root, budget)
	return worth
}

// descend begins a playout: it walks to the end of the tree. The fewer moves a node has, the less
// weight has a playout that had the move later.
func (t *Thinker[P, Q]) descend(pos Q) {
	t.line = t.line[:0]
	for t.Begin(); !pos.Over(); {
		if !t.Grown() {
			if !t.Due() {
				return
			}
			t.grow(pos)
		}
		n, by, explore, rave := t.Count(), pos.Player(), t.Most, t.Rave
		if !t.Flat {
			explore, rave = min(t.Explore/float64(n), t.Most), t.Rave*float32(n)
		}
		m := t.Choose(by, explore, rave)
		t.Made(m, by)
		t.line = append(t.line, Made{m, uint8(by)})
		pos.PlayKey(m)
	}
}

// grow adds the moves of a position to its node of the tree.
func (t *Thinker[P, Q]) grow(pos Q) {
	t.grown = pos.Keys(t.grown[:0])
	if t.AtRoot() {
		t.grown = Noticed(t.grown, t.overlooks, t.rng)
	}
	by := pos.Player()
	t.Grow(t.grown, func(m Move) Mean {
		var h Mean
		if !t.Flat {
			h = t.habits[by][m]
		}
		return Mean{N: t.Habit, Sum: t.Habit * (h.Sum + vague.Sum) / (h.N + vague.N)}
	})
}

// record adds a playout to the tree and to the habits.
func (t *Thinker[P, Q]) record(worths Worths) {
	for _, m := range t.line {
		if !t.Flat {
			t.habits[m.By][m.Move].Add(worths[m.By])
		}
	}
	t.Record(worths[:])
}

// Playouts returns the number of playouts that a thinker has made.
func (t *Thinker[P, Q]) Playouts() int { return int(t.now) }

// Worth returns what a result is worth to players 0 and 1: 1 for a win, 0 for a loss, and a half for a draw.
func Worth[S ~uint8](winner S, won bool) Worths {
	w := Worths{0.5, 0.5}
	if won {
		w[winner], w[1-winner] = 1, 0
	}
	return w
}

// linePlies is the length of the play that advice tells.
const linePlies = 3

// Rank searches a position and returns what the Rank of a [Table] does, with a function that writes a move.
func Rank[P any, Q Playable[P]](
	t *Thinker[P, Q], root P, most int, b Budget, write func(Move) games.Move,
) (best, line []games.Move) {
	t.Think(root, b)
	for _, m := range t.Ranked(most) {
		best = append(best, write(m))
	}
	for _, m := range t.Line(linePlies) {
		line = append(line, write(m))
	}
	return best, line
}

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
