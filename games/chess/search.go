package chess

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"parlour/games/search"
)

// A searcher searches positions by alpha-beta with a table of those that it has met. Each position counts as one playout
// of its budget.
type searcher struct {
	clock   *search.Clock
	table   []memory
	past    []Key // of the game and then of the line that is looked at
	killers [maxLine][2]Turn
	habits  [2][64 * 64]int32 // by side and squares: how often a quiet turn was good enough
	rooms   [maxLine][]ranked
	salt    Key // draws the chance in looks
	stopped bool
}

// A memory is what the table keeps of a position.
type memory struct {
	key   Key
	worth worth
	turn  Turn // the best one; 0 for none
	depth int8
	bound int8 // below 0 if the worth is an upper bound, above 0 if it is a lower one
}

// A ranked is a turn and how good it looks, or of the root its worth.
type ranked struct {
	turn  Turn
	worth worth
}

const (
	maxLine = 96 // plies of a line
	chance  = 8  // points at random from 0, so that no two games are alike
)

// newSearcher returns a searcher with a table for as many positions as it may meet, as far as memory allows.
func newSearcher(past []Key, b search.Budget, salt uint64) *searcher {
	const least, most = 10, 20 // bits of its size
	size := most
	if b.Time == 0 {
		size = min(max(bits.Len(uint(b.Playouts)), least), most)
	}
	return &searcher{clock: b.Start(), table: make([]memory, 1<<size), past: slices.Clone(past), salt: Key(salt)}
}

// memoryOf returns the place of a position in the table.
func (s *searcher) memoryOf(key Key) *memory { return &s.table[key&Key(len(s.table)-1)] }

// look is that of a position, with a little chance.
func (s *searcher) look(p *Position) worth {
	return p.look() + worth((p.key^s.salt)*0x9e3779b97f4a7c15>>32%chance)
}

// order appends the turns of a position, those first that promise most: the one that was best before, what takes more
// with less, and quiet ones that were good elsewhere.
func (s *searcher) order(p *Position, ply int, first Turn, noisy bool) []ranked {
	var buffer [256]Turn
	all := s.rooms[ply][:0]
	for _, t := range p.turns(buffer[:0], noisy) {
		r := ranked{t, 0}
		switch {
		case t == first:
			r.worth = 1 << 30
		case p.takes(t) && !p.castles(t):
			taken := Pawn
			if p.sides[1-p.mover].has(t.to()) {
				taken = p.kindAt(t.to())
			}
			r.worth = 1<<28 + 16*early[taken] - early[p.kindAt(t.from())]
			if !noisy && early[taken] < early[p.kindAt(t.from())] && p.gain(t) < 0 {
				r.worth = -1 << 28
			}
		case t.becomes() == Queen:
			r.worth = 1 << 28
		case t == s.killers[ply][0] || t == s.killers[ply][1]:
			r.worth = 1 << 27
		default:
			r.worth = s.habits[p.mover][t&0xfff]
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b ranked) int { return cmp.Compare(b.worth, a.worth) })
	s.rooms[ply] = all
	return all
}

// drawn reports whether a position ends the game as a draw, or is one that came before.
func (s *searcher) drawn(p *Position) bool {
	if p.clock >= somePlies || p.dead() {
		return true
	}
	last := len(s.past) - 1
	for i := last - 2; i >= max(0, last-int(p.clock)); i -= 2 {
		if s.past[i] == p.key {
			return true
		}
	}
	return false
}

// value returns the worth of a position to the side to move by a search of so many plies, if it lies between alpha and
// beta, else a bound of it. Its key is the last of the past.
func (s *searcher) value(p *Position, depth, ply int, alpha, beta worth, mayPass bool) worth {
	check := p.checks() != 0
	if check {
		depth++
	}
	if depth <= 0 || ply >= maxLine-1 {
		return s.settle(p, ply, alpha, beta)
	}
	if s.stopped = s.stopped || !s.clock.Next(1); s.stopped || s.drawn(p) {
		return 0
	}
	m := s.memoryOf(p.key)
	first := Turn(0)
	if m.key == p.key {
		first = m.turn
		w := m.worth
		if w > sure { // a mate is so far from here
			w -= worth(ply)
		} else if w < -sure {
			w += worth(ply)
		}
		if int(m.depth) >= depth && (m.bound == 0 || m.bound > 0 && w >= beta || m.bound < 0 && w <= alpha) {
			return w
		}
	}
	looks := s.look(p)
	if !check && beta < sure && beta > -sure {
		if depth <= 3 && looks-worth(85*depth) >= beta { // it is so good that the other side must do something
			return looks
		}
		if mayPass && depth >= 3 && looks >= beta && p.sides[p.mover]&^(p.kinds[Pawn]|p.kinds[King]) != 0 {
			next := *p
			next.pass()
			next.clock++
			s.past = append(s.past, next.key)
			w := -s.value(&next, depth-3-depth/5, ply+1, -beta, -beta+1, false)
			s.past = s.past[:len(s.past)-1]
			if !s.stopped && w >= beta {
				return min(w, sure)
			}
		}
	}
	best, at, low := -mate, Turn(0), alpha
	all := s.order(p, ply, first, false)
	for i := range all {
		t := all[i].turn
		quiet := !p.takes(t) && t.becomes() == Pawn || p.castles(t)
		if quiet && !check && i > 3 && best > -sure && depth <= 4 && (i > 4+3*depth*depth || looks+worth(60+90*depth) <= alpha) {
			continue
		}
		next := *p
		next.Play(t)
		w := s.follow(&next, depth-1, ply, i, quiet && !check, max(alpha, best), beta)
		if s.stopped {
			return 0
		}
		if w > best {
			if best, at = w, t; best >= beta {
				if quiet {
					s.note(p.mover, t, ply, depth)
				}
				break
			}
		}
	}
	if len(all) == 0 {
		if check {
			return -mate + worth(ply)
		}
		return 0
	}
	s.remember(m, p.key, at, depth, ply, best, low, beta)
	return best
}

