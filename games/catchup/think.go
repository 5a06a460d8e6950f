package catchup

import (
	"math/rand/v2"

	"parlour/games/search"
)

// hardest is the best tuning known.
var hardest = search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}

// A key is a cell, or from MaxCells on the end of a turn with so many stones on the board, which
// comes once in a game.
type key = search.Move

const maxKeys = 2*MaxCells + 1

// enough is the key of ending the turn.
func (p *Position) enough() key { return MaxCells + key(p.shape.cells-int(p.left)) }

// think searches a position that is not over for the rest of its turn, stone by stone. It returns the
// turn, and the worth of its first stone to the mover, from 0 to 1. Where a stone lies matters more than
// when it was placed, as a [search.Thinker] has it.
func think(root Position, budget search.Budget, rng *rand.Rand) (turn Turn, worth float64) {
	t := search.NewThinker[searched](maxKeys, hardest, rng)
	t.Stops = true
	side := root.mover
	for left := int(root.limit); ; left-- {
		k, w := t.Think(searched{root}, budget.Part(1, max(left, 1)))
		if turn.n == 0 {
			worth = w
		}
		if k >= MaxCells {
			return turn, worth
		}
		turn = turnOf(append(turn.Cells(), Cell(k))...)
		root.step(k)
		if root.mover != side || root.Over() || !t.Advance(k) {
			return turn, worth
		}
		budget = budget.Part(max(left-1, 1), max(left, 1))
	}
}

// step places a stone or ends the turn, and ends it where no other stone may be placed.
func (p *Position) step(k key) {
	if k < MaxCells {
		p.Place(Cell(k))
		if p.More() {
			return
		}
	}
	p.Pass()
}

// A searched position is what a search plays, stone by stone; its players are the sides. Its moves are the
// cells where the next stone may lie and, once a stone of the turn lies, the end of the turn.
type searched struct{ Position }

// Player implements [search.Playable].
func (s *searched) Player() int { return int(s.mover) }

// Keys implements [search.Playable].
func (s *searched) Keys(buf []key) []key {
	for _, c := range s.free[:s.left] {
		if s.May(c) {
			buf = append(buf, key(c))
		}
	}
	if s.placed > 0 {
		buf = append(buf, s.enough())
	}
	return buf
}

// PlayKey implements [search.Playable].
func (s *searched) PlayKey(k key) { s.step(k) }

// Roll implements [search.Playable], with as many stones as are allowed.
func (s *searched) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	for ; !s.Over(); s.Pass() {
		for s.placed < s.limit && s.left > 0 {
			c, ok := s.Random(rng)
			if !ok {
				break
			}
			line = append(line, search.Made{Move: key(c), By: s.mover})
		}
	}
	return line
}

// Worth implements [search.Playable].
func (s *searched) Worth() float64 { return search.Worth(s.Winner()) }

// Count implements [search.Position].
func (s *searched) Count() int {
	switch {
	case s.placed == 0:
		return int(s.left)
	case s.bonus != Quiet:
		return int(s.left) + 1
	}
	n := 1
	for _, c := range s.free[:s.left] {
		if s.May(c) {
			n++
		}
	}
	return n
}

// PlayNth implements [search.Position].
func (s *searched) PlayNth(n int) { s.step(s.nth(n)) }

// nth returns the key of a move by its number: the end of the turn has the last.
func (s *searched) nth(n int) key {
	if s.placed == 0 || s.bonus != Quiet {
		if n < int(s.left) {
			return key(s.free[n])
		}
		return s.enough()
	}
	for _, c := range s.free[:s.left] {
		if s.May(c) {
			if n == 0 {
				return key(c)
			}
			n--
		}
	}
	return s.enough()
}

// Playout implements [search.Position]. It plays with as many stones as are allowed.
func (s *searched) Playout(rng *rand.Rand) float64 { return search.Worth(s.Position.Playout(rng)) }
