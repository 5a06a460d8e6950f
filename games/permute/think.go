package permute

import (
	"math"
	"math/rand/v2"

	"parlour/games/search"
)

// A thinker searches a position for its best twist: a tree search with uniform
// playouts that judges a twist first by the playouts in which its side made it at
// any time (AMAF; the mixture is that of RAVE), and by its own ones more and more
// as they gather. There are hundreds of twists, and most mean the same some turns
// later, so that tells them apart hundreds of times as soon. Where few playouts have
// been yet, those of the whole search in which the side made the twist count. The
// two directions of a twist that give the same stones are one move.
type thinker struct {
	tuning
	even   bool // whether the best twist is the one after which both sides are worth the same
	rng    *rand.Rand
	nodes  []node           // the root at 0; the moves of a node lie beside each other
	path   []int32          // the nodes of the playout under way, from the root
	done   [maxKeys]playout // by twist: the last playout that had it, and who made it
	now    uint32           // the number of the playout under way
	line   []key            // its twists, made by turns
	habits [2][maxKeys]mean // by side and twist: the playouts of the search that had it
}

// tuning is what matches decide.
type tuning struct {
	explore float64 // the constant of UCB1, times the number of moves
	most    float64 // and the most that the constant may be
	rave    float64 // how many playouts of its own, for each move there is, weigh as much as AMAF
	habit   float64 // how many playouts of AMAF weigh as much as habit
	growAt  int     // playouts after which a node gets its moves
}

// hardest is the best tuning known. In the opening the twists are many and the
// differences small, and AMAF tells more than trying all of them again and again;
// towards the end what counts is that no reply is overlooked.
var hardest = tuning{explore: 3, most: 0.3, rave: 5, habit: 30, growAt: 4}

// maxNodes is how far a tree grows: 24 bytes each.
const maxNodes = 1 << 20

// A node is a position that was reached by a twist.
type node struct {
	twist  key
	count  uint16 // moves from here: 0 until they are known
	first  int32  // where they begin
	played mean   // playouts through here, by their worth to who twisted
	later  mean   // the same of playouts through the node before in which they twisted so at any time
}

// A mean is of worths, each from 0 to 1.
type mean struct{ n, sum float32 }

// vague is a half, to begin with.
var vague = mean{5, 2.5}

func (m *mean) add(worth float32) { m.n++; m.sum += worth }

// A playout is the number of one and a side in it.
type playout struct {
	number uint32
	by     Colour
}

// A key numbers a twist, on a board of any size.
type key uint16

const maxKeys = maxCells * 8

// keyOf numbers a legal twist. Both directions have the number of the clockwise
// one where they give the same stones, which is when equals are diagonal.
func (p *Position) keyOf(t Twist) key {
	k := key(t.Row*maxSize+t.Col)<<3 | key(t.Spot)<<1
	if face := p.face(t.Col, t.Row); !t.Clockwise && face != 0b0110 && face != 0b1001 {
		k |= 1
	}
	return k
}

func (k key) twist() Twist {
	at := int(k >> 3)
	return Twist{Col: at % maxSize, Row: at / maxSize, Clockwise: k&1 == 0, Spot: int(k >> 1 & 3)}
}

func newThinker(tuning tuning, rng *rand.Rand) *thinker {
	return &thinker{tuning: tuning, rng: rng}
}

// think searches a position that is not over and returns the twist tried most and
// its worth, from 0 to 1, to who makes it.
func (t *thinker) think(root Position, budget search.Budget) (Twist, float64) {
	t.nodes, t.habits = append(t.nodes[:0], node{}), [2][maxKeys]mean{}
	t.grow(0, &root)
	for clock := budget.Start(); clock.Next(); {
		pos := root
		t.now++
		t.line = t.line[:0]
		t.descend(&pos)
		for !pos.Over() {
			t.play(&pos, pos.keyOf(pos.Nth(t.rng.IntN(pos.Count()))))
		}
		t.record(root.mover, pos.worth())
	}
	best := t.best()
	return best.twist.twist(), float64(best.played.sum / best.played.n)
}

