// Package search holds the parts of an opponent that any game can use: plain UCT of a [Position], a [Thinker] for
// games with hundreds of moves that mean much the same, its [Tree], and the [Budget] of all. It knows no game.
//
// Its policy: a search copies a position and plays on the copy. The same position, seed
// and number of playouts give the same move. Only matches that measure players bound the
// time; opponents of people bound playouts.
//
// # Players
//
// A [Table] says how the players of a game think: those of all levels, yardsticks, and the adviser. The levels search
// alike, with more and more playouts, and the weak ones overlook some of their moves. A game embeds an [Opponent],
// which has the methods of a [games.Opponent] for its table.
//
// # Chances
//
// A search says of a good position that it is good, but not how often it wins. The mean of its playouts
// lies too near to a half, by as much as the game and the board ask for. So each game has a [Curve] for each of its
// boards, fitted on games of the strongest player against itself. The curve is the same for all seats.
package search

import (
	"math"
	"math/rand/v2"

	"parlour/games"
)

// A Position is a pointer to a position P of a game for players 0 and 1 that hides nothing.
type Position[P any] interface {
	*P
	Player() int // the player to move
	Count() int  // number of legal moves: 0 when it is over
	PlayNth(int) // plays a legal move by its number, from 0 to Count()-1

	// Playout plays at random to the end and returns its worth to player 0: from 0, a
	// loss, to 1. It may change the position.
	Playout(*rand.Rand) float64
}

// Perft counts the sequences of depth moves. The last move of a sequence is counted, not played.
func Perft[P any, Q interface {
	*P
	Count() int
	PlayNth(int)
}](root P, depth int) int {
	if depth <= 0 {
		return 1
	}
	count := Q(&root).Count()
	if depth == 1 {
		return count
	}
	sum := 0
	for n := range count {
		next := root
		Q(&next).PlayNth(n)
		sum += Perft[P, Q](next, depth-1)
	}
	return sum
}

// PerftSwapping is that of [games.Perfter] for a duel in which the second player may be allowed to swap sides.
func PerftSwapping[P any, Q interface {
	*P
	Count() int
	PlayNth(int)
}](d games.Duel, root P, depth int) int {
	return d.Counted(depth, func(depth int) int {
		sum := Perft[P, Q](root, depth)
		switch {
		case depth < 1:
		case d.MaySwap():
			sum += Perft[P, Q](root, depth-1)
		case d.Swaps && depth > 1: // by the reply to the first turn, unless that ends the game
			for n := range Q(&root).Count() {
				next := root
				if Q(&next).PlayNth(n); Q(&next).Count() > 0 {
					sum += Perft[P, Q](next, depth-2)
				}
			}
		}
		return sum
	})
}

// UCT returns the number of the best move of a position by plain UCT: UCB1 in a tree, and
// playouts beyond it. The constant of UCB1 is exploration; theory has √2, and matches tell
// what suits a game. The best move is the one tried most, -1 when there is none.
func UCT[P any, Q Position[P]](root P, exploration float64, budget Budget, rng *rand.Rand) int {
	count := Q(&root).Count()
	if count == 0 {
		return -1
	}
	t := tree{nodes: []node{{}}, most: plainNodes, exploration: exploration, rng: rng}
	t.expand(0, count)
	var pos P // once, as it lies on the heap
	for c := budget.Start(); c.Next(1); {
		pos = root
		t.record(descend[P, Q](&t, &pos))
	}
	return t.best()
}

// A node is a position that was reached. Its moves are nodes beside each other, in random
// order, in which each is tried once.
type node struct {
	move   int32   // its number in the position before
	first  int32   // index of the first of its moves
	count  int32   // number of its moves: 0 until they are known
	visits int32   // number of playouts through it
	sum    float64 // of their worths to the player who moved here
}

// A tree holds its root at 0.
type tree struct {
	nodes       []node
	most        int    // number of nodes at which it stops growing
	path        []step // of the current playout
	exploration float64
	rng         *rand.Rand
}

// A step is a node of a path and the player who moved there.
type step struct {
	node   int32
	player int
}

// plainNodes is the largest number of nodes of plain UCT, which take some 400 MB.
const plainNodes = 1 << 24

// descend walks from the root to the end of the tree, plays on from there, and returns the
// worth to player 0. A node gets its moves at the second visit.
func descend[P any, Q Position[P]](t *tree, pos Q) float64 {
	t.path = append(t.path[:0], step{})
	for at := int32(0); ; {
		if n := t.nodes[at]; n.count == 0 {
			count := 0
			if n.visits > 0 && len(t.nodes) < t.most {
				count = pos.Count()
			}
			if count == 0 {
				return pos.Playout(t.rng)
			}
			t.expand(at, count)
		}
		player := pos.Player()
		at = t.choose(at)
		pos.PlayNth(int(t.nodes[at].move))
		t.path = append(t.path, step{at, player})
	}
}

// expand gives a node its moves.
func (t *tree) expand(at int32, count int) {
	first := len(t.nodes)
	t.nodes[at].first, t.nodes[at].count = int32(first), int32(count)
	for move := range count {
		t.nodes = append(t.nodes, node{move: int32(move)})
	}
	moves := t.nodes[first:]
	t.rng.Shuffle(count, func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
}

// choose returns a move of a node by UCB1: each once, then the one with the highest bound.
func (t *tree) choose(at int32) int32 {
	n := t.nodes[at]
	log := math.Log(float64(n.visits))
	best, most := n.first, math.Inf(-1)
	for i := n.first; i < n.first+n.count; i++ {
		m := &t.nodes[i]
		if m.visits == 0 {
			return i
		}
		visits := float64(m.visits)
		if bound := m.sum/visits + t.exploration*math.Sqrt(log/visits); bound > most {
			best, most = i, bound
		}
	}
	return best
}

// record adds a playout to every node of its path.
func (t *tree) record(worth float64) {
	for _, s := range t.path {
		n := &t.nodes[s.node]
		n.visits++
		n.sum += [2]float64{worth, 1 - worth}[s.player]
	}
}

// best returns the number of the move tried most; of equals, the one worth more.
func (t *tree) best() int {
	root := t.nodes[0]
	best := root.first
	for i := root.first; i < root.first+root.count; i++ {
		a, b := t.nodes[i], t.nodes[best]
		if a.visits > b.visits || a.visits == b.visits && a.sum > b.sum {
			best = i
		}
	}
	return int(t.nodes[best].move)
}
