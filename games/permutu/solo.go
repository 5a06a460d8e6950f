package permutu

import (
	"math/bits"
	"math/rand/v2"
)

// soloNodes limits the search for the fewest single blocks. It is ten times as many as the worst of 8,000 deals
// needed, and takes some tenths of a second.
const soloNodes = 1_000_000

// puzzle returns the attempt as it stands.
func (p *position) puzzle() puzzle {
	s := puzzle{Columns: p.columns, Owned: p.owned[0]}
	for column, left := range p.left[:p.columns] {
		if left != 0 {
			s.Lying |= 1 << column
		}
		if left == full {
			s.Full |= 1 << column
		}
		for c := range Colour(colours) {
			if p.lies(column, c) {
				s.Blocks[column][c] = p.dealt[column][c].bit()
			}
		}
	}
	return s
}

// firstOf returns the first move of an attempt that takes these symbols singly. An open column goes first.
func (p *position) firstOf(chosen, source []int) Take {
	for column := range p.columns {
		if p.whole(0, column) {
			return Take{Column: uint8(column), Whole: true}
		}
	}
	t := Take{Column: uint8(source[0])}
	for p.dealt[t.Column][t.Colour] != Symbol(chosen[0]) {
		t.Colour++
	}
	return t
}

// solve returns the best first move of an unfinished attempt and the result that it
// leads to. If the search finds no way to finish, it returns the best of many tries.
func solve(p *position, nodes int, rng *rand.Rand) (Take, soloResult) {
	if chosen, source, ok := p.puzzle().fewest(nodes); ok {
		return p.firstOf(chosen, source), soloResult{Left: 0, Singles: p.singles + len(chosen)}
	}
	const tries = 2000
	return bestTry(p, tries, rng)
}

// bestTry plays the attempt to the end a number of times, columns first. It returns the
// first move of the best try, and its result.
func bestTry(p *position, number int, rng *rand.Rand) (Take, soloResult) {
	var best Take
	var result soloResult
	for i := range number {
		end := *p
		first := anyColumnFirst(&end, rng)
		for end.Play(first); end.mover == p.mover; {
			end.Play(anyColumnFirst(&end, rng))
		}
		if r := end.solo(); i == 0 || r.compare(result) < 0 {
			best, result = first, r
		}
	}
	return best, result
}

// anyColumnFirst returns a random open column, or a random single block if no column is
// open.
func anyColumnFirst(p *position, rng *rand.Rand) Take {
	var buf [maxTakes]Take
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

// A puzzle is an attempt as it stands. A set of symbols or columns has a bit for each.
type puzzle struct {
	Columns int // number of columns, and of symbols
	// by column: each block left as a set of its symbol; 0 for a block that was taken
	Blocks [maxSymbols][colours]uint32
	Owned  uint32 // the symbols that the player has
	Lying  uint32 // the columns that have blocks
	Full   uint32 // the columns that have all three

	nodes  int   // number of sets that the search for a solution may still visit
	chosen []int // the symbols to take singly
	source []int // the column of each chosen symbol
}

// fewest returns the fewest symbols to take singly and the column of each. It is not ok if there are none, or if it
// gave up once so many sets were tried.
func (p puzzle) fewest(nodes int) (chosen, source []int, ok bool) {
	p.nodes = nodes
	for number := range p.Columns + 1 {
		if p.open(number, 0, p.Owned, p.Lying) {
			return p.chosen, p.source, true
		}
	}
	return nil, nil, false
}

// open looks for a number of symbols, none before from, that open everything when taken singly. The order does not
// matter: in a smallest set no symbol follows from the others, so none follows from those before it.
func (s *puzzle) open(number, from int, owned, lying uint32) bool {
	if s.nodes--; s.nodes < 0 {
		return false
	}
	owned, lying = s.follow(owned, lying)
	if owned == 1<<s.Columns-1 {
		return s.sources(0)
	}
	for symbol := from; number > 0 && symbol < s.Columns; symbol++ {
		if owned>>symbol&1 == 1 {
			continue
		}
		s.chosen = append(s.chosen, symbol)
		if s.open(number-1, symbol+1, owned|1<<symbol, lying) {
			return true
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
	}
	return false
}

// follow takes every open column, and returns the owned symbols and the columns that are left. A block taken singly
// counts as if it still lay there, as its symbol is owned.
func (s *puzzle) follow(owned, lying uint32) (uint32, uint32) {
	for before := uint32(0); before != lying; {
		before = lying
		for rest := lying; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros32(rest)
			b := &s.Blocks[column]
			x, y, z := b[0]&^owned, b[1]&^owned, b[2]&^owned
			if x == 0 && (y == 0 || z == 0) || y == 0 && z == 0 { // at most one symbol is missing
				owned |= x | y | z
				lying &^= 1 << column
			}
		}
	}
	return owned, lying
}

// sources finds a full column for each chosen symbol from an index on, so that no column serves twice.
func (s *puzzle) sources(from int) bool {
	if from == len(s.chosen) {
		return true
	}
	for column, b := range s.Blocks[:s.Columns] {
		used := false
		for _, other := range s.source[:from] {
			used = used || other == column
		}
		if used || s.Full>>column&1 == 0 || (b[0]|b[1]|b[2])>>s.chosen[from]&1 == 0 {
			continue
		}
		s.source = append(s.source[:from], column)
		if s.sources(from + 1) {
			return true
		}
	}
	return false
}
