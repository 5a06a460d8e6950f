package slyde

import (
	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// An end is a late position as a [search.Solver] solves it.
type end struct{ Position }

// A position is late from so many pairs on that can be swapped, about ten turns before the end. The search of most of
// them takes some hundredths of a second, and looks at endNodes at most.
const (
	latePairs = 14
	endNodes  = 50_000
)

// values returns the values of all turns of a position, if it is late and no stone may be changed.
func (v View) values() ([]games.Valued, bool) {
	p := v.position()
	if p.pairs > latePairs || p.mirror != 0 {
		return nil, false
	}
	s := search.NewSolver[end, Turn, board.EndKey](endNodes)
	return s.Values(p.Player(), search.Following[end, Turn](end{p}))
}

// Key implements [search.End].
func (e *end) Key() board.EndKey { return e.EndKey(e.mover) }

// Bounds implements [search.End].
func (e *end) Bounds() (least, most search.Outcome) {
	if e.Over() {
		o := e.Outcome()
		return o, o
	}
	if e.mirror != 0 {
		return search.Loses, search.Wins
	}
	return e.Stones.Bounds(e.live())
}

// live returns the cells whose stones may still be swapped: those of the pairs, and all that are joined to them by stones
// that are not fixed.
func (e *end) live() (live board.Cells) {
	for row := range e.Size() {
		live[row+1] |= e.right[row] | e.right[row]<<1 | e.above[row]
		live[row+2] |= e.above[row]
	}
	return live.Spread(e.Size(), e.Fixed)
}

// Turns implements [search.End]: those first that leave the mover furthest ahead.
func (e *end) Turns(buf []Turn) []Turn {
	for n := range e.Count() {
		buf = append(buf, e.Nth(n))
	}
	board.BestFirst(buf, func(t Turn) int {
		next := e.Position
		next.Play(t)
		return next.Lead(e.mover)
	})
	return buf
}