// follow returns what the position after a turn is worth to the side that made it. All but the first turn are only asked
// whether they are better, and late quiet ones with less depth at first.
func (s *searcher) follow(next *Position, depth, ply, i int, quiet bool, alpha, beta worth) (w worth) {
	s.past = append(s.past, next.key)
	defer func() { s.past = s.past[:len(s.past)-1] }()
	less := 0
	if quiet && i > 2 && depth >= 2 {
		if less = 1 + i/10 + depth/6; next.checks() != 0 {
			less = 0
		}
	}
	if i > 0 {
		w = -s.value(next, depth-less, ply+1, -alpha-1, -alpha, true)
		if less > 0 && w > alpha && !s.stopped {
			w = -s.value(next, depth, ply+1, -alpha-1, -alpha, true)
		}
		if w <= alpha || w >= beta || s.stopped {
			return w
		}
	}
	return -s.value(next, depth, ply+1, -beta, -alpha, true)
}

// note notes a quiet turn that was good enough.
func (s *searcher) note(side uint8, t Turn, ply, depth int) {
	if s.killers[ply][0] != t {
		s.killers[ply] = [2]Turn{t, s.killers[ply][0]}
	}
	const most = 1 << 20
	if h := &s.habits[side][t&0xfff]; *h < most {
		*h += int32(depth * depth)
	}
}

// remember puts a position into the table, a mate by how far it is from there.
func (s *searcher) remember(m *memory, key Key, t Turn, depth, ply int, best, low, beta worth) {
	bound := int8(0)
	switch {
	case best >= beta:
		bound = 1
	case best <= low:
		bound = -1
	}
	if best > sure {
		best += worth(ply)
	} else if best < -sure {
		best -= worth(ply)
	}
	*m = memory{key, best, t, int8(depth), bound}
}

// settle is value once the depth is used up: it goes on while a side takes something with profit or is in check.
func (s *searcher) settle(p *Position, ply int, alpha, beta worth) worth {
	if s.stopped = s.stopped || !s.clock.Next(1); s.stopped || p.dead() {
		return 0
	}
	check := p.checks() != 0
	best := s.look(p)
	if ply >= maxLine-1 {
		return best
	}
	if check {
		best = -mate + worth(ply)
	} else if best >= beta {
		return best
	}
	for _, r := range s.order(p, ply, 0, !check) {
		t := r.turn
		if !check && (p.gain(t) < 0 || s.slight(p, t, best, max(alpha, best))) {
			continue
		}
		next := *p
		next.Play(t)
		w := -s.settle(&next, ply+1, -beta, -max(alpha, best))
		if s.stopped {
			return 0
		}
		if best = max(best, w); best >= beta {
			break
		}
	}
	return best
}

// slight reports whether what a turn takes cannot bring a worth near alpha.
func (s *searcher) slight(p *Position, t Turn, looks, alpha worth) bool {
	if t.becomes() != Pawn || !p.sides[1-p.mover].has(t.to()) {
		return false
	}
	return looks+early[p.kindAt(t.to())]+150 < alpha
}

// root returns the turns of the mover, the best first, by searches that go one ply deeper each. Those of the others are
// bounds.
func (s *searcher) root(p Position, overlooks float64, rng *rand.Rand) []ranked {
	all := slices.Clone(s.order(&p, 0, 0, false))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = search.Noticed(all, overlooks, rng)
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(min(b.worth, 0), min(a.worth, 0)) })
	for depth := range maxLine / 2 {
		next := slices.Clone(all)
		best := -mate
		for i := range next {
			after := p
			after.Play(next[i].turn)
			next[i].worth = s.follow(&after, depth, 0, i, false, best, mate)
			if s.stopped {
				break
			}
			best = max(best, next[i].worth)
		}
		if s.stopped {
			break
		}
		slices.SortStableFunc(next, func(a, b ranked) int { return cmp.Compare(b.worth, a.worth) })
		if all = next; len(all) == 1 || max(best, -best) > sure && depth > int(mate-max(best, -best)) {
			break
		}
	}
	return all
}
