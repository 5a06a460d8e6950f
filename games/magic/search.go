package magic

import (
	"math/bits"
	"slices"
	"strconv"
)

// A Value is what a position is worth to the seat to move with best play, which wins in
// the fewest turns and loses in the most. A greater Value is better.
type Value uint8

// From a game that is lost already to one that is won already: a later loss and a sooner win are better.
const (
	lost Value = 0
	tie  Value = 20
	won  Value = 40
)

// plies returns the number of turns until the game is decided, -1 for a tie.
func (v Value) plies() int {
	switch {
	case v < tie:
		return int(v - lost)
	case v > tie:
		return int(won - v)
	}
	return -1
}

// before returns the value of a position whose best turn leads to a position of value v
// for the other side. It falls as v rises.
func (v Value) before() Value {
	switch {
	case v < tie:
		return won - 1 - v
	case v > tie:
		return won + 1 - v
	}
	return tie
}

// String writes a value as "win 15", "loss 4" or "tie".
func (v Value) String() string {
	switch {
	case v < tie:
		return "loss " + strconv.Itoa(v.plies())
	case v > tie:
		return "win " + strconv.Itoa(v.plies())
	}
	return "tie"
}

// A key is the canonical pattern of a position and the bits of its sides: the same for all
// its images, except for a few symmetric ones.
type key uint64

func (p position) key() key {
	least, s := p.pattern().canonical()
	return key(least)<<(2*maxWidth) | key(p.code(least, s, maxWidth))
}

// A bound limits a value that is not known: from low to high.
type bound struct{ low, high Value }

// A searcher works out the values of positions, by alpha-beta with a transposition table.
type searcher struct {
	horizon int // number of tiles at which it stops; what is not decided then counts as a tie
	seen    map[key]bound
	nodes   int // number of positions searched
}

func newSearcher(horizon int) *searcher {
	return &searcher{horizon: horizon, seen: map[key]bound{}}
}

// keptTiles is the largest number of tiles of positions in the transposition table. Those
// of more are searched again as fast as they are looked up.
const keptTiles = 13

// value returns the value of a position that is not decided if it lies between low and
// high, else a bound of the value on that side.
func (s *searcher) value(p position, low, high Value) Value {
	s.nodes++
	switch tiles := p.tileCount(); {
	case tiles >= s.horizon:
		return tie
	case tiles > keptTiles:
		return s.best(p, low, high)
	}
	k := p.key()
	known, ok := s.seen[k]
	if !ok {
		known = bound{lost, won}
	}
	switch {
	case known.low >= high || known.low == known.high:
		return known.low
	case known.high <= low:
		return known.high
	}
	low, high = max(low, known.low), min(high, known.high)
	v := s.best(p, low, high)
	if v > low {
		known.low = max(known.low, v)
	}
	if v < high {
		known.high = min(known.high, v)
	}
	s.seen[k] = known
	return v
}

// best searches the turns of a position.
func (s *searcher) best(p position, low, high Value) Value {
	var room [maxTurns]branch
	found, branches := p.branches(room[:0])
	for _, b := range branches {
		if found >= high {
			break
		}
		v := s.value(b.next, high.after(), max(low, found).after())
		found = max(found, v.before())
	}
	return found
}

// A branch is a position that a turn leads to. Branches are searched in ascending order.
type branch struct {
	next  position
	order int
}

// branches returns the best value among the turns that end the game, and appends the other turns to buf. It leaves out
// those after which the other side has a row, since these lose at once; after a win at once it returns no other turns.
func (p position) branches(buf []branch) (Value, []branch) {
	found := lost + 1
	var room [maxTurns]Turn
	for _, t := range p.turns(room[:0]) {
		next := p
		next.Play(t)
		winner, over := next.Judge()
		switch {
		case !over:
			buf = append(buf, branch{next, next.replies(p)})
		case winner == p.mover:
			return won - 1, nil
		case winner != next.mover:
			found = tie
		}
	}
	slices.SortFunc(buf, func(a, b branch) int { return a.order - b.order })
	return found, buf
}

// replies estimates how many replies there are worth searching: few where a row of the
// seat that has just moved has to be broken.
func (p position) replies(before position) int {
	n := p.flips() * bits.OnesCount16(p.empty())
	if p.hasRow(before.mover) {
		n -= maxTurns
	}
	return n
}

// after is the reverse of before: the greatest value for the other side that makes a turn worth v or more.
func (v Value) after() Value {
	switch {
	case v < tie:
		return min(won, won+1-v)
	case v > tie:
		return max(lost+1, won-v) - 1
	}
	return tie
}
