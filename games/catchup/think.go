package catchup

import (
	"math/rand/v2"

	"parlour/games/search"
)

// A thinker searches a position for its best turn, stone by stone, by a tree and playouts. Where a
// stone lies matters more than when it was placed. So a cell is judged first by all playouts of the
// search in which its side had a stone there (habit), then by those through its node that placed it
// later, and at last by those that begin with it.
type thinker struct {
	tuning
	*search.Tree
	rng    *rand.Rand
	line   []made                  // the stones of the current playout, and where turns were enough
	habits [2][maxKeys]search.Mean // by side and key: all playouts that had it
	grown  []key                   // a buffer
}

// tuning holds the constants of a thinker, which matches between them decided.
type tuning struct {
	explore float64 // the constant of UCB1, times the number of moves
	most    float64 // the upper bound of that constant
	rave    float32 // own playouts, for each move of the node, that weigh as much as all that had the move later
	habit   float32 // playouts that had the move later that weigh as much as habit
}

// hardest is the best tuning known.
var hardest = tuning{explore: 3, most: 0.3, rave: 5, habit: 30}

// vague is the first estimate of a habit, a half.
var vague = search.Mean{N: 5, Sum: 2.5}

// A key is a cell, or from MaxCells on the end of a turn with so many stones on the board, which
// comes once in a game.
type key = search.Move

const maxKeys = 2*MaxCells + 1

// enough is the key of ending the turn.
func (p *Position) enough() key { return MaxCells + key(p.shape.cells-int(p.left)) }

// made is a key and the side that made it.
type made struct {
	key key
	by  Side
}

func newThinker(tuning tuning, rng *rand.Rand) *thinker {
	return &thinker{tuning: tuning, Tree: search.NewTree(maxKeys, rng), rng: rng}
}

// think searches a position that is not over for the rest of its turn. It returns the turn, and the
// worth of its first stone to the mover, from 0 to 1.
func (t *thinker) think(root Position, budget search.Budget) (turn Turn, worth float64) {
	side := root.mover
	for left := int(root.limit); ; left-- {
		k, w := t.step(&root, budget.Part(1, max(left, 1)))
		if turn.n == 0 {
			worth = w
		}
		if k >= MaxCells {
			return turn, worth
		}
		turn = turnOf(append(turn.Cells(), Cell(k))...)
		t.play(&root, k)
		if root.mover != side || root.Over() || !t.Advance(k) {
			return turn, worth
		}
		budget = budget.Part(max(left-1, 1), max(left, 1))
	}
}

// step searches for the next stone of a turn, or for its end, and returns its worth to the mover.
func (t *thinker) step(root *Position, budget search.Budget) (key, float64) {
	for clock := budget.Start(); clock.Next(1); {
		pos := *root
		t.descend(&pos)
		t.playout(&pos)
		t.record(pos.worth())
		if t.Settled(clock) {
			break
		}
	}
	return t.Best()
}

// play places a stone or ends the turn, and ends it where no other stone may be placed.
func (t *thinker) play(pos *Position, k key) {
	by := pos.mover
	t.Made(k, int(by))
	t.line = append(t.line, made{k, by})
	pos.step(k)
}

// step places a stone or ends the turn, and ends it where no other stone may be placed.
func (p *Position) step(k key) {
	if k < MaxCells {
		p.Place(Cell(k))
		if p.More() {
			return
		}
	}
	p.Pass()
}

// descend begins a playout: it walks to the end of the tree. The fewer moves a node has,
// the less weight has a playout that had the move later.
func (t *thinker) descend(pos *Position) {
	t.line = t.line[:0]
	for t.Begin(); !pos.Over(); {
		if !t.Grown() {
			if !t.Due() {
				return
			}
			t.grow(pos)
		}
		n := t.Count()
		t.play(pos, t.Choose(int(pos.mover), min(t.explore/float64(n), t.most), t.rave*float32(n)))
	}
}

// grow adds the moves of a position to its node of the tree.
func (t *thinker) grow(pos *Position) {
	t.grown = t.grown[:0]
	for _, c := range pos.free[:pos.left] {
		if pos.May(c) {
			t.grown = append(t.grown, key(c))
		}
	}
	if pos.placed > 0 {
		t.grown = append(t.grown, pos.enough())
	}
	mover := pos.mover
	t.Grow(t.grown, func(k key) search.Mean { return t.expect(k, mover) })
}

// expect returns the first estimate of a move: the side's habit, with the weight of
// tuning.habit playouts.
func (t *thinker) expect(k key, by Side) search.Mean {
	h := t.habits[by][k]
	return search.Mean{N: t.habit, Sum: t.habit * (h.Sum + vague.Sum) / (h.N + vague.N)}
}

// playout plays at random to the end, with as many stones as are allowed.
func (t *thinker) playout(pos *Position) {
	for !pos.Over() {
		for pos.placed < pos.limit && pos.left > 0 {
			c, ok := pos.Random(t.rng)
			if !ok {
				break
			}
			t.Made(key(c), int(pos.mover))
			t.line = append(t.line, made{key(c), pos.mover})
		}
		pos.Pass()
	}
}

// record adds a playout by its worth to White to the tree and to the habits.
func (t *thinker) record(worth float64) {
	worths := [2]float32{float32(worth), float32(1 - worth)}
	for _, m := range t.line {
		t.habits[m.by][m.key].Add(worths[m.by])
	}
	t.Record(worths[:])
}

// worth returns what a full board is worth to White: 1 for a win, 0 for a loss.
func (p *Position) worth() float64 { return worth(p.Winner()) }

func worth(winner Side, won bool) float64 {
	switch {
	case !won:
		return 0.5
	case winner == 0:
		return 1
	}
	return 0
}
