package permutu

import (
	"math"
	"math/rand/v2"
	"time"

	"parlour/games"
)

// A thinker searches a position of several players for the best move: a tree search
// in which every seat wants the most for itself (max^n), with uniform playouts; those
// that prefer what looks good did not play better. It judges a move first by the
// playouts in which its seat made it at any time (AMAF; the mixture is that of RAVE),
// and by its own ones more and more as they gather: most moves mean much the same some
// turns later.
type thinker struct {
	tuning
	rng   *rand.Rand
	nodes []node              // the root at 0; the moves of a node lie beside each other
	path  []int32             // the nodes of the playout under way, from the root
	made  [maxSeats][2]uint64 // by seat: the set of moves that it made in that playout
	live  []uint8             // in it: the columns that may have blocks left
	takes []Take              // a buffer
	ends  prospect            // of all playouts from this root
}

// tuning is what matches decide.
type tuning struct {
	explore float64 // the constant of UCB1
	rave    float64 // how many playouts of its own weigh as much as AMAF
	margin  float64 // the share of worth that goes by points
	scale   float64 // how many points more than the others are much
	growAt  float32 // playouts after which a node gets its moves
}

// hardest is the best tuning known.
var hardest = tuning{explore: 0.1, rave: 400, margin: 0.25, scale: 8, growAt: 4}

// maxNodes is how far a tree grows: 28 bytes each.
const maxNodes = 1 << 20

// A node is a position that was reached by a move.
type node struct {
	take   Take
	mover  int8  // who is to move there, once it has moves
	count  int32 // moves from here: 0 until they are known
	first  int32 // where they begin
	played mean  // playouts through here, by their worth to who moved
	later  mean  // the same of playouts through the node before in which they moved so at any time
}

// A mean is of worths, each from 0 to 1.
type mean struct{ n, sum float32 }

func (m *mean) add(worth float32) { m.n++; m.sum += worth }

// A budget is how long to think: a number of playouts or, where it is above 0, a
// time.
type budget struct {
	playouts int
	each     time.Duration
}

func newThinker(how tuning, rng *rand.Rand) *thinker {
	return &thinker{tuning: how, rng: rng}
}

// think searches a position that is not over and returns the move tried most.
func (t *thinker) think(root Position, b budget) Take {
	if takes := root.Takes(root.mover, t.takes[:0]); len(takes) == 1 {
		return takes[0]
	}
	t.search(&root, b)
	return t.best().take
}

// search makes the playouts of a budget from a position that is not over.
func (t *thinker) search(root *Position, b budget) {
	const between = 16 // looks at the clock
	t.nodes, t.ends = append(t.nodes[:0], node{}), prospect{}
	t.grow(0, root)
	start := time.Now()
	for i := 0; b.each <= 0 && i < b.playouts || b.each > 0 && (i%between != 0 || time.Since(start) < b.each); i++ {
		p := *root
		t.made = [maxSeats][2]uint64{}
		t.descend(&p)
		t.finish(&p)
		t.record(&p)
	}
}

// finish plays to the end, every legal move equally likely.
func (t *thinker) finish(p *Position) {
	t.lie(p)
	for p.mover != games.Spectator {
		t.play(p, t.draw(p))
	}
}

// lie notes that every column may have blocks left.
func (t *thinker) lie(p *Position) {
	t.live = t.live[:0]
	for column := range p.columns {
		t.live = append(t.live, uint8(column))
	}
}

// draw draws a legal move. Mostly it finds one by drawing from all that a board has
// until one is legal, which is faster than to list those that are.
func (t *thinker) draw(p *Position) Take {
	const tries = 10
	for range tries {
		r := t.rng.Uint64()
		at := int(r >> 32 * uint64(len(t.live)) >> 32)
		take := Take{Column: t.live[at], Colour: Colour(r & 3)}
		if take.Colour == colours {
			take = Take{Column: take.Column, Whole: true}
		}
		switch {
		case p.left[take.Column] == 0:
			last := len(t.live) - 1
			t.live[at] = t.live[last]
			t.live = t.live[:last]
		case p.Legal(p.mover, take):
			return take
		}
	}
	t.takes = p.Takes(p.mover, t.takes[:0])
	return t.takes[t.rng.IntN(len(t.takes))]
}

// play makes a move of the playout under way.
func (t *thinker) play(p *Position, take Take) {
	word, bit := take.bit()
	t.made[p.mover][word] |= bit
	p.Play(take)
}

// bit numbers the moves of a board: the word and the bit of a set of them.
func (t Take) bit() (word int, bit uint64) {
	id := int(t.Column)*(colours+1) + int(t.Colour)
	if t.Whole {
		id += colours
	}
	return id / 64, 1 << (id % 64)
}

// descend begins a playout: it walks to where the tree ends.
func (t *thinker) descend(p *Position) {
	t.path = append(t.path[:0], 0)
	for at := int32(0); p.mover != games.Spectator; {
		if n := &t.nodes[at]; n.count == 0 {
			if n.played.n < t.growAt || len(t.nodes) > maxNodes {
				return
			}
			t.grow(at, p)
		}
		at = t.choose(at)
		t.path = append(t.path, at)
		t.play(p, t.nodes[at].take)
	}
}

// grow gives a node its moves, in an order drawn at random.
func (t *thinker) grow(at int32, p *Position) {
	first := len(t.nodes)
	t.takes = p.Takes(p.mover, t.takes[:0])
	for _, take := range t.takes {
		t.nodes = append(t.nodes, node{take: take, later: mean{1, 0.5}})
	}
	moves := t.nodes[first:]
	t.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	n := &t.nodes[at]
	n.mover, n.first, n.count = int8(p.mover), int32(first), int32(len(moves))
}

// moves returns the moves of a node.
func (t *thinker) moves(at int32) []node {
	n := &t.nodes[at]
	return t.nodes[n.first : n.first+n.count]
}

// choose returns the move of a node with the highest bound: AMAF counts as so many
// playouts of its own.
func (t *thinker) choose(at int32) int32 {
	log := t.explore * t.explore * math.Log(float64(t.nodes[at].played.n+1))
	rave := float32(t.rave)
	best, most := 0, float32(math.Inf(-1))
	moves := t.moves(at)
	for i := range moves {
		m := &moves[i]
		worth := (m.played.sum + rave*m.later.sum/m.later.n) / (m.played.n + rave)
		if bound := worth + float32(math.Sqrt(log/float64(m.played.n+1))); bound > most {
			best, most = i, bound
		}
	}
	return t.nodes[at].first + int32(best)
}

// record adds a playout that ended to the nodes of its path, and to those of their
// moves that the seat to move there made in it at any time.
func (t *thinker) record(end *Position) {
	worths := t.worths(end)
	mover := t.nodes[0].mover
	for _, at := range t.path {
		n := &t.nodes[at]
		n.played.add(worths[mover])
		if n.count == 0 {
			return // where the tree ended
		}
		mover = n.mover
		moves := t.moves(at)
		for i := range moves {
			if word, bit := moves[i].take.bit(); t.made[mover][word]&bit != 0 {
				moves[i].later.add(worths[mover])
			}
		}
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
