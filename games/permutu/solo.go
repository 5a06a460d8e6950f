package permutu

import (
	"math/bits"
	"math/rand/v2"
)

// A solo finds the fewest symbols to take singly that finish an attempt by one player.
//
// An open column is best taken at once. It costs nothing: at most one of its symbols
// was missing, and the column brings that one without a single block. Its symbols open
// other columns. So an attempt is a set of symbols to take singly, in any order, and
// all columns that follow. From which column each is taken matters only because no
// column can give two.
type solo struct {
	pos    *Position
	blocks [maxSymbols][colours]uint32 // by column: each block left as a set of its symbol; 0 for a block that was taken
	all    uint32                      // the set of all symbols
	nodes  int                         // number of sets that the search may still visit
	chosen []Symbol                    // the symbols to take singly
	source []int                       // the column of each chosen symbol
}

// soloNodes limits the search. It is ten times as many as the worst of 8,000 deals
// needed, and takes some tenths of a second.
const soloNodes = 1_000_000

// newSolo prepares the search for a position with a limit of nodes.
func newSolo(p *Position, nodes int) *solo {
	s := &solo{pos: p, all: 1<<p.columns - 1, nodes: nodes}
	for column := range p.columns {
		for c := range Colour(colours) {
			if p.Lies(column, c) {
				s.blocks[column][c] = p.dealt[column][c].bit()
			}
		}
	}
	return s
}

// fewest reports whether the attempt can be finished, and leaves the fewest symbols to
// take singly in chosen. It may give up once the nodes are used up.
func (s *solo) fewest() bool {
	lying := uint32(0)
	for column, left := range s.pos.left[:s.pos.columns] {
		if left != 0 {
			lying |= 1 << column
		}
	}
	for number := range s.pos.columns + 1 {
		if s.open(number, 0, s.pos.owned[0], lying) {
			return true
		}
	}
	return false
}

// open looks for a number of symbols, none before from, that open everything when taken
// singly. The order does not matter: in a smallest set no symbol follows from the
// others, so none follows from those before it.
func (s *solo) open(number int, from Symbol, owned, lying uint32) bool {
	if s.nodes--; s.nodes < 0 {
		return false
	}
	owned, lying = s.follow(owned, lying)
	if owned == s.all {
		return s.sources(0)
	}
	for symbol := from; number > 0 && int(symbol) < s.pos.columns; symbol++ {
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

// follow takes every open column, and returns the owned symbols and the columns that
// are left. A block taken singly counts as if it still lay there, as its symbol is
// owned.
func (s *solo) follow(owned, lying uint32) (uint32, uint32) {
	for before := uint32(0); before != lying; {
		before = lying
		for rest := lying; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros32(rest)
			b := &s.blocks[column]
			x, y, z := b[Red]&^owned, b[Black]&^owned, b[Green]&^owned
			if x == 0 && (y == 0 || z == 0) || y == 0 && z == 0 { // at most one symbol is missing
				owned |= x | y | z
				lying &^= 1 << column
			}
		}
	}
	return owned, lying
}

// sources finds a full column for each chosen symbol from an index on, so that no
// column serves twice.
func (s *solo) sources(from int) bool {
	if from == len(s.chosen) {
		return true
	}
	symbol := s.chosen[from].bit()
	for column, b := range s.blocks[:s.pos.columns] {
		used := false
		for _, other := range s.source[:from] {
			used = used || other == column
		}
		if used || s.pos.left[column] != full || (b[Red]|b[Black]|b[Green])&symbol == 0 {
			continue
		}
		s.source = append(s.source[:from], column)
		if s.sources(from + 1) {
			return true
		}
	}
	return false
}

// first returns the first move of the attempt that fewest found. An open column goes
// first.
func (s *solo) first() Take {
	for column := range s.pos.columns {
		if s.pos.whole(0, column) {
			return Take{Column: uint8(column), Whole: true}
		}
	}
	t := Take{Column: uint8(s.source[0])}
	for s.pos.dealt[t.Column][t.Colour] != s.chosen[0] {
		t.Colour++
	}
	return t
}

// solve returns the best first move of an unfinished attempt and the result that it
// leads to. If the search finds no way to finish, it returns the best of many tries.
func solve(p *Position, nodes int, rng *rand.Rand) (Take, SoloResult) {
	if s := newSolo(p, nodes); s.fewest() {
		return s.first(), SoloResult{Left: 0, Singles: p.singles + len(s.chosen)}
	}
	const tries = 2000
	return bestTry(p, tries, rng)
}

// bestTry plays the attempt to the end a number of times, columns first. It returns the
// first move of the best try, and its result.
func bestTry(p *Position, number int, rng *rand.Rand) (Take, SoloResult) {
	var best Take
	var result SoloResult
	for i := range number {
		end := *p
		first := anyColumnFirst(&end, rng)
		for end.Play(first); end.mover == p.mover; {
			end.Play(anyColumnFirst(&end, rng))
		}
		if r := end.Solo(); i == 0 || r.Compare(result) < 0 {
			best, result = first, r
		}
	}
	return best, result
}

// anyColumnFirst returns a random open column, or a random single block if no column is
// open.
func anyColumnFirst(p *Position, rng *rand.Rand) Take {
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
