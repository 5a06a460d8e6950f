package permute

import (
	"math/rand/v2"

	"parlour/games/search"
)

// A thinker searches a position for its best twist, by a tree and uniform playouts. There
// are hundreds of twists, and most mean the same some turns later. So a twist is judged
// first by all playouts of the search that had it (habit), then by those through its node
// that had it later, and at last by those that begin with it. The two directions of a
// twist that give the same stones are one move.
type thinker struct {
	tuning
	*search.Tree
	rng    *rand.Rand
	line   []key                   // the twists of the current playout, in turn
	habits [2][maxKeys]search.Mean // by side and twist: all playouts that had it
	grown  []key                   // a buffer
	stops  bool                    // whether a search ends once its best twist is certain
}

// tuning holds the constants of a thinker, which matches between them decided.
type tuning struct {
	explore float64 // the constant of UCB1, times the number of moves
	most    float64 // the upper bound of that constant
	rave    float32 // own playouts, for each move of the node, that weigh as much as all that had the move later
	habit   float32 // playouts that had the move later that weigh as much as habit
}

// hardest is the best tuning known. In the opening there are many twists with small
// differences, so playouts that had a twist at any time tell more than trying each of
// them again; towards the end the search must overlook no reply.
var hardest = tuning{explore: 3, most: 0.3, rave: 5, habit: 30}

// vague is the first estimate of a habit, a half.
var vague = search.Mean{N: 5, Sum: 2.5}

// A key is the number of a twist, the same on a board of any size.
type key = search.Move

const maxKeys = maxCells * 8

// keyOf returns the key of a legal twist. Both directions have the key of the clockwise
// one if they give the same stones, which is so if equal stones are diagonal.
func (p *Position) keyOf(t Twist) key {
	k := key(t.Row*maxSize+t.Col)<<3 | key(t.Spot)<<1
	if face := p.face(t.Col, t.Row); !t.Clockwise && face != 0b0110 && face != 0b1001 {
		k |= 1
	}
	return k
}

// twistOf returns the twist of a key.
func twistOf(k key) Twist {
	at := int(k >> 3)
	return Twist{Col: at % maxSize, Row: at / maxSize, Clockwise: k&1 == 0, Spot: int(k >> 1 & 3)}
}

func newThinker(tuning tuning, rng *rand.Rand) *thinker {
	return &thinker{tuning: tuning, Tree: search.NewTree(maxKeys, rng), rng: rng}
}

// think searches a position that is not over. It returns the twist tried most and its
// worth to the mover, from 0 to 1.
func (t *thinker) think(root Position, budget search.Budget) (Twist, float64) {
	for clock := budget.Start(); clock.Next(1); {
		pos := root
		t.descend(&pos)
		for !pos.Over() {
			t.play(&pos, pos.keyOf(pos.Nth(t.rng.IntN(pos.Count()))))
		}
		t.record(root.mover, pos.worth())
		if t.stops && t.Settled(clock) {
			break
		}
	}
	best, worth := t.Best()
	return twistOf(best), worth
}

// play makes a twist of the current playout, in which no face is twisted twice.
func (t *thinker) play(pos *Position, k key) {
	t.Made(k, int(pos.mover))
	t.line = append(t.line, k)
	pos.Play(twistOf(k))
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
	for n := range pos.Count() {
		twist := pos.Nth(n)
		if k := pos.keyOf(twist); twistOf(k) == twist { // else the other direction stands for it
			t.grown = append(t.grown, k)
		}
	}
	t.Grow(t.grown, func(k key) search.Mean { return t.expect(k, pos.mover) })
}

// expect returns the first estimate of a twist: the side's habit, with the weight of
// tuning.habit playouts.
func (t *thinker) expect(k key, by Colour) search.Mean {
	h := t.habits[by][k]
	return search.Mean{N: t.habit, Sum: t.habit * (h.Sum + vague.Sum) / (h.N + vague.N)}
}

// record adds a playout that the mover began, by its worth to Orange, to the tree and to
// the habits.
func (t *thinker) record(mover Colour, worth float64) {
	worths := [2]float32{float32(worth), float32(1 - worth)}
	for i, k := range t.line {
		by := mover ^ Colour(i&1)
		t.habits[by][k].Add(worths[by])
	}
	t.Record(worths[:])
}

// worth returns what the board as it stands is worth to Orange: 1 for a win, 0 for a loss,
// and a half for a draw.
func (p *Position) worth() float64 { return worth(p.Winner()) }

func worth(winner Colour, won bool) float64 {
	switch {
	case !won:
		return 0.5
	case winner == Orange:
		return 1
	}
	return 0
}
