package pentago

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"parlour/games/search"
)

// A worth is what a position is worth to the seat to move, in points of a [glance]. Beyond sure it
// is won or lost; the fewer turns that takes, the further.
type worth int32

const (
	won  worth = 1 << 20
	sure worth = won - 2*cells
	draw worth = 0
)

// later returns a worth seen one turn earlier, by the other side.
func (w worth) later() worth {
	switch {
	case w > sure:
		return 1 - w
	case w < -sure:
		return -1 - w
	}
	return -w
}

// sooner is the reverse of later: w.sooner().later() is w.
func (w worth) sooner() worth {
	switch {
	case w > sure:
		return -w - 1
	case w < -sure:
		return 1 - w
	}
	return -w
}

// A searcher searches positions by alpha-beta, deeper and deeper, with a table of positions that
// it has met. It looks at each board once, counts that as one playout of its budget, and plays what
// looks best first. Most turns that lead to the same board are one.
type searcher struct {
	rng     *rand.Rand
	clock   *search.Clock
	table   []memory
	stopped bool
	rooms   [cells][]branch // by depth that is left, for the branches of a position
	refuted Turn            // the last turn that was too good one turn ahead
}

// A memory is what the table keeps of a position.
type memory struct {
	key   uint64
	worth worth
	turn  Turn
	depth int8
	bound int8 // below 0 if the worth is an upper bound, above 0 if it is a lower one
}

// A branch is a turn and the board after it, for the other side to move.
type branch struct {
	own, other Set
	turn       Turn
	over       bool
	worth      worth // by a look, to the side that makes the turn; later by a search
	wins       bool  // whether the other side can win in the next turn
}

const tableSize = 1 << 17

func newSearcher(rng *rand.Rand, budget search.Budget) *searcher {
	return &searcher{rng: rng, clock: budget.Start()}
}

// placements are where a stone on a cell lies after a twist.
var placements = func() (all [NoTwist][cells]Set) {
	for t := range NoTwist {
		for c := range NoCell {
			all[t][c] = c.bit().twisted(t)
		}
	}
	return all
}()

// A symmetry says which quadrants of a board look the same after half a turn and after a quarter.
type symmetry struct {
	half, quarter [quadrants]bool
	idle          int // number of quadrants whose twist changes nothing
}

func symmetryOf(own, other *[NoTwist]Set, sides [2]Set) (s symmetry) {
	for quadrant := range quadrants {
		t := Twist(2 * quadrant)
		s.half[quadrant] = own[t] == own[t+1] && other[t] == other[t+1]
		if s.quarter[quadrant] = own[t] == sides[0] && other[t] == sides[1]; s.quarter[quadrant] {
			s.idle++
		}
	}
	return s
}

// spare reports whether a search can leave out a twist after a placement in a quadrant, because other
// turns lead to the same boards. If half a turn leaves a quadrant as it was, one direction is enough. Of
// the quadrants that a twist leaves as they were, one is enough. In the quadrant of the placement the
// other turns place the stone on another cell.
func (s *symmetry) spare(t Twist, in int) bool {
	quadrant := int(t / 2)
	switch {
	case !t.Clockwise():
		return s.half[quadrant]
	case !s.quarter[quadrant]:
		return false
	case quadrant == in:
		return s.idle > 1
	}
	for before := range quadrant {
		if before != in && s.quarter[before] {
			return true
		}
	}
	return false
}

// branches appends to buf the boards that the turns of a position lead to, and leaves out most turns
// that lead to the same board as another one. If a turn wins, it is the only branch. buf is empty.
func branches(buf []branch, own, other, open Set) []branch {
	if cell := own.completing() & open; cell != 0 {
		return append(buf, branch{turn: Turn{cell.lowest(), NoTwist}, over: true, worth: won - 1})
	}
	var ours, theirs [NoTwist]Set
	for t := range NoTwist {
		ours[t], theirs[t] = own.twisted(t), other.twisted(t)
	}
	same := symmetryOf(&ours, &theirs, [2]Set{own, other})
	full := (own | other).count() == cells-1
	for left := open; left != 0; left &= left - 1 {
		c := left.lowest()
		in := int(c / inPart)
		for t := range NoTwist {
			if same.spare(t, in) {
				continue
			}
			b := branch{own: theirs[t], other: ours[t] | placements[t][c], turn: Turn{c, t}}
			switch first, second := b.other.wins(), b.own.wins(); {
			case first && !second:
				return append(buf[:0], branch{turn: b.turn, over: true, worth: won - 1})
			case second && !first:
				b.over, b.worth = true, 1-won
			case first || full:
				b.over, b.worth = true, draw
			}
			buf = append(buf, b)
		}
	}
	return buf
}

// judge looks at the board of a branch, and returns its worth to the side that makes the turn.
func (b *branch) judge() worth {
	if b.over {
		return b.worth
	}
	g := look(b.own, b.other)
	b.worth = worth(-g.score)
	if b.wins = g.wins; g.wins {
		b.worth = 2 - won
	}
	return b.worth
}

