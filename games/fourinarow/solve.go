package fourinarow

import "sync"

// A solver finds what positions of one size come to by alpha-beta over sets of cells. Its table outlives a search, so the
// positions of a game share it.
type solver struct {
	*shape
	table []uint64 // 56 bits of a position's hash, then a bound
	nodes int      // that it may still search; below 0 once it gave up
}

// A score is what a position is worth to the side to move: 0 for a draw, above for a win, below for a loss, the
// further the sooner. A win with the last disc of its side is worth 1, one with the disc before 2.
type score = int

// The bound of an entry: a score from above, or one from below with bit 7, both moved to be positive.
const (
	zero  = 64
	least = 128
)

// tableBits has the size of the table of a search for people, of 16 MB.
const tableBits = 21

// joined is the number of discs below which a position and its mirror image share an entry.
const joined = 14

func newSolver(s *shape, bits int) *solver { return &solver{shape: s, table: make([]uint64, 1<<bits)} }

// solvers keeps those of searches for people.
var solvers = sync.Pool{New: func() any { return newSolver(nil, tableBits) }}

// borrow returns a solver with an empty table that may search so many positions. It is given back.
func borrow(shape *shape, nodes int) *solver {
	s := solvers.Get().(*solver)
	s.shape, s.nodes = shape, nodes
	clear(s.table)
	return s
}

func (s *solver) giveBack() { solvers.Put(s) }

// entry returns the entry of a position, and the hash that it must have.
func (s *solver) entry(own, all Set, ply int) (*uint64, uint64) {
	if ply < joined {
		if o, a := s.mirrored(own), s.mirrored(all); a < all || a == all && o < own {
			own, all = o, a
		}
	}
	h := uint64(own)*0x9E3779B97F4A7C15 ^ uint64(all+1)*0xC2B2AE3D27D4EB4F // not 0 for an empty board, as empty entries are
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	h ^= h >> 32
	return &s.table[h&uint64(len(s.table)-1)], h &^ 0xff
}

// soonest returns the score of a side that wins with its next disc, after so many discs.
func (s *shape) soonest(ply int) score { return (s.cells() - ply + 1) / 2 }

// search returns the score of a position if it lies within a window, else a bound of it on that side. The side to move
// cannot win at once. It means nothing once the nodes are spent.
func (s *solver) search(own, all Set, ply int, alpha, beta score) score {
	if s.nodes--; s.nodes < 0 {
		return 0
	}
	other, left := all^own, s.cells()-ply
	open, lost := s.sound(own, all)
	switch {
	case lost:
		return -(left / 2)
	case left <= 2:
		return 0
	}
	alpha, beta = max(alpha, 1-left/2), min(beta, s.most(own, all, left))
	if alpha >= beta {
		return alpha
	}
	at, hash := s.entry(own, all, ply)
	if *at&^0xff == hash {
		if bound := int(*at & 0xff); bound >= least {
			alpha = max(alpha, bound-least-zero)
		} else {
			beta = min(beta, bound-zero)
		}
		if alpha >= beta {
			return alpha
		}
	}
	moves, n := s.ordered(own, all, open)
	if n > 1 && left > 8 { // is one known to be good enough?
		for _, m := range moves[:n] {
			if at, hash := s.entry(other, all|m, ply+1); *at&^0xff == hash {
				if bound := int(*at & 0xff); bound < least && zero-bound >= beta {
					return zero - bound
				}
			}
		}
	}
	for _, m := range moves[:n] {
		v := -s.search(other, all|m, ply+1, -beta, -alpha)
		if s.nodes < 0 {
			return 0
		}
		if v >= beta {
			*at = hash | uint64(least+zero+v)
			return v
		}
		alpha = max(alpha, v)
	}
	*at = hash | uint64(zero+alpha)
	return alpha
}

// sound returns the open cells on which a disc does not lose at once, and reports whether there is none.
func (s *shape) sound(own, all Set) (open Set, lost bool) {
	threats := s.spots(all^own) &^ all
	open = (s.above(all) | s.bottom) &^ all
	if forced := open & threats; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0, true
		}
		open = forced
	}
	open &^= s.below(threats)
	return open, open == 0
}

// most returns an upper bound of the score of a position with so many cells left. Where each column has an even number of
// them, the other side can always answer in the same column, so it gets every second one.
func (s *shape) most(own, all Set, left int) score {
	if s.rows%2 == 0 && left%2 == 0 && s.above(all&s.odd)&^all == 0 {
		switch empty := s.board &^ all; {
		case s.wins(own | empty&s.odd):
		case s.wins(all ^ own | empty&^s.odd):
			return -1
		default:
			return 0
		}
	}
	return (left - 1) / 2
}

// ordered returns the cells of a set, those first that make most spots.
func (s *shape) ordered(own, all, open Set) (moves [maxCols]Set, n int) {
	var spots [maxCols]int
	for _, col := range s.order {
		m := open & col
		if m == 0 {
			continue
		}
		made, i := (s.spots(own|m) &^ all).count(), n
		for ; i > 0 && spots[i-1] < made; i-- {
			moves[i], spots[i] = moves[i-1], spots[i-1]
		}
		moves[i], spots[i] = m, made
		n++
	}
	return moves, n
}

// atLeast reports whether a position is worth a score at least to the side to move.
func (s *solver) atLeast(p Position, v score) bool {
	switch {
	case p.wins(p.other()):
		return -s.soonest(p.Ply()-1) >= v
	case p.spots(p.own)&p.open() != 0:
		return s.soonest(p.Ply()) >= v
	}
	return s.search(p.own, p.all, p.Ply(), v-1, v) >= v
}

// outcome returns 1 for a position that the side to move wins, 0 for a draw, -1 for a loss.
func (s *solver) outcome(p Position) int {
	switch {
	case s.atLeast(p, 1):
		return 1
	case s.atLeast(p, 0):
		return 0
	}
	return -1
}

// plies returns after how many plies a position is decided in which the side to move wins, or loses, with best play: 0 if
// it is over.
func (s *solver) plies(p Position, outcome int) int {
	if p.wins(p.other()) {
		return 0
	}
	soonest, later := s.soonest(p.Ply()), 0 // by so many discs of the winner
	if outcome < 0 {
		soonest = s.soonest(p.Ply() + 1)
	}
	for last := soonest - 1; later < last; { // between these
		middle := (later + last) / 2
		if v := soonest - middle; outcome > 0 && s.atLeast(p, v) || outcome < 0 && !s.atLeast(p, 1-v) {
			last = middle
		} else {
			later = middle + 1
		}
		if s.nodes < 0 {
			return 0
		}
	}
	if outcome < 0 {
		return 2*later + 2
	}
	return 2*later + 1
}
