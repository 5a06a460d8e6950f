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

// sooner is the reverse of later: the worth after a turn that makes the turn worth w.
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
// looks best first. Turns that lead to the same board are one.
type searcher struct {
	rng     *rand.Rand
	clock   *search.Clock
	table   []memory
	stopped bool
	rooms   [cells + 1][]branch // by depth that is left, for the branches of a position
	best    [cells + 1]Turn     // by depth that is left, the turn that last proved too good
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

// branches appends to buf the boards that the turns of a position lead to, each once. A turn that wins stands alone.
func branches(buf []branch, own, other, open Set) []branch {
	if cell := own.completing() & open; cell != 0 {
		return append(buf, branch{turn: Turn{cell.lowest(), NoTwist}, over: true, worth: won - 1})
	}
	var ours, theirs [NoTwist]Set
	for t := range NoTwist {
		ours[t], theirs[t] = own.twisted(t), other.twisted(t)
	}
	full := (own | other).count() == cells-1
	for left := open; left != 0; left &= left - 1 {
		c := left.lowest()
		still := own | c.bit()
		idle := false
		var before Set
		for t := range NoTwist {
			mine := ours[t] | placements[t][c]
			if mine == still && theirs[t] == other {
				if idle {
					continue
				}
				idle = true
			}
			if !t.Clockwise() && mine == before && theirs[t] == theirs[t-1] {
				continue
			}
			before = mine
			b := branch{own: theirs[t], other: mine, turn: Turn{c, t}}
			switch first, second := mine.wins(), theirs[t].wins(); {
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

// root returns the branches of a position, the best first by a search of growing depth, at most of
// a number of turns. It ends when the budget does, or when the best is sure.
func (s *searcher) root(p Position, most int) []branch {
	mover := p.Mover()
	all := branches(nil, p.stones[mover], p.stones[1-mover], p.open())
	s.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range all {
		s.clock.Next(1)
		all[i].judge()
	}
	order := func() {
		slices.SortStableFunc(all, func(a, b branch) int { return cmp.Compare(b.worth, a.worth) })
	}
	order()
	for depth := 1; depth < min(most, cells-p.Ply()) && len(all) > 1; depth++ {
		if w := all[0].worth; w > sure || w < -sure && all[0].over {
			break
		}
		if !s.deepen(all, depth) {
			break
		}
		order()
	}
	return all
}

// deepen searches the branches of the root to a depth, from the best by the search before. It
// returns false if the budget came to its end: then only the best so far is in front.
func (s *searcher) deepen(all []branch, depth int) bool {
	alpha := -won
	for i := range all {
		b := &all[i]
		if b.over || b.wins {
			alpha = max(alpha, b.worth)
			continue
		}
		w := s.search(b.own, b.other, depth, -won, alpha.sooner()).later()
		if s.stopped {
			return false
		}
		b.worth = w
		if w > alpha {
			alpha = w
			best := *b
			copy(all[1:i+1], all[:i])
			all[0] = best
		}
	}
	return true
}

// search is value for a first board, which makes the table.
func (s *searcher) search(own, other Set, depth int, alpha, beta worth) worth {
	if s.table == nil {
		s.table = make([]memory, tableSize)
	}
	return s.value(own, other, depth, alpha, beta)
}

// value returns the worth of a board to the side to move, which cannot win in this turn: exactly
// within a window, else a bound beyond it.
func (s *searcher) value(own, other Set, depth int, alpha, beta worth) worth {
	key := hash(own, other)
	slot := &s.table[key%tableSize]
	first := Turn{NoCell, NoTwist}
	if slot.key == key {
		first = slot.turn
		if int(slot.depth) >= depth && (slot.bound == 0 || slot.bound > 0 && slot.worth >= beta || slot.bound < 0 && slot.worth <= alpha) {
			return slot.worth
		}
	}
	if depth == 1 {
		return s.leaf(own, other, alpha, beta)
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
	slices.SortFunc(room, func(a, b branch) int {
		if a.turn == first || b.turn == first {
			return cmp.Compare(bit(b.turn == first), bit(a.turn == first))
		}
		return cmp.Compare(b.worth, a.worth)
	})
	m := memory{key: key, worth: -won, depth: int8(depth), bound: -1, turn: room[0].turn}
	for i := range room {
		b := &room[i]
		w := b.worth
		if !b.over && !b.wins {
			w = s.value(b.own, b.other, depth-1, beta.sooner(), max(alpha, m.worth).sooner()).later()
			if s.stopped {
				return 0
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
	*slot = m
	return m.worth
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// leaf is value one turn ahead: it looks at the boards after the turns until one is too good.
func (s *searcher) leaf(own, other Set, alpha, beta worth) worth {
	room := branches(s.rooms[1][:0], own, other, all&^(own|other))
	s.rooms[1] = room
	if i := slices.IndexFunc(room, func(b branch) bool { return b.turn == s.best[1] }); i > 0 {
		room[0], room[i] = room[i], room[0]
	}
	most := -won
	for i := range room {
		if !s.clock.Next(1) {
			s.stopped = true
			return 0
		}
		b := &room[i]
		b.judge()
		if most = max(most, b.worth); most >= beta {
			s.best[1] = b.turn
			break
		}
	}
	return most
}
