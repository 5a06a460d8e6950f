package search

import (
	"math"
	"math/rand/v2"
)

// A Move is a move's number among all that a game has, in whatever position.
type Move uint16

// A Tree is what a search keeps of its playouts: moves, and what came of them. It judges
// a move first by the playouts in which its player made it at any time (all moves as
// first, Brügmann, 1993), and by those that begin with it more and more as they gather
// (RAVE, Gelly and Silver, 2007), with the bound UCB1 (Auer, Cesa-Bianchi and Fischer,
// 2002): where most moves mean much the same some turns later, that tells them apart far
// sooner. In no playout may a move be made twice.
//
// It knows no rules; whoever searches leads it through each playout. After Begin, until
// the game is over or the tree is at its end (Grown, Due), it grows where it has no moves
// (Grow) and says which to play (Choose). From there on chance chooses. Every move of
// the playout is told to it (Made), and at last what the end is worth (Record).
type Tree struct {
	Even bool // whether the best move of the root is the one that is worth nearest to a half

	rng   *rand.Rand
	nodes []branch // the root at 0; the moves of a node lie beside each other
	path  []ply    // of the playout under way: the root, and each move to where it is in the tree
	made  []ply    // by move: the last playout that had it, and who made it
	now   int32    // the number of the playout under way
}

// A branch is a move in the tree, and the position that it leads to.
type branch struct {
	move   Move
	count  uint16 // moves from here: 0 until they are known
	first  int32  // where they begin
	played Mean   // playouts through here, by their worth to who moved
	later  Mean   // the same of playouts through the node before in which they moved so at any time
}

// A ply is a node or a playout, by number, and whose move it is.
type ply struct{ number, by int32 }

// A Mean is of worths, each from 0 to 1.
type Mean struct{ N, Sum float32 }

// Add adds a worth.
func (m *Mean) Add(worth float32) { m.N++; m.Sum += worth }

// growAt is how many playouts go through a node before it gets its moves, and maxNodes
// how far a tree grows: 24 bytes each.
const (
	growAt   = 4
	maxNodes = 1 << 20
)

// NewTree returns a tree of a root, for a game of so many moves.
func NewTree(moves int, rng *rand.Rand) *Tree {
	return &Tree{rng: rng, nodes: []branch{{}}, made: make([]ply, moves)}
}

// Begin begins a playout at the root.
func (t *Tree) Begin() {
	t.now++
	t.path = append(t.path[:0], ply{})
}

// here is the node that the playout has come to.
func (t *Tree) here() *branch { return &t.nodes[t.path[len(t.path)-1].number] }

// Grown reports whether the node that the playout has come to has its moves.
func (t *Tree) Grown() bool { return t.here().count > 0 }

// Due reports whether that node, without moves, is to have them now. The root is.
func (t *Tree) Due() bool {
	return len(t.path) == 1 || t.here().played.N >= growAt && len(t.nodes) <= maxNodes
}

// Grow gives that node its moves, at least one, in an order drawn at random. Each is
// expected to be worth something, which weighs as much as so many playouts that had it;
// above 0.
func (t *Tree) Grow(moves []Move, expect func(Move) Mean) {
	first := len(t.nodes)
	n := t.here()
	n.first, n.count = int32(first), uint16(len(moves))
	for _, m := range moves {
		t.nodes = append(t.nodes, branch{move: m, later: expect(m)})
	}
	grown := t.nodes[first:]
	t.rng.Shuffle(len(grown), func(i, j int) { grown[i], grown[j] = grown[j], grown[i] })
}

// Count returns how many moves that node has.
func (t *Tree) Count() int { return int(t.here().count) }

// moves returns the moves of a node.
func (t *Tree) moves(n *branch) []branch { return t.nodes[n.first : n.first+int32(n.count)] }

// Choose returns the move there with the highest bound, for who is to move, and goes to
// it. The constant of UCB1 is the weight of exploration; the other is how many playouts
// of its own weigh as much as those that had the move at any time.
func (t *Tree) Choose(by int, explore float64, rave float32) Move {
	n := t.here()
	even := t.Even && len(t.path) == 1
	log := explore * explore * math.Log(float64(n.played.N+1))
	best, most := 0, float32(math.Inf(-1))
	moves := t.moves(n)
	for i := range moves {
		m := &moves[i]
		worth := (m.played.Sum + rave*m.later.Sum/m.later.N) / (m.played.N + rave)
		if even {
			worth = min(worth, 1-worth)
		}
		if bound := worth + float32(math.Sqrt(log/float64(m.played.N+1))); bound > most {
			best, most = i, bound
		}
	}
	t.path = append(t.path, ply{n.first + int32(best), int32(by)})
	return moves[best].move
}

// Made tells of a move of the playout, and who made it.
func (t *Tree) Made(m Move, by int) { t.made[m] = ply{t.now, int32(by)} }

// Record adds the playout, by what its end is worth to each player, to the moves of its
// path, and to those beside them that the same player made in it at any time.
func (t *Tree) Record(worths []float32) {
	t.nodes[0].played.Add(0) // which is the root's count; nobody made a move to it
	for i, p := range t.path[1:] {
		worth, made, mine := worths[p.by], t.made, ply{t.now, p.by}
		t.nodes[p.number].played.Add(worth)
		moves := t.moves(&t.nodes[t.path[i].number])
		for i := range moves {
			if m := &moves[i]; made[m.move] == mine {
				m.later.Add(worth)
			}
		}
	}
}

// Best returns the move of the root that was tried most, and its worth to who makes it.
func (t *Tree) Best() (Move, float64) {
	moves := t.moves(&t.nodes[0])
	best := moves[0]
	for _, m := range moves {
		if m.played.N > best.played.N {
			best = m
		}
	}
	return best.move, float64(best.played.Sum / best.played.N)
}
