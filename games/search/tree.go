package search

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A Move is a move's number among all that a game has, in whatever position.
type Move uint16

// A Tree keeps the moves of playouts and their results. It judges a move first by the
// playouts in which its player made it at any time (all moves as first, Brügmann, 1993),
// and more and more by those that begin with it (RAVE, Gelly and Silver, 2007), with the
// bound UCB1 (Auer, Cesa-Bianchi and Fischer, 2002). That tells moves apart far sooner
// where most of them mean much the same some turns later. No playout may make a move twice.
//
// A Tree knows no rules, so its user leads it through each playout. [Tree.Begin] starts at
// the root. While the game goes on, [Tree.Choose] says which move to play where
// [Tree.Grown]; where it is [Tree.Due], [Tree.Grow] adds the moves first; else the tree
// ends, and moves are random from there on. [Tree.Made] notes every move of the playout,
// and [Tree.Record] its result.
type Tree struct {
	Even bool // whether the best move of the root is the one whose worth is nearest to a half

	rng   *rand.Rand
	nodes []branch // the first root at 0; the moves of a node lie beside each other
	root  int32    // the node at which playouts begin
	path  []ply    // of the current playout: the root, and each move within the tree
	made  []ply    // by move: the last playout that had it, and the player who made it
	now   int32    // the number of the current playout
}

// A branch is a move in the tree, and the position that it leads to.
type branch struct {
	move   Move
	count  uint16 // number of moves from here: 0 until they are known
	first  int32  // index of the first of them
	played Mean   // playouts through here, by their worth to the player of the move
	later  Mean   // likewise, playouts through the node before that had the move at any time
}

// A ply is the number of a node or of a playout, and the player of the move.
type ply struct{ number, by int32 }

// A Mean is the number and the sum of worths, each from 0 to 1.
type Mean struct{ N, Sum float32 }

// Add adds a worth.
func (m *Mean) Add(worth float32) { m.N++; m.Sum += worth }

// growAt is the number of playouts through a node before it gets its moves. maxNodes is the
// number of nodes, of 24 bytes each, at which a tree stops growing.
const (
	growAt   = 4
	maxNodes = 1 << 20
)

// NewTree returns a tree with only a root, for a game whose moves are below that number.
func NewTree(moves int, rng *rand.Rand) *Tree {
	return &Tree{rng: rng, nodes: []branch{{}}, made: make([]ply, moves)}
}

// Begin begins a playout at the root.
func (t *Tree) Begin() {
	t.now++
	t.path = append(t.path[:0], ply{number: t.root})
}

// Advance plays a move of the root, which becomes the root of all that follows. What was found of it
// stays. It reports false, and does nothing, where the root has no such move.
func (t *Tree) Advance(m Move) bool {
	root := &t.nodes[t.root]
	for i := range t.moves(root) {
		if at := root.first + int32(i); t.nodes[at].move == m {
			t.root = at
			return true
		}
	}
	return false
}

// here returns the node that the playout has come to.
func (t *Tree) here() *branch { return &t.nodes[t.path[len(t.path)-1].number] }

// Grown reports whether the node that the playout has come to has its moves.
func (t *Tree) Grown() bool { return t.here().count > 0 }

// AtRoot reports whether the playout is at the root.
func (t *Tree) AtRoot() bool { return len(t.path) == 1 }

// Due reports whether a node without moves is to get them now. The root always is.
func (t *Tree) Due() bool {
	return t.AtRoot() || t.here().played.N >= growAt && len(t.nodes) <= maxNodes
}

// Grow gives that node its moves, at least one, in random order. The first estimate of each
// comes from expect, with the weight of that many playouts, above 0.
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

// Count returns the number of moves of that node.
func (t *Tree) Count() int { return int(t.here().count) }

// moves returns the moves of a node.
func (t *Tree) moves(n *branch) []branch { return t.nodes[n.first : n.first+int32(n.count)] }

// Choose returns the move with the highest bound for the player by, and goes to it. The
// constant of UCB1 is explore; rave is the number of a move's own playouts that weigh as
// much as all those that had the move at any time.
func (t *Tree) Choose(by int, explore float64, rave float32) Move {
	n := t.here()
	even := t.Even && t.AtRoot()
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

// Made notes a move of the playout and its player.
func (t *Tree) Made(m Move, by int) { t.made[m] = ply{t.now, int32(by)} }

// Record adds the playout, by its worth to each player, to the moves of its path, and to
// the moves beside them that the same player made at any time in it.
func (t *Tree) Record(worths []float32) {
	t.nodes[t.root].played.N++ // for the count alone: it tells nothing of the moves beside it
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

// settleEvery is the number of playouts between looks at whether a search is settled.
const settleEvery = 64

// Settled reports whether the playouts that a clock has left cannot change which move of the
// root was tried most. It looks now and then, as a look goes through all moves.
func (t *Tree) Settled(c *Clock) bool {
	root := &t.nodes[t.root]
	if c.used%settleEvery != 0 || root.count == 0 {
		return false
	}
	var most, second float32
	for _, m := range t.moves(root) {
		if m.played.N > most {
			most, second = m.played.N, most
		} else {
			second = max(second, m.played.N)
		}
	}
	return root.count == 1 || c.Decided(float64(most-second), 1)
}

// tried returns the move of a node that was tried most.
func (t *Tree) tried(n *branch) *branch {
	moves := t.moves(n)
	best := &moves[0]
	for i := range moves {
		if moves[i].played.N > best.played.N {
			best = &moves[i]
		}
	}
	return best
}

// Best returns the move of the root that was tried most, and its worth to its player.
func (t *Tree) Best() (Move, float64) {
	best := t.tried(&t.nodes[t.root])
	return best.move, float64(best.played.Sum / best.played.N)
}

// Ranked returns the moves of the root that were tried most, the most first, at most so many.
func (t *Tree) Ranked(most int) (moves []Move) {
	for _, n := range t.ranked(most) {
		moves = append(moves, n.move)
	}
	return moves
}

func (t *Tree) ranked(most int) []branch {
	moves := slices.Clone(t.moves(&t.nodes[t.root]))
	slices.SortStableFunc(moves, func(a, b branch) int { return cmp.Compare(b.played.N, a.played.N) })
	return moves[:min(most, len(moves))]
}

// surely is the number of playouts from which a move of the expected play is more than a guess.
const surely = 16

// Line returns the play that the search expects, at most so many moves: the first of [Tree.Lines].
func (t *Tree) Line(plies int) []Move {
	lines := t.Lines(1, plies)
	if len(lines) == 0 {
		return nil
	}
	return lines[0]
}

// Lines returns the moves of [Tree.Ranked], at most so many, each with the play that the search expects from it: the move
// that was tried most after it, and so on, at most so many in all, as long as there were playouts enough.
func (t *Tree) Lines(most, plies int) (lines [][]Move) {
	for _, n := range t.ranked(most) {
		line := []Move{n.move}
		for n.count > 0 && len(line) < plies {
			if n = *t.tried(&n); n.played.N < surely {
				break
			}
			line = append(line, n.move)
		}
		lines = append(lines, line)
	}
	return lines
}
