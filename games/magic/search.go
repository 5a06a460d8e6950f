package magic

import (
	"math/bits"
	"slices"
	"strconv"
)

// A Value is what a position is worth to the player to move when both play
// their best: winning in the fewest turns, losing in the most. A greater Value
// is better.
type Value uint8

// Between the worst, a game lost already, and the best, one won already, a loss
// is the better the longer it takes and a win the shorter.
const (
	lost Value = 0
	tie  Value = 20
	won  Value = 40
)

// Plies returns after how many turns the game is decided; a tie is decided when
// the board is full, and Plies is -1.
func (v Value) Plies() int {
	switch {
	case v < tie:
		return int(v - lost)
	case v > tie:
		return int(won - v)
	}
	return -1
}

// before returns the value of a position in which the best turn leads to one of
// value v for the other side. It falls as v rises: the best turn is the one that
// leads to the least.
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
		return "loss " + strconv.Itoa(v.Plies())
	case v > tie:
		return "win " + strconv.Itoa(v.Plies())
	}
	return "tie"
}

// A key is the same for all images of a position but for a few symmetric ones:
// the canonical pattern and the bits of its sides.
type key uint64

func (p Position) key() key {
	least, s := p.pattern().canonical()
	circles := sides(least.of(0), s.set(p.tiles[0][dark]))
	diamonds := sides(least.of(1), s.set(p.tiles[1][dark]))
	return key(least)<<(2*maxWidth) | key(circles|diamonds<<maxWidth)
}

// A bound is what is known of a value: it is from low to high.
type bound struct{ low, high Value }

// A searcher works out the values of positions, by alpha-beta with a
// transposition table.
type searcher struct {
	horizon int // it looks no further than to as many tiles, and takes what is not decided then for a tie
	seen    map[key]bound
	nodes   int // how many positions were searched
}

func newSearcher(horizon int) *searcher {
	return &searcher{horizon: horizon, seen: map[key]bound{}}
}

// keptTiles is how many tiles lie on the board in positions of the transposition
// table, at most. Those of more are searched again as fast as they are looked up.
const keptTiles = 13

// value returns the value of a position that is not decided if it lies between
// low and high, else a bound of it on that side.
func (s *searcher) value(p Position, low, high Value) Value {
	s.nodes++
	switch tiles := p.Tiles(); {
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
func (s *searcher) best(p Position, low, high Value) Value {
	var room [MaxTurns]branch
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

// A branch is a position that a turn leads to, and how early to search it: the
// lowest order first.
type branch struct {
	next  Position
	order int
}

// branches returns the best value among the turns that end the game, and appends
// the others to buf, without those that leave the other side with a row: these
// lose at once, and nothing is worse. A win at once leaves no others.
func (p Position) branches(buf []branch) (Value, []branch) {
	found := lost + 1
	var room [MaxTurns]Turn
	for _, t := range p.Turns(room[:0]) {
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

// replies guesses how many turns are worth a look after one from p: few when a
// row of p's mover has to be broken.
func (p Position) replies(before Position) int {
	n := p.flips() * bits.OnesCount16(p.empty())
	if p.hasRow(before.mover) {
		n -= MaxTurns
	}
	return n
}

// after is the reverse of before: the greatest value that the other side may be
// left with for a turn to be worth v or more.
func (v Value) after() Value {
	switch {
	case v < tie:
		return min(won, won+1-v)
	case v > tie:
		return max(lost+1, won-v) - 1
	}
	return tie
}
