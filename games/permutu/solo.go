package permutu

import (
	"math/bits"
	"math/rand/v2"
)

// Alone, a column that is open is best taken at once. It brings its symbols, which
// open other columns, and costs nothing: of its blocks one at most had a symbol that
// was missing, and that is there now without a single block. So an attempt is a set
// of symbols to take singly, in any order, and all that follows from them; from which
// column each is taken matters only in that no column gives two.

// A solo looks for the fewest symbols to take singly that open everything.
type solo struct {
	*Position
	blocks [maxSymbols][colours]uint32 // by column: what is left of it, a set of one symbol each; 0 for a block that was taken
	all    uint32                      // every symbol
	nodes  int                         // how many sets may still be looked at
	chosen []Symbol                    // the symbols to take singly
	source []int                       // by those: the column
}

// soloNodes are ten times as many as the worst of 8,000 deals needed, and take some
// tenths of a second.
const soloNodes = 1_000_000

func newSolo(p *Position, nodes int) *solo {
	s := &solo{Position: p, all: 1<<p.columns - 1, nodes: nodes}
	for column := range p.columns {
		for c := range Colour(colours) {
			if p.Lies(column, c) {
				s.blocks[column][c] = p.dealt[column][c].bit()
			}
		}
	}
	return s
}

// fewest reports whether an attempt can be finished, and leaves the fewest symbols
// to take singly in chosen. It may give up when the nodes are used up.
func (s *solo) fewest() bool {
	lying := uint32(0)
	for column, left := range s.left[:s.columns] {
		if left != 0 {
			lying |= 1 << column
		}
	}
	for number := range s.columns + 1 {
		if s.open(number, 0, s.owned[0], lying) {
			return true
		}
	}
	return false
}

// open looks for so many symbols, none before from, that open everything when taken
// singly. The order does not matter: of a set of the fewest, none is there through
// the others, and so none through those before it.
func (s *solo) open(number int, from Symbol, owned, lying uint32) bool {
	if s.nodes--; s.nodes < 0 {
		return false
	}
	owned, lying = s.follow(owned, lying)
	if owned == s.all {
		return s.sources(0)
	}
	for symbol := from; number > 0 && int(symbol) < s.columns; symbol++ {
		if owned&symbol.bit() != 0 {
			continue
		}
		s.chosen = append(s.chosen, symbol)
		if s.open(number-1, symbol+1, owned|symbol.bit(), lying) {
			return true
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
	}
	return false
}

// follow takes every column that is open, and returns what is owned and which
// columns are left. A block taken singly counts as if it still lay there: its symbol
// is owned.
func (s *solo) follow(owned, lying uint32) (uint32, uint32) {
	for before := uint32(0); before != lying; {
		before = lying
		for rest := lying; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros32(rest)
			b := &s.blocks[column]
			x, y, z := b[Red]&^owned, b[Black]&^owned, b[Green]&^owned
			if x == 0 && (y == 0 || z == 0) || y == 0 && z == 0 { // two at least are owned
				owned |= x | y | z
				lying &^= 1 << column
			}
		}
	}
	return owned, lying
}

// sources finds a full column for each symbol chosen from some one on, no column
// twice.
func (s *solo) sources(from int) bool {
	if from == len(s.chosen) {
		return true
	}
	symbol := s.chosen[from].bit()
	for column, b := range s.blocks[:s.columns] {
		used := false
		for _, other := range s.source[:from] {
			used = used || other == column
		}
		if used || s.left[column] != full || (b[Red]|b[Black]|b[Green])&symbol == 0 {
			continue
		}
		s.source = append(s.source[:from], column)
		if s.sources(from + 1) {
			return true
		}
	}
	return false
}

// first returns the first move after fewest: a column while one is open.
func (s *solo) first() Take {
	for column := range s.columns {
		if s.Position.whole(0, column) {
			return Take{Column: uint8(column), Whole: true}
		}
	}
	t := Take{Column: uint8(s.source[0])}
	for s.dealt[t.Column][t.Colour] != s.chosen[0] {
		t.Colour++
	}
	return t
}

// solve returns the best first move of an attempt that goes on, and what it comes
// to. When no way to finish is found, it is the best of many tries.
func (p *Position) solve(nodes int, rng *rand.Rand) (Take, SoloResult) {
	if s := newSolo(p, nodes); s.fewest() {
		return s.first(), SoloResult{Left: 0, Singles: p.singles + len(s.chosen)}
	}
	const tries = 2000
	return p.tries(tries, rng)
}

// tries plays an attempt to the end so many times, columns first, and returns the
// first move of the best, and what that came to.
func (p *Position) tries(number int, rng *rand.Rand) (Take, SoloResult) {
	var best Take
	var result SoloResult
	for i := range number {
		end := *p
		first := end.anyColumnFirst(rng)
		for end.Play(first); end.mover == p.mover; {
			end.Play(end.anyColumnFirst(rng))
		}
		if r := end.Solo(); i == 0 || r.Compare(result) < 0 {
			best, result = first, r
		}
	}
	return best, result
}

// anyColumnFirst draws from the columns that are open, and when there is none from
// the single blocks.
func (p *Position) anyColumnFirst(rng *rand.Rand) Take {
	var buf [MaxTakes]Take
	takes := p.Takes(p.mover, buf[:0])
	wholes := 0
	for _, t := range takes {
		if t.Whole {
			takes[wholes] = t
			wholes++
		}
	}
	if wholes > 0 {
		takes = takes[:wholes]
	}
	return takes[rng.IntN(len(takes))]
}