// hash returns a number for a board.
func hash(own, other Set) uint64 {
	h := (uint64(own)*0x9e3779b97f4a7c15 ^ uint64(other)) * 0xd6e8feb86659fd93
	h ^= h >> 32
	return (h ^ uint64(other)) * 0xd6e8feb86659fd93
}

// root returns the branches of a position, the best in front, by a search.
func (s *searcher) root(p Position) []branch {
	mover := p.Mover()
	all := branches(nil, p.stones[mover], p.stones[1-mover], p.open())
	s.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return s.rank(p, all)
}

// glimpse is root with so many turns only, which are drawn: the others are overlooked.
func (s *searcher) glimpse(p Position, turns int) []branch {
	var all []branch
	for range turns {
		all = append(all, *p.after(p.draw(s.rng)))
	}
	return s.rank(p, all)
}

// rank puts some branches of a position into order, the best in front, by a search of growing depth. It
// ends when the budget does, or when the best is sure.
func (s *searcher) rank(p Position, all []branch) []branch {
	s.clock.Next(len(all))
	for i := range all {
		all[i].judge()
	}
	order(all)
	for depth := 1; depth < cells-p.Ply() && len(all) > 1 && all[0].worth <= sure; depth++ {
		if !s.deepen(all, depth) {
			break
		}
		order(all)
	}
	return all
}

// order puts branches into the order of their worths, the best first, and leaves equals as they are.
func order(all []branch) {
	slices.SortStableFunc(all, func(a, b branch) int { return cmp.Compare(b.worth, a.worth) })
}

// lead puts a branch in front of those before it.
func lead(all []branch, i int) {
	b := all[i]
	copy(all[1:i+1], all[:i])
	all[0] = b
}

// deepen searches the branches of the root to a depth, from the best by the search before. It
// returns false if the budget came to its end: then the best so far is in front.
func (s *searcher) deepen(all []branch, depth int) bool {
	alpha := -won
	for i := range all {
		b := &all[i]
		if !b.over && !b.wins {
			w := s.value(b.own, b.other, depth, -won, alpha.sooner()).later()
			if s.stopped {
				return false
			}
			b.worth = w
		}
		if b.worth > alpha {
			alpha = b.worth
			lead(all, i)
		}
	}
	return true
}

// value returns the worth of a board to the side to move, which cannot win in this turn: exactly
// within a window, else a bound beyond it.
func (s *searcher) value(own, other Set, depth int, alpha, beta worth) worth {
	switch {
	case s.table != nil:
	case depth == 1:
		return s.leaf(own, other, beta)
	default:
		s.table = make([]memory, tableSize)
	}
	key := hash(own, other)
	slot := &s.table[key%tableSize]
	known := slot.key == key
	switch {
	case known && slot.holds(depth, alpha, beta):
		return slot.worth
	case depth == 1:
		return s.leaf(own, other, beta)
	}
	room := branches(s.rooms[depth][:0], own, other, all&^(own|other))
	s.rooms[depth] = room
	if !s.clock.Next(len(room)) {
		s.stopped = true
		return 0
	}
	for i := range room {
		room[i].judge()
	}
	order(room)
	if known {
		leadTurn(room, slot.turn)
	}
	m := s.best(room, depth, alpha, beta)
	if s.stopped {
		return 0
	}
	m.key = key
	*slot = m
	return m.worth
}

// holds reports whether a memory answers a search of its position to a depth and within a window.
func (m *memory) holds(depth int, alpha, beta worth) bool {
	return int(m.depth) >= depth && (m.bound == 0 || m.bound > 0 && m.worth >= beta || m.bound < 0 && m.worth <= alpha)
}

// leadTurn puts the branch of a turn in front, if there is one.
func leadTurn(all []branch, t Turn) {
	if i := slices.IndexFunc(all, func(b branch) bool { return b.turn == t }); i > 0 {
		lead(all, i)
	}
}

// best searches the branches of a position in their order until one is too good, and returns the memory
// of the position.
func (s *searcher) best(room []branch, depth int, alpha, beta worth) memory {
	m := memory{worth: -won, depth: int8(depth), bound: -1}
	for i := range room {
		b := &room[i]
		w := b.worth
		if !b.over && !b.wins {
			w = s.value(b.own, b.other, depth-1, beta.sooner(), alpha.sooner()).later()
			if s.stopped {
				break
			}
		}
		if w > m.worth {
			m.worth, m.turn = w, b.turn
		}
		if w >= beta {
			m.bound = 1
			break
		}
		if w > alpha {
			alpha, m.bound = w, 0
		}
	}
	return m
}

// leaf is value one turn ahead: it looks at the boards after the turns until one is too good.
func (s *searcher) leaf(own, other Set, beta worth) worth {
	room := branches(s.rooms[1][:0], own, other, all&^(own|other))
	s.rooms[1] = room
	leadTurn(room, s.refuted)
	most := -won
	for i := range room {
		if !s.clock.Next(1) {
			s.stopped = true
			return 0
		}
		if most = max(most, room[i].judge()); most >= beta {
			s.refuted = room[i].turn
			break
		}
	}
	return most
}
