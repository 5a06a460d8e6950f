package magic

import (
	"slices"

	"parlour/games"
)

// Value returns what a position is worth when both play their best: by the rules
// if it is decided, else from the table, or from nine tiles on by a search, which
// takes half a second at most. The first call that needs the table reads it,
// which takes a second or two.
func (p Position) Value() Value { return newSearcher(allTiles).worth(p) }

// worth returns the value of any position.
func (s *searcher) worth(p Position) Value { return s.within(p, lost, won) }

// within returns the value of any position if it lies between low and high, else
// a bound of it on that side.
func (s *searcher) within(p Position, low, high Value) Value {
	winner, over := p.Judge()
	switch {
	case over && winner == p.mover:
		return won
	case over && winner != games.Spectator:
		return lost
	case over:
		return tie
	case s.horizon >= allTiles && p.Tiles() <= tableTiles:
		return known().value(p)
	}
	return s.value(p, low, high)
}

// choose returns a turn that none is better than, and the value of the position
// with it. Of several it prefers those that make a row, which the other side has to
// break, and of these each is as likely as another.
func (s *searcher) choose(p Position, c *games.Chance) (Turn, Value) {
	v := s.worth(p)
	turns := p.Turns(nil)
	games.Shuffle(c, turns)
	slices.SortStableFunc(turns, func(a, b Turn) int { return p.rowAfter(b) - p.rowAfter(a) })
	for _, t := range turns {
		if s.keeps(p, t, v) {
			return t, v
		}
	}
	panic("magic: no turn is worth what " + p.String() + " is")
}

// rowAfter returns 1 if the mover has a row after a turn, else 0.
func (p Position) rowAfter(t Turn) int {
	mover := p.mover
	p.Play(t)
	if p.hasRow(mover) {
		return 1
	}
	return 0
}

// keeps reports whether a turn is worth a value or more.
func (s *searcher) keeps(p Position, t Turn, v Value) bool {
	p.Play(t)
	left := v.after()
	return s.within(p, left, left+1) <= left
}
