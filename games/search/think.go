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

// A Turning is a pointer to a position P of a game for players 0 and 1 who hide nothing, in which a turn T is one move.
type Turning[P, T any] interface {
	*P
	Player() int   // the player to move
	Over() bool    // whether no turn is left
	Count() int    // the number of legal turns
	Nth(n int) T   // a legal turn by its number, from 0 to Count()-1
	Play(T)        // plays a legal turn
	PlayNth(n int) // likewise, by its number
	Key(T) Move    // of a legal turn; turns that lead to the same position may share that of one of them
	Turn(Move) T   // a turn by its key
	Worth() Worths // of a position that is over
}

// A turned is a position of such a game as searches play it.
type turned[P any, T comparable, Q Turning[P, T]] struct{ pos P }

func (t *turned[P, T, Q]) Player() int    { return Q(&t.pos).Player() }
func (t *turned[P, T, Q]) Over() bool     { return Q(&t.pos).Over() }
func (t *turned[P, T, Q]) Count() int     { return Q(&t.pos).Count() }
func (t *turned[P, T, Q]) Worth() Worths  { return Q(&t.pos).Worth() }
func (t *turned[P, T, Q]) PlayNth(n int)  { Q(&t.pos).PlayNth(n) }
func (t *turned[P, T, Q]) PlayKey(k Move) { Q(&t.pos).Play(Q(&t.pos).Turn(k)) }

func (t *turned[P, T, Q]) Keys(buf []Move) []Move { return Keys(Q(&t.pos), buf) }

// Keys appends the keys of the legal turns of a position but those for which another one stands.
func Keys[P any, T comparable, Q Turning[P, T]](pos Q, buf []Move) []Move {
	for n := range pos.Count() {
		turn := pos.Nth(n)
		if k := pos.Key(turn); pos.Turn(k) == turn {
			buf = append(buf, k)
		}
	}
	return buf
}

// Roll draws each turn evenly from the legal ones, unless the position has a Roll of its own, as [Playable] has it.
func (t *turned[P, T, Q]) Roll(rng *rand.Rand, line []Made) []Made {
	if own, ok := any(Q(&t.pos)).(interface {
		Roll(*rand.Rand, []Made) []Made
	}); ok {
		return own.Roll(rng, line)
	}
	for pos := Q(&t.pos); !pos.Over(); {
		k := pos.Key(pos.Nth(rng.IntN(pos.Count())))
		line = append(line, Made{k, uint8(pos.Player())})
		pos.Play(pos.Turn(k))
	}
	return line
}

func (t *turned[P, T, Q]) Playout(rng *rand.Rand) float64 { return Playout(Q(&t.pos), rng) }

// Playout plays turns to the end, each drawn evenly from the legal ones, and returns what that is worth to player 0.
func Playout[P, T any, Q Turning[P, T]](pos Q, rng *rand.Rand) float64 {
	for !pos.Over() {
		pos.PlayNth(rng.IntN(pos.Count()))
	}
	return float64(pos.Worth()[0])
}

// A Mind makes the searchers of such a game, whose Views are Vs.
type Mind[V interface {
	games.View
	Sizes() (side, ply int) // of the board, and the number of turns that were played
}, P any, T interface {
	comparable
	Move() games.Move
}, Q Turning[P, T]] struct {
	Levels    []games.Level
	Playouts  func(step, cells int) int // as in a Table
	Overlooks func(step int) float64    // likewise

	Moves   int // above the key of every turn
	Tuning  Tuning
	Explore float64 // the constant of plain UCT, by matches between constants

	Root func(V) P                        // the position that is seen
	Read func(games.Move) T               // a legal turn
	Lead func(pos Q, player int) (by int) // how far a player is ahead, as a beginner sees it
}

// Thinker returns a thinker for positions of the game.
func (m Mind[V, P, T, Q]) Thinker(rng *rand.Rand) *Thinker[turned[P, T, Q], *turned[P, T, Q]] {
	return NewThinker[turned[P, T, Q]](m.Moves, m.Tuning, rng)
}

// Think chooses a turn by a thinker, and returns what it is worth to the player to move.
func (m Mind[V, P, T, Q]) Think(
	t *Thinker[turned[P, T, Q], *turned[P, T, Q]], root P, b Budget,
) (turn games.Move, worth float64) {
	best, worth := t.Think(turned[P, T, Q]{root}, b)
	return Q(&root).Turn(best).Move(), worth
}

// Decide chooses as a level does.
func (m Mind[V, P, T, Q]) Decide(v V, b Budget, rng *rand.Rand) games.Move {
	t := m.Thinker(rng)
	t.Stops = true
	best, _ := m.Think(t, m.Root(v), b)
	return best
}

// Plain chooses by plain UCT.
func (m Mind[V, P, T, Q]) Plain(v V, b Budget, rng *rand.Rand) games.Move {
	root := m.Root(v)
	return Q(&root).Nth(UCT(turned[P, T, Q]{root}, m.Explore, b, rng)).Move()
}

// Begin chooses as a beginner does: any move, or one after which it is as far ahead as can be.
func (m Mind[V, P, T, Q]) Begin(v V, b Budget, rng *rand.Rand) games.Move {
	root := m.Root(v)
	pos := Q(&root)
	best := MostlyGreedy(pos.Count(), func(n int) int {
		after := root
		Q(&after).PlayNth(n)
		return m.Lead(&after, pos.Player())
	}, b, rng)
	return pos.Nth(best).Move()
}

// Rank is the Rank of a [Table].
func (m Mind[V, P, T, Q]) Rank(v V, most int, b Budget, rng *rand.Rand) (lines [][]games.Move) {
	root, t := m.Root(v), m.Thinker(rng)
	t.Stops = true
	m.Think(t, root, b)
	for _, keys := range t.Lines(most, linePlies) {
		var line []games.Move
		for _, k := range keys {
			line = append(line, Q(&root).Turn(k).Move())
		}
		lines = append(lines, line)
	}
	return lines
}

// ChanceAfter estimates the chance that a player wins who has just moved.
func (m Mind[V, P, T, Q]) ChanceAfter(pos P, b Budget, rng *rand.Rand) float64 {
	return 1 - m.Thinker(rng).Chance(turned[P, T, Q]{pos}, b)
}

// chance is the Chance of a [Table].
func (m Mind[V, P, T, Q]) chance(v V, made games.Move, b Budget, rng *rand.Rand) float64 {
	pos := m.Root(v)
	Q(&pos).Play(m.Read(made))
	return m.ChanceAfter(pos, b, rng)
}

// Table returns the table of the mind, with the curves of the boards.
func (m Mind[V, P, T, Q]) Table(curves Curves) Table[V] {
	return Table[V]{
		Levels: m.Levels, Playouts: m.Playouts, Overlooks: m.Overlooks, Curves: curves,
		Decide:     func(int) Searcher[V] { return m.Decide },
		Yardsticks: []Yardstick[V]{{PlainUCT, m.Plain, true}, {Beginner, m.Begin, false}},
		See: func(view games.View, _ games.Seat) (v V, cells, ply int) {
			v = view.(V)
			side, ply := v.Sizes()
			return v, side * side, ply
		},
		Rank: m.Rank, Chance: m.chance,
		Curve: func(v V, b Band) Curve {
			side, _ := v.Sizes()
			return curves.At(side, 2, b)
		},
	}
}
