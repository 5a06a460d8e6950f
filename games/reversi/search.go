package reversi

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"parlour/games/search"
)

// A worth is what a position is worth to the side to move, in points. Beyond won it is won, by as many discs, and
// likewise lost.
type worth int32

const won worth = 1 << 20

// A searcher searches positions by alpha-beta with a table of those that it has met. Each position counts as one playout
// of its budget.
type searcher struct {
	*shape
	clock   *search.Clock
	table   []memory
	rooms   [maxSize*maxSize + 1][]branch // by depth that is left
	salt    uint64                        // draws the chance in looks
	stopped bool
}

// A memory is what the table keeps of a position.
type memory struct {
	key   uint64
	worth worth
	cell  Cell // the best one
	depth int8
	bound int8 // below 0 if the worth is an upper bound, above 0 if it is a lower one
}

const tableSize = 1 << 17

func newSearcher(s *shape, b search.Budget, salt uint64) *searcher {
	return &searcher{shape: s, clock: b.Start(), table: make([]memory, tableSize), salt: salt}
}

// A branch is a turn and the position after it, by the sides of the mover and of the other.
type branch struct {
	own, other Set
	cell       Cell
	worth      worth // to the mover, or before a search how good the turn looks
}

// branches appends the turns of a side: a first one, and then those that leave the other side fewest moves.
func (s *searcher) branches(all []branch, own, other, moves Set, first Cell, depth int) []branch {
	for c := range moves.each {
		turned := s.turned(own, other, c)
		b := branch{own.or(turned).or(c.bit()), other.less(turned), c, 0}
		if depth > 1 {
			replies := s.moves(b.other, b.own)
			b.worth = -worth(replies.count() + 3*replies.and(s.corners).count())
		}
		switch {
		case c == first:
			b.worth = won
		case s.corners.has(c.bit()):
			b.worth += 8
		}
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b branch) int { return cmp.Compare(b.worth, a.worth) })
	return all
}

// noCell is no cell.
const noCell Cell = maxSize * maxSize

// value returns the worth of a position to the side to move by a search of so many turns, if it lies between alpha and
// beta, else a bound of it.
func (s *searcher) value(own, other Set, depth int, alpha, beta worth) worth {
	if s.stopped = s.stopped || !s.clock.Next(1); s.stopped {
		return 0
	}
	moves := s.moves(own, other)
	if moves.empty() {
		if s.moves(other, own).empty() {
			return final(own, other)
		}
		return -s.value(other, own, depth, -beta, -alpha)
	}
	if depth == 0 {
		return s.look(own, other, moves)
	}
	key := hash(own, other)
	m := &s.table[key%tableSize]
	first := noCell
	if m.key == key {
		first = m.cell
		if int(m.depth) >= depth && (m.bound == 0 || m.bound > 0 && m.worth >= beta || m.bound < 0 && m.worth <= alpha) {
			return m.worth
		}
	}
	best, at := -2*won, noCell
	all := s.branches(s.rooms[depth][:0], own, other, moves, first, depth)
	s.rooms[depth] = all
	for i := range all {
		b := &all[i]
		w := -s.value(b.other, b.own, depth-1, -beta, -max(alpha, best))
		if s.stopped {
			return 0
		}
		if w > best {
			if best, at = w, b.cell; best >= beta {
				break
			}
		}
	}
	*m = memory{key, best, at, int8(depth), 0}
	switch {
	case best >= beta:
		m.bound = 1
	case best <= alpha:
		m.bound = -1
	}
	return best
}

// final returns the worth of a position in which nobody can move.
func final(own, other Set) worth {
	lead := worth(own.count() - other.count())
	return lead + won*worth(cmp.Compare(lead, 0))
}

// hash returns the key of a position in the table.
func hash(own, other Set) uint64 {
	h := own.low*0x9e3779b97f4a7c15 ^ own.high*0xd6e8feb86659fd93
	h ^= h >> 32
	h = (h ^ other.low) * 0xff51afd7ed558ccd
	h ^= h >> 29
	h = (h ^ other.high) * 0xc4ceb9fe1a85ec53
	return h ^ h>>32
}

// The points of a look, each for one more than the other side has.
const (
	byMove   = 8   // a cell on which it may place
	byRim    = -3  // an empty cell beside its discs, on which the other side may come to place
	byCorner = 60  // a corner
	bySafe   = 12  // a disc that can never be turned over
	byX      = -30 // a disc diagonally beside a corner that is empty
	byC      = -12 // a disc beside such a corner on an edge
	chance   = 16  // points at random from 0, so that no two games are alike
)

// look returns what a position looks worth to the side to move, without a search.
func (s *searcher) look(own, other, moves Set) worth {
	empty := s.all.less(own.or(other))
	n := int((hash(own, other)^s.salt)*0x9e3779b97f4a7c15>>32%chance) + byMove*(moves.count()-s.moves(other, own).count()) +
		byRim*(s.around(own).and(empty).count()-s.around(other).and(empty).count())
	for i := range s.near {
		corner := &s.near[i]
		if corner[0].has(empty) {
			n += byX*(own.and(corner[1]).count()-other.and(corner[1]).count()) +
				byC*(own.and(corner[2]).count()-other.and(corner[2]).count())
		}
	}
	if own.or(other).has(s.corners) {
		n += byCorner*(own.and(s.corners).count()-other.and(s.corners).count()) +
			bySafe*(s.safe(own).count()-s.safe(other).count())
	}
	return worth(n)
}

// root returns the turns of the mover, the best first, by searches that go one turn deeper each. Those of the others
// are bounds.
func (s *searcher) root(p Position, overlooks float64, rng *rand.Rand) []branch {
	own, other := p.sides()
	all := s.branches(nil, own, other, p.open, noCell, p.left())
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = search.Noticed(all, overlooks, rng)
	left := p.left()
	for depth := range left {
		next := slices.Clone(all)
		best := -2 * won
		for i := range next {
			b := &next[i]
			b.worth = -s.value(b.other, b.own, depth, -2*won, -best)
			if s.stopped {
				break
			}
			best = max(best, b.worth)
		}
		if s.stopped {
			break
		}
		slices.SortStableFunc(next, func(a, b branch) int { return cmp.Compare(b.worth, a.worth) })
		if all = next; len(all) == 1 {
			break
		}
	}
	return all
}
