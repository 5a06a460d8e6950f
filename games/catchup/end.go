package catchup

import (
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// values returns the values of all turns of a position, if it is late.
func (p *position) values() ([]games.Valued, bool) {
	if p.left > mostOpen {
		return nil, false
	}
	open, s := slices.Clone(p.free[:p.left]), search.NewSolver[end, key, endKey](endNodes)
	return s.Values(int(p.mover), func(yield func(games.Move, end) bool) {
		on := true
		p.each(func(t Turn, next *position) {
			if on {
				after := *next
				after.pass()
				on = yield(p.shape.move(t), end{after, open})
			}
		})
	})
}

// A position is late from so many empty cells on. No search has looked at more than a tenth of endNodes.
const (
	mostOpen = 12
	endNodes = 1_000_000
)

// An end is a late position as a [search.Solver] solves it, stone by stone. A turn is a cell, or that the turn ends.
type end struct {
	position
	open []Cell // the cells that were empty at first, of which there are at most mostOpen
}

// An endKey has all that the rest of a game depends on.
type endKey struct {
	stones        uint32 // on the cells that were empty: a number with three digits for each
	mover         Side
	placed, limit uint8
	begun         [2]uint8
}

func (e *end) Player() int { return int(e.mover) }

// Key implements [search.End].
func (e *end) Key() endKey {
	k := endKey{mover: e.mover, placed: e.placed, limit: e.limit}
	for _, c := range e.open {
		k.stones = 3*k.stones + uint32(e.stone[c])
	}
	if e.placed > 0 { // else it follows from the stones
		k.begun = e.begun
	}
	return k
}

// Bounds implements [search.End]. Before the board is full it says nothing.
func (e *end) Bounds() (least, most search.Outcome) {
	if !e.Over() {
		return search.Loses, search.Wins
	}
	winner, won := e.winner()
	switch {
	case !won:
		return search.Ties, search.Ties
	case winner == 0:
		return search.Wins, search.Wins
	}
	return search.Loses, search.Loses
}

// Turns implements [search.End]: those first after which the groups of either side would be largest.
func (e *end) Turns(buf []key) []key {
	for _, c := range e.free[:e.left] {
		if e.may(c) {
			buf = append(buf, key(c))
		}
	}
	var order [MaxCells]int
	for _, k := range buf {
		order[k] = e.joinSize(Cell(k), 0) + e.joinSize(Cell(k), 1)
	}
	slices.SortFunc(buf, func(a, b key) int {
		if order[a] != order[b] {
			return order[b] - order[a]
		}
		return int(a) - int(b)
	})
	if e.placed > 0 {
		buf = append(buf, e.enough())
	}
	return buf
}

// Play implements [search.End].
func (e *end) Play(k key) { e.step(k) }
