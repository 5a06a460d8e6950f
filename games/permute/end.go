package permute

import (
	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// An end is a late position as a [search.Solver] solves it. Its players are the colours, as no swap can come any more.
type end struct{ Position }

// A position is late from so many twists on, about eight turns before the end. The search of most of them takes some
// hundredths of a second, and looks at endNodes at most.
const (
	lateTwists = 60
	endNodes   = 50_000
)

// values returns the values of all twists of a position, if it is late and no swap can come.
func (v View) values() ([]games.Valued, bool) {
	p := v.position()
	if p.Count() > lateTwists || v.MaySwap || v.Offers {
		return nil, false
	}
	s := search.NewSolver[end, Twist, board.EndKey](endNodes)
	return s.Values(p.Player(), search.Following[end, Twist](end{p}))
}

// Key implements [search.End].
func (e *end) Key() board.EndKey { return e.EndKey(e.mover) }

// Bounds implements [search.End].
func (e *end) Bounds() (least, most search.Outcome) {
	if e.Over() {
		o := e.Outcome()
		return o, o
	}
	return e.Stones.Bounds(e.changing())
}

// changing returns the cells whose stones may still change: those of the faces that can be twisted, and of all that are
// joined to them by faces without a bandaged stone.
func (e *end) changing() (cells board.Cells) {
	var loose [maxSize]uint32 // by row: the faces without a bandaged stone
	for row := range e.Size() - 1 {
		fixed := e.Fixed[row+1] | e.Fixed[row+2]
		loose[row] = (1<<(e.Size()-1) - 1) &^ (fixed | fixed>>1)
		cells.Cover(row, e.live[row])
	}
	for before := (board.Cells{}); before != cells; {
		before = cells
		for row := range e.Size() - 1 {
			low, high := cells[row+1], cells[row+2]
			cells.Cover(row, loose[row]&(low|low>>1|high|high>>1))
		}
	}
	return cells
}

// Turns implements [search.End]: those first that leave the mover furthest ahead. Of twists to the same stones it has one.
func (e *end) Turns(buf []Twist) []Twist {
	for n := range e.Count() {
		if t := e.Nth(n); e.Turn(e.Position.Key(t)) == t {
			buf = append(buf, t)
		}
	}
	board.BestFirst(buf, func(t Twist) int {
		next := e.Position
		next.Play(t)
		return next.Lead(e.mover)
	})
	return buf
}