// play makes a twist of the playout under way. No face is twisted twice in one, so
// it stands for itself.
func (t *thinker) play(pos *Position, k key) {
	t.done[k] = playout{t.now, pos.mover}
	t.line = append(t.line, k)
	pos.Play(k.twist())
}

// descend begins a playout: it walks to where the tree ends.
func (t *thinker) descend(pos *Position) {
	t.path = append(t.path[:0], 0)
	for at := int32(0); !pos.Over(); {
		if n := &t.nodes[at]; n.count == 0 {
			if int(n.played.n) < t.growAt || len(t.nodes) > maxNodes {
				return
			}
			t.grow(at, pos)
		}
		at = t.choose(at)
		t.path = append(t.path, at)
		t.play(pos, t.nodes[at].twist)
	}
}

// grow gives a node its moves, in an order drawn at random.
func (t *thinker) grow(at int32, pos *Position) {
	first := len(t.nodes)
	for n := range pos.Count() {
		twist := pos.Nth(n)
		if k := pos.keyOf(twist); k.twist() == twist { // else the other direction stands for it
			t.nodes = append(t.nodes, node{twist: k, later: t.expect(k, pos.mover)})
		}
	}
	moves := t.nodes[first:]
	t.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	t.nodes[at].first, t.nodes[at].count = int32(first), uint16(len(moves))
}

// expect returns what AMAF says of a twist at first: what the habit of the side does,
// for so many playouts.
func (t *thinker) expect(k key, by Colour) mean {
	n, h := float32(t.habit), t.habits[by][k]
	return mean{n, n * (h.sum + vague.sum) / (h.n + vague.n)}
}

// moves returns the moves of a node.
func (t *thinker) moves(at int32) []node {
	n := &t.nodes[at]
	return t.nodes[n.first : n.first+int32(n.count)]
}

// choose returns the move of a node with the highest bound: AMAF counts as so many
// playouts of its own, which are fewer where there are fewer moves. Where evenness is
// wanted of the root's moves, what counts is how near to a half they are.
func (t *thinker) choose(at int32) int32 {
	explore := min(t.explore/float64(t.nodes[at].count), t.most)
	log := explore * explore * math.Log(float64(t.nodes[at].played.n+1))
	rave := float32(t.rave) * float32(t.nodes[at].count)
	best, most := 0, float32(math.Inf(-1))
	for i, m := range t.moves(at) {
		worth := (m.played.sum + rave*m.later.sum/m.later.n) / (m.played.n + rave)
		if t.even && at == 0 {
			worth = min(worth, 1-worth)
		}
		bound := worth + float32(math.Sqrt(log/float64(m.played.n+1)))
		if bound > most {
			best, most = i, bound
		}
	}
	return t.nodes[at].first + int32(best)
}

// record adds a playout, by its worth to Orange, to the nodes of its path, to those
// of their moves that the side to move there made in it at any time, and to habits.
func (t *thinker) record(mover Colour, worth float64) {
	worths := [2]float32{float32(worth), float32(1 - worth)}
	for i, k := range t.line {
		by := mover ^ Colour(i&1)
		t.habits[by][k].add(worths[by])
	}
	for _, at := range t.path {
		t.nodes[at].played.add(worths[mover.Other()])
		moves := t.moves(at)
		for i := range moves {
			if t.done[moves[i].twist] == (playout{t.now, mover}) {
				moves[i].later.add(worths[mover])
			}
		}
		mover = mover.Other()
	}
}

// best returns the move of the root tried most.
func (t *thinker) best() node {
	moves := t.moves(0)
	best := moves[0]
	for _, m := range moves {
		if m.played.n > best.played.n {
			best = m
		}
	}
	return best
}

// worth returns what the board as it stands is worth to Orange: 1 when it has won, 0
// when it has lost, and a half for a draw.
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
