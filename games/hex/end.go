package hex

import (
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// A link is a bridge between two groups: the two empty cells of which either joins them, and the link before it.
type link struct {
	cells  [2]Cell
	before int // 0 is no link
}

// bridged reports whether a side joins its edges by stones and bridges that share no cell, so that it has won whoever is
// to move. It returns the cells of these bridges.
func (p *Position) bridged(side Stone) (over set, ok bool) {
	var seen, used set
	var by [stride * stride]uint8 // by stone: the link that led to its group
	links, queue := make([]link, 1, 2*maxSize), make([]Cell, 0, maxSize*maxSize)
	spread := func(c Cell, l int) { // to the group of a stone
		if seen.has(c) {
			return
		}
		from := len(queue)
		seen.add(c)
		for queue = append(queue, c); from < len(queue); from++ {
			by[queue[from]] = uint8(l)
			for _, step := range around[:sixth] {
				if to := queue[from] + step; p.stone[to] == side && !seen.has(to) {
					seen.add(to)
					queue = append(queue, to)
				}
			}
		}
	}
	// bridge returns the link across the two cells at a side of a stone, if these are free.
	bridge := func(c Cell, i int) (to Cell, l link, ok bool) {
		l = link{[2]Cell{c + around[i], c + around[i+1]}, int(by[c])}
		to = c + around[i] + around[i+1]
		free := func(c Cell) bool { return p.stone[c] == Empty && !used.has(c) }
		return to, l, free(l.cells[0]) && free(l.cells[1])
	}
	done := func(l link) (over set, ok bool) {
		for ; ; l = links[l.before] {
			if l.cells[0] != 0 {
				over.add(l.cells[0])
				over.add(l.cells[1])
			}
			if l == links[0] {
				return over, true
			}
		}
	}
	take := func(l link) int {
		used.add(l.cells[0])
		used.add(l.cells[1])
		links = append(links, l)
		return len(links) - 1
	}
	size := int(p.size)
	for line := range 2 { // what lies at the first edge, then what a bridge joins to it
		for i := range size {
			c := cellAt(i, line)
			if side == Blue {
				c = cellAt(line, i)
			}
			if p.stone[c] != side || seen.has(c) {
				continue
			}
			if line == 0 {
				spread(c, 0)
				continue
			}
			for dir := range sixth {
				if to, l, ok := bridge(c, dir); ok && p.stone[to] == side|first {
					l.before = 0
					spread(c, take(l))
					break
				}
			}
		}
	}
	for at := 0; at < len(queue); at++ {
		c := queue[at]
		for _, step := range around[:sixth] {
			if p.stone[c+step] == side|second {
				return done(links[by[c]])
			}
		}
	}
	for at := 0; at < len(queue); at++ {
		c := queue[at]
		for dir := range sixth {
			to, l, ok := bridge(c, dir)
			switch {
			case !ok:
			case p.stone[to] == side|second:
				return done(l)
			case p.stone[to] == side && !seen.has(to):
				from := len(queue)
				spread(to, take(l))
				for _, c := range queue[from:] {
					for _, step := range around[:sixth] {
						if p.stone[c+step] == side|second {
							return done(links[by[c]])
						}
					}
				}
			}
		}
	}
	return set{}, false
}

// threat returns a cell with which a side would be [Position.bridged], and the cells of which each other threat needs one
// too: whoever stops all has to place a stone there.
func (p *Position) threat(side Stone) (first Cell, needs set, ok bool) {
	needs = set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for c := range p.cells {
		if p.stone[c] != Empty {
			continue
		}
		p.stone[c] = side
		over, wins := p.bridged(side)
		p.stone[c] = Empty
		if !wins {
			continue
		}
		if !ok {
			first, ok = c, true
		}
		over.add(c)
		for i := range needs {
			needs[i] &= over[i]
		}
	}
	return first, needs, ok
}

// An end is a position as a [search.Solver] solves it. Its players are the sides.
type end struct{ Position }

// endNodes is how many positions the search of one looks at, in about half a second.
const endNodes = 1_500

// values returns the values of all cells, if a side wins by bridges or could by its next stone, and the search gets
// through.
func (v View) values() ([]games.Valued, bool) {
	if v.MaySwap || v.Offers || v.Ended != nil {
		return nil, false
	}
	p, near := v.position(), false
	for _, side := range []Stone{Red, Blue} {
		_, over := p.bridged(side)
		if !over && !near {
			_, _, over = p.threat(side)
		}
		near = near || over
	}
	if !near {
		return nil, false
	}
	s := search.NewSolver[end, Cell, [stride * stride]Stone](endNodes)
	return s.Values(p.Player(), search.Following[end, Cell](end{p}))
}

// Key implements [search.End].
func (e *end) Key() [stride * stride]Stone { return e.stone }

// Bounds implements [search.End]. Bridges decide before chains do.
func (e *end) Bounds() (least, most search.Outcome) {
	if _, won := e.bridged(Red); won || e.winner == Red {
		return search.Wins, search.Wins
	}
	if _, won := e.bridged(Blue); won || e.winner == Blue {
		return search.Loses, search.Loses
	}
	return search.Loses, search.Wins
}

// Turns implements [search.End]: one that wins by bridges, or else those that stop the other side from doing so, those
// first after which the mover needs fewest stones. It is none where nothing stops that.
func (e *end) Turns(buf []Cell) []Cell {
	if c, _, ok := e.threat(e.mover); ok {
		return append(buf, c)
	}
	_, needed, _ := e.threat(e.mover.other())
	var order [stride * stride]int
	for c := range e.cells {
		if e.stone[c] == Empty && needed.has(c) {
			buf = append(buf, c)
			after := e.with(c, e.mover)
			order[c] = after.needs(e.mover) - after.needs(e.mover.other())
		}
	}
	slices.SortStableFunc(buf, func(a, b Cell) int { return order[a] - order[b] })
	return buf
}
